import type { PaymentId, SeatNumber } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Language } from '../kernel/text.ts';
import type { Addressed, ComposedBookingMail, FreshBookingMail } from './booking-mails.ts';

/** The user's action for which the service sends a one-time code. */
export type CodePurpose = 'LOGIN' | 'SIGNUP' | 'RESEND' | 'NEW_EMAIL';

/** The first step of a sign-in, before the code. */
export type FirstFactor = 'password' | 'provider' | 'sms';

/**
 * The time, IP address and browser of a request. Mails show these facts, so that readers recognise their own request.
 */
export interface Occasion {
  /** The local time of the request, `YYYY-MM-DD HH:MM`. */
  readonly at: string;
  /** The offset from UTC of the time `at`: `UTC+05:45`. */
  readonly zone: string;
  readonly ip: string;
  /** The browser's User-Agent header, unchecked. */
  readonly userAgent: string;
}

export interface CodeMail extends Addressed {
  readonly kind: 'code';
  readonly language: Language;
  readonly purpose: CodePurpose;
  /** The first step of the sign-in; given for LOGIN only. */
  readonly firstFactor?: FirstFactor;
  /** The six digits of the code. */
  readonly code: string;
  readonly minutesValid: number;
  /** The request that the code was sent for. */
  readonly occasion: Occasion;
}

export interface PasswordResetMail extends Addressed {
  readonly kind: 'password-reset';
  readonly language: Language;
  readonly link: string;
  readonly minutesValid: number;
}

/** The page where the reader can ask for a new password: a separate page, or the sign-in page of a portal. */
export interface PasswordPage {
  readonly kind: 'new-password' | 'sign-in';
  readonly url: string;
}

/** The mail about sign-ins that are locked after too many wrong passwords. */
export interface LockoutMail extends Addressed {
  readonly kind: 'lockout';
  readonly language: Language;
  /** The sign-in attempt that caused the lock. */
  readonly occasion: Occasion;
  /**
   * The sign-ins that are locked: to the account, from the trusted browser, from the IP address, or from all IP
   * addresses without a recent sign-in.
   */
  readonly locked: 'account' | 'browser' | 'address' | 'new addresses';
  readonly minutesLocked: number;
  readonly passwordPage: PasswordPage;
}

/** The mail after the user turned an authenticator app on or off, or an administrator removed it. */
export interface TotpMail extends Addressed {
  readonly kind: 'totp';
  readonly language: Language;
  readonly change: 'on' | 'off' | 'reset';
  /**
   * The request that changed the app. If an administrator removed the app, the mail shows only the time of the request.
   */
  readonly occasion: Occasion;
}

/** The mail to the user of an account that loses its phone number, because somebody else proved to own that number. */
export interface PhoneGoneMail extends Addressed {
  readonly kind: 'phone-gone';
  readonly language: Language;
  /** The phone number, of which the mail shows only the last digits. */
  readonly phone: string;
}

/** The mail about a sign-in with a code by SMS from an IP address without an earlier sign-in. */
export interface SmsSignInMail extends Addressed {
  readonly kind: 'sms-sign-in';
  readonly language: Language;
  readonly occasion: Occasion;
}

/** The mail to each administrator once the codes by SMS of a day are used up. */
export interface SmsLimitMail extends Addressed {
  readonly kind: 'sms-limit';
  readonly language: Language;
  /** The most codes that the service sends in a day, to all numbers together. */
  readonly limit: number;
}

/** The mail to the verified address of an account whose phone number was changed or removed by somebody signed in. */
export interface PhoneChangedMail extends Addressed {
  readonly kind: 'phone-changed';
  readonly language: Language;
  /** The new number, of which the mail shows only the last digits; null if the number was removed. */
  readonly phone: string | null;
  /** The request that changed the number. */
  readonly occasion: Occasion;
}

/** The mail that an invited person gets. That person may have no account yet. */
export interface InvitationMail extends Addressed {
  readonly kind: 'invitation';
  /** The name of the company or agent that invites. */
  readonly companyName: string;
  /** True if an agent invites. Companies' mails lack it. */
  readonly isByAgent?: boolean;
  readonly position: 'OWNER' | 'MANAGER' | 'CLERK' | 'CONDUCTOR';
  readonly link: string;
  readonly daysValid: number;
}

/** The mail about an administrator's review of a document. */
export interface DocumentReviewedMail extends Addressed {
  readonly kind: 'document-reviewed';
  /** The document's name for use inside a sentence: `certificate of fitness`. */
  readonly documentName: string;
  readonly registrationNo: string;
  readonly isVerified: boolean;
  /** The last day on which the document is valid, `YYYY-MM-DD`. The reviewer may have corrected it. */
  readonly validUntil: string | null;
  /** The reason of a rejection; null otherwise. */
  readonly reason: string | null;
}

