import type { Paisa } from './money.ts';

/** Why a one-time code is sent. */
export type CodePurpose = 'LOGIN' | 'SIGNUP' | 'RESEND';

interface Addressed {
  /** One address, already checked and in lower case. */
  readonly to: string;
  /** The person's name, as they wrote it. */
  readonly name: string;
}

export interface CodeMail extends Addressed {
  readonly kind: 'code';
  readonly purpose: CodePurpose;
  /** Six digits. */
  readonly code: string;
  readonly minutesValid: number;
}

export interface PasswordResetMail extends Addressed {
  readonly kind: 'password-reset';
  readonly link: string;
  readonly minutesValid: number;
}

export interface BookingConfirmedMail extends Addressed {
  readonly kind: 'booking-confirmed';
  readonly bookingCode: string;
  readonly sourceCity: string;
  readonly destinationCity: string;
  /** Local time, `YYYY-MM-DD HH:MM`. */
  readonly departure: string;
  readonly busName: string;
  readonly registrationNo: string;
  readonly companyName: string;
  /** Seat numbers, sorted; or the count of places on a bus without a seat map, such as `2 seats`. */
  readonly seats: string;
  readonly amount: Paisa;
  readonly ticket: { readonly fileName: string; readonly content: Uint8Array };
}

export type Mail = CodeMail | PasswordResetMail | BookingConfirmedMail;

/** Sends mails. Resolves when the mail server has taken the mail; rejects, within half a minute, when it did not. Who sends need not log that. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
