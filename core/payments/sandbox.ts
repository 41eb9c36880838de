import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

/** A payment at a simulated gateway, as that gateway knows it. */
export interface SandboxPayment {
  /** The name of the gateway that the sandbox simulates. */
  readonly gateway: string;
  /** The gateway's id of the payment. */
  readonly id: string;
  /** The amount that the shop asks for. */
  readonly amount: Paisa;
  /** The shop's order, by the field names of the gateway's protocol. */
  readonly order: Readonly<Record<string, string>>;
  readonly openedAt: Instant;
  /** The moment at which the payer refused; null without a refusal. */
  readonly refusedAt: Instant | null;
  /** The money that the payer has paid; null before the payer pays. */
  readonly paid: SandboxMoney | null;
  readonly givenBack: Paisa;
}

/** The money that a payer paid at a simulated gateway. */
export interface SandboxMoney {
  readonly amount: Paisa;
  /** The payment is pending before this moment. */
  readonly at: Instant;
  /** The gateway's number of the transaction. */
  readonly transactionId: string;
}

/** A planned failure of the service's calls to a simulated gateway. */
export interface SandboxFault {
  readonly gateway: string;
  readonly fault: string;
  /** The number of coming calls that fail. */
  readonly times: number;
}

/** The sandbox's stored payments. */
export interface Sandbox {
  /** Adds a payment. Changes nothing if the gateway knows the id already. */
  open(payment: SandboxPayment): Promise<void>;
  /** Finds a payment by the gateway's id, and locks it until the transaction ends. */
  find(gateway: string, id: string): Promise<SandboxPayment | undefined>;
  /** Finds a payment by the gateway's number of its transaction, and locks it until the transaction ends. */
  findPaid(gateway: string, transactionId: string): Promise<SandboxPayment | undefined>;
  /** Stores the outcome of a payment. Its amount, order and moment of opening stay unchanged. */
  save(payment: SandboxPayment): Promise<void>;
  /** Replaces the number of calls that fail with this fault. */
  setFault(fault: SandboxFault, at: Instant): Promise<void>;
  /**
   * Uses up one planned failure: of the fault that was set last, among those in `faults`. Returns the fault's name.
   * Undefined if no failure is left. Simultaneous calls never use the same failure.
   */
  takeFault(gateway: string, faults: readonly string[]): Promise<string | undefined>;
  /** Stores the gateway's key, unless there is one. Returns the stored key. */
  keepKey(gateway: string, key: string): Promise<string>;
  /** Deletes at most `limit` payments that were opened before `before`. Returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}