/** The mail about a bus's document that will expire. */
export interface PapersExpiringMail extends Addressed {
  readonly kind: 'papers-expiring';
  readonly documentName: string;
  readonly registrationNo: string;
  /** The last day on which the document is valid, `YYYY-MM-DD`. */
  readonly validUntil: string;
}

/** The mail about an administrator's review of a bus. */
export interface BusReviewedMail extends Addressed {
  readonly kind: 'bus-reviewed';
  readonly busName: string;
  readonly registrationNo: string;
  readonly isApproved: boolean;
  /** The reason of a rejection; null otherwise. */
  readonly reason: string | null;
}

/** The mail about an address that gets no more events, because deliveries to it failed. */
export interface WebhookDisabledMail extends Addressed {
  readonly kind: 'webhook-disabled';
  /** The address without its query. */
  readonly address: string;
  /** Attempts failed for three days, the address answered 410, or its secret cannot be decrypted. */
  readonly reason: 'failing' | 'gone' | 'secret';
}

/** The mail to an agent whose available credit fell below its warning. */
export interface CreditLowMail extends Addressed {
  readonly kind: 'credit-low';
  readonly available: Paisa;
  readonly warnBelow: Paisa;
}

/** The facts in every mail to a person who waits for seats of a trip. */
export interface AboutWaitMail extends Addressed {
  readonly language: Language;
  readonly sourceCity: string;
  readonly destinationCity: string;
  /** The departure in local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly companyName: string;
  /** The offered seats, sorted. Empty without an offer, and on a bus without a seat map. */
  readonly seats: readonly SeatNumber[];
  /** The number of seats or places that the person wants. */
  readonly seatsCount: number;
  /** The page where the reader sees the wait. */
  readonly page: string;
}

/** The mail to a person who waits: seats are kept for a while. */
export interface SeatsOfferedMail extends AboutWaitMail {
  readonly kind: 'seats-offered';
  /** The local time until which nobody else gets the seats, `YYYY-MM-DD HH:MM`. */
  readonly until: string;
}

/** The mail to a person who waits no longer. */
export interface WaitOverMail extends AboutWaitMail {
  readonly kind: 'wait-over';
  /** NOT_TAKEN: the offered seats were not booked. SEATS_GONE: the bus has too few of the seats that would do. */
  readonly reason: 'NOT_TAKEN' | 'SEATS_GONE';
}

/** The mail to a person who joined the opening of a sale that was moved. */
export interface DoorMovedMail extends Addressed {
  readonly kind: 'door-moved';
  readonly language: Language;
  /** The moment of the opening before and now, in local time, `YYYY-MM-DD HH:MM`. */
  readonly before: string;
  readonly opensAt: string;
  readonly reason: string;
  /** The page of the opening. */
  readonly page: string;
}

/** The mail to each administrator after a gateway took another amount than the service asked for. */
export interface PaymentAmountMail extends Addressed {
  readonly kind: 'payment-amount-differs';
  readonly language: Language;
  readonly bookingCode: string;
  readonly paymentId: PaymentId;
  /** The gateway's title. */
  readonly gateway: string;
  /** The amount that the service asked for. `came` is the amount that the gateway took. */
  readonly asked: Paisa;
  readonly came: Paisa;
}

/** Mails for which a request waits. The queue stores them only while the mail server does not answer. */
export type DirectMail = CodeMail | PasswordResetMail | LockoutMail;

/**
 * Mails that the queue stores until they are sent. Plain JSON without files. A mail with `minutesValid` is dropped when
 * these minutes are over.
 */
export type ComposedMail =
  | DirectMail
  | InvitationMail
  | TotpMail
  | PhoneGoneMail
  | SmsLimitMail
  | SmsSignInMail
  | PhoneChangedMail
  | DocumentReviewedMail
  | BusReviewedMail
  | PapersExpiringMail
  | PaymentAmountMail
  | WebhookDisabledMail
  | CreditLowMail
  | SeatsOfferedMail
  | WaitOverMail
  | DoorMovedMail
  | ComposedBookingMail;

export type Mail = FreshBookingMail | ComposedMail;

/** Thrown if the mail server answered, and refused a mail. */
export class MailRefused extends Error {
  /**
   * MAIL: the server refuses this mail or its recipient for good; trying again is useless. SERVER: the server refuses
   * mails at present, whichever mail it is.
   */
  readonly refuses: 'MAIL' | 'SERVER';

  constructor(refuses: 'MAIL' | 'SERVER', cause: Error) {
    super(cause.message, { cause });
    this.refuses = refuses;
  }
}

/**
 * Sends mails. Resolves when the mail server has accepted the mail, and rejects within half a minute if it has not. A
 * refusal by the mail server is a `MailRefused`.
 * Failures are logged here; callers need not log them.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/**
 * Runs work after the response, such as sending a mail. The response does not wait for the work. Failures are only
 * logged.
 */
export type RunInBackground = (work: () => Promise<void>) => void;
