import type { Instant } from '../../core/kernel/time.ts';
import type { SandboxPayment } from '../../core/payments/sandbox.ts';
import type { Rules } from './standing.ts';

/**
 * A gateway that the sandbox simulates. The simulator knows the gateway's protocol. The sandbox handles browsers, the
 * database and faults.
 */
export interface Simulator {
  /** The gateway's name in capital letters. URLs contain it in lower case. */
  readonly gateway: string;
  readonly title: string;
  readonly rules: Rules;
  /** The form that opens a payment. Undefined if the shop opens payments by a call. */
  readonly form?: Form;
  readonly calls: readonly Call[];
  readonly newTransactionId: (payment: SandboxPayment) => string;
  /** The shop's URL to which the browser returns. Undefined if the gateway never redirects the browser back. */
  readonly returnUrl?: (payment: SandboxPayment, now: Instant) => string;
}

/** A payment, as the shop opens it at the gateway. */
export type Opening = Pick<SandboxPayment, 'id' | 'amount' | 'order'>;

/** A form that browsers post. */
interface Form {
  readonly path: string;
  /** Throws FormRefused if the form is invalid. */
  readonly read: (fields: URLSearchParams) => Opening;
}

/** Thrown for an invalid form. The message is for the developer who built the form. */
export class FormRefused extends Error {}

/** A request from the shop to the gateway. */
export interface Request {
  /** Parameters of the path and of the query. */
  readonly parameter: (name: string) => string;
  readonly authorization: string;
  /** The fields of the JSON body. Empty if the body is not a JSON object. */
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

/** An address of the gateway to which the shop sends requests. */
export interface Call {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly answer: (request: Request, memory: Memory) => Promise<Reply>;
  /** Whether the call opens a payment, which takes a row. */
  readonly opens?: true;
  /** Faults that only this call has. */
  readonly faults?: Faults;
}

/**
 * Makes a call fail: returns a wrong reply, or undefined to send none. `answer` carries out the request and returns the
 * right reply.
 */
export type Failure = (answer: () => Promise<Reply>) => Promise<Reply | undefined>;

/** The ways in which a call can fail, by name. */
export type Faults = Readonly<Record<string, Failure>>;

export const json = (status: number, value: unknown): Reply => ({ status, body: JSON.stringify(value) });

/** Reads a field of a body as text. Empty if the field is neither text nor a number. */
export function textIn(body: Request['body'], name: string): string {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
