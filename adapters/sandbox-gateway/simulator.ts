import type { Instant } from '../../core/kernel/time.ts';
import type { SandboxPayment } from '../../core/payments/sandbox.ts';
import type { Rules } from './standing.ts';

/**
 * A gateway that the sandbox simulates. The simulator contains the protocol; the sandbox handles browsers, databases
 * and faults.
 */
export interface Simulator {
  /** The name in capital letters. Addresses contain it in lower case. */
  readonly gateway: string;
  readonly title: string;
  readonly rules: Rules;
  /** The form that opens a payment. Undefined if the shop opens payments by a call. */
  readonly form?: Form;
  readonly calls: readonly Call[];
  readonly newTransactionId: (payment: SandboxPayment) => string;
  /** The URL at which the shop takes the browser back. Undefined if no browser returns. */
  readonly returnUrl?: (payment: SandboxPayment, now: Instant) => string;
}

/** A payment as a shop opens it. */
export type Opening = Pick<SandboxPayment, 'id' | 'amount' | 'order'>;

/** A form that browsers post. */
interface Form {
  readonly path: string;
  /** Throws FormRefused if the form is invalid. */
  readonly read: (fields: URLSearchParams) => Opening;
}

/** Thrown for an invalid form. The message is for the developer who built the form. */
export class FormRefused extends Error {}

/** A request of the shop. */
export interface Request {
  /** Parameters of the path and of the query. */
  readonly parameter: (name: string) => string;
  readonly authorization: string;
  /** The members of a JSON object; empty for anything else. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** The gateway's stored payments, inside the transaction of one call. */
export interface Memory {
  readonly find: (id: string) => Promise<SandboxPayment | undefined>;
  readonly findPaid: (transactionId: string) => Promise<SandboxPayment | undefined>;
  readonly save: (payment: SandboxPayment) => Promise<void>;
  /** Opens a payment. False if a payment with that id exists. */
  readonly open: (opening: Opening) => Promise<boolean>;
  readonly now: Instant;
}

/** An address to which the shop sends requests. */
export interface Call {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly answer: (request: Request, memory: Memory) => Promise<Reply>;
  /** Faults that only this call has. */
  readonly faults?: Faults;
}

/**
 * A failure of a call. Returns the reply in place of the right one, or undefined for silence. `answer` carries out the
 * request.
 */
export type Failure = (answer: () => Promise<Reply>) => Promise<Reply | undefined>;

/** Failures of the gateway, by the name of their fault. */
export type Faults = Readonly<Record<string, Failure>>;

export const json = (status: number, value: unknown): Reply => ({ status, body: JSON.stringify(value) });

/** A member of a body, as text; empty unless it is text or a number. */
export function textIn(body: Request['body'], name: string): string {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
