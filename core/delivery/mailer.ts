import type { Addressed } from './addressed.ts';
import type { ComposedBookingMail, FreshBookingMail } from './booking-mails.ts';

/** Why a one-time code is sent. */
export type CodePurpose = 'LOGIN' | 'SIGNUP' | 'RESEND';

/** What comes before the code at a sign-in: a password, or an identity provider. */
export type FirstFactor = 'password' | 'provider';

/** When and from where the request came that a mail is about. Readers can tell by it whether it was theirs. */
export interface Occasion {
  /** Local time, `YYYY-MM-DD HH:MM`. */
  readonly at: string;
  /** How far that is from UTC, `UTC+05:45`. */
  readonly zone: string;
  readonly ip: string;
  /** As the browser sent it; it may be anything. */
  readonly userAgent: string;
}

export interface CodeMail extends Addressed {
  readonly kind: 'code';
  readonly purpose: CodePurpose;
  /** Only with LOGIN. */
  readonly firstFactor?: FirstFactor;
  /** Six digits. */
  readonly code: string;
  readonly minutesValid: number;
  /** When and from where the code was requested. */
  readonly occasion: Occasion;
}

export interface PasswordResetMail extends Addressed {
  readonly kind: 'password-reset';
  readonly link: string;
  readonly minutesValid: number;
}

/** Where somebody asks for a new password: on a page for that, or on the sign-in page of a portal. */
export interface PasswordPage {
  readonly kind: 'new-password' | 'sign-in';
  readonly url: string;
}

/** Too many wrong passwords. */
export interface LockoutMail extends Addressed {
  readonly kind: 'lockout';
  /** The last attempt. */
  readonly occasion: Occasion;
  /** The account; or only the trusted browser, which counts by itself. */
  readonly locked: 'account' | 'browser';
  readonly minutesLocked: number;
  readonly passwordPage: PasswordPage;
}

/** To somebody who is to join a company's staff. They may have no account yet. */
export interface InvitationMail extends Addressed {
  readonly kind: 'invitation';
  readonly companyName: string;
  readonly position: 'OWNER' | 'MANAGER' | 'CLERK' | 'CONDUCTOR';
  readonly link: string;
  readonly daysValid: number;
}

/** An administrator has looked at a document of a bus. */
export interface DocumentReviewedMail extends Addressed {
  readonly kind: 'document-reviewed';
  /** In a sentence: `certificate of fitness`. */
  readonly documentName: string;
  readonly registrationNo: string;
  readonly isVerified: boolean;
  /** The last day, `YYYY-MM-DD`, which whoever verified it may have corrected. */
  readonly validUntil: string | null;
  /** Of a document that was rejected. */
  readonly reason: string | null;
}

/** The papers of a bus will run out. */
export interface PapersExpiringMail extends Addressed {
  readonly kind: 'papers-expiring';
  readonly documentName: string;
  readonly registrationNo: string;
  /** The last day, `YYYY-MM-DD`. */
  readonly validUntil: string;
}

/** An administrator has looked at a bus. */
export interface BusReviewedMail extends Addressed {
  readonly kind: 'bus-reviewed';
  readonly busName: string;
  readonly registrationNo: string;
  readonly isApproved: boolean;
  /** Of a bus that was rejected. */
  readonly reason: string | null;
}

/**
 * What the queue keeps in writing until it is sent: plain JSON, so nothing with a file, and nothing that is worthless
 * after a few minutes.
 */
export type ComposedMail =
  InvitationMail | DocumentReviewedMail | BusReviewedMail | PapersExpiringMail | ComposedBookingMail;

export type Mail = CodeMail | PasswordResetMail | LockoutMail | FreshBookingMail | ComposedMail;

/**
 * Sends mails. Resolves when the mail server has accepted the mail, and rejects within half a minute if it has not.
 * Failures are logged; callers need not do that.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Runs work after the response, such as sending a mail, without anybody waiting for it. Failures are only logged. */
export type RunInBackground = (work: () => Promise<void>) => void;
