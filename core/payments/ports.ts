import type { BookingId, PaymentId, ShiftId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Asker, Payment, PaymentMove } from './payment.ts';

export interface NewPayment extends Pick<
  Payment,
  'bookingId' | 'gateway' | 'transactionUuid' | 'amount' | 'createdAt' | 'nextEnquiryAt'
> {
  /** The one whose till the cash went into; without, it went into none. */
  readonly shiftId?: ShiftId;
}

/** What the gateway said. */
export interface Evidence {
  /** The gateway's own number for the transaction. */
  readonly reference?: string;
  /** What it sent, for people who investigate. */
  readonly raw?: string;
}

/**
 * Payments. Whoever changes one together with anything else locks its booking's row first, so that checkout, settling,
 * cancelling and expiring never wait for each other in a circle.
 */
export interface PaymentRepo {
  /** Adds a payment, INITIATED. */
  add(payment: NewPayment): Promise<PaymentId>;
  find(transactionUuid: string): Promise<Payment | undefined>;
  get(id: PaymentId): Promise<Payment | undefined>;
  /** Every attempt to pay a booking, oldest first. */
  ofBooking(booking: BookingId): Promise<readonly Payment[]>;
  /**
   * Makes a move that the table in payment.ts allows, if the payment is (still) in a state it starts from; answers
   * whether it was made. Evidence that is left out stays as it was. Reconciliation does not ask about a payment again
   * once a move has settled it.
   */
  move(id: PaymentId, move: PaymentMove, at: Instant, evidence?: Evidence): Promise<boolean>;
  /** Abandons those payments of a booking that are INITIATED or PENDING. */
  abandonAll(booking: BookingId, at: Instant): Promise<void>;
  /**
   * Takes the right to ask the gateway about a payment that is not settled, up to `until`. Of several who read the
   * same payment only one gets it, in one process or many. Should the enquiry come to nothing, because its process
   * dies or the answer can't be recorded, reconciliation asks again after `until`.
   */
  claimEnquiry(
    payment: Pick<Payment, 'id' | 'enquiries'>,
    asker: Asker,
    now: Instant,
    until: Instant,
  ): Promise<boolean>;
  /** Gives the right back, and sets when reconciliation asks again, if at all. */
  endEnquiry(id: PaymentId, next: Instant | undefined): Promise<void>;
  /** Has reconciliation ask at `at` about a payment that is not settled, unless it asks sooner anyway. */
  planEnquiry(id: PaymentId, at: Instant): Promise<void>;
  /** Payments made after `since` that reconciliation should have asked about before `now`, the longest due first. */
  due(since: Instant, now: Instant, limit: number): Promise<readonly Payment[]>;
}

/** A message about a payment, from a browser or from the gateway itself. */
export interface CallbackEntry {
  /** Undefined when it matches no payment of ours. */
  readonly paymentId: PaymentId | undefined;
  /** As the message names it; empty when it does not. */
  readonly transactionUuid: string;
  readonly payload: string;
  readonly signatureValid: boolean;
  readonly source: 'SUCCESS_CALLBACK' | 'FAILURE_CALLBACK' | 'ENQUIRY';
}

/** Every message about payments, for people who have to find out what happened. */
export interface CallbackLog {
  add(entry: CallbackEntry, at: Instant): Promise<void>;
  /** The messages with one transaction UUID, oldest first. */
  of(transactionUuid: string): Promise<readonly CallbackEntry[]>;
  /** Deletes messages from before `before` about no payment of ours, at most `limit`; answers how many. */
  pruneUnknown(before: Instant, limit: number): Promise<number>;
}

/** Whether one more callback from this address that is about no payment of ours is logged. */
export type MayLogUnmatched = (address: string) => Promise<boolean>;

/** A form that the passenger's browser posts to the gateway: all of its fields, unchanged. */
export interface GatewayForm {
  readonly kind: 'form';
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The browser simply goes to the gateway, which knows the payment already or finds it in the address. */
export interface GatewayRedirect {
  readonly kind: 'redirect';
  readonly url: string;
}

/** How the passenger gets to the gateway. */
export type GatewayCheckout = GatewayForm | GatewayRedirect;

/** What a browser brought back from the gateway. None of it can be trusted unless it is authentic. */
export interface GatewayCallback {
  readonly transactionUuid: string;
  readonly status: string;
  readonly reference: string;
  /** Undefined when it is no amount. */
  readonly amount: Paisa | undefined;
  /** Whether the gateway signed all of it, for us. */
  readonly authentic: boolean;
  /** As decoded; empty when it could not be. */
  readonly raw: string;
}

/** What the gateway answers when it is asked about a payment. */
export interface EnquiryAnswer {
  /**
   * In the gateway's words: one of our states, `NOT_FOUND`, or anything else.
   * Undefined when there was no answer, none that can be read, or one about another payment.
   */
  readonly status: string | undefined;
  /** The gateway's own number of the transaction; empty when it has none. */
  readonly reference: string;
  /** What came back or, in parentheses, why nothing did. */
  readonly raw: string;
}

/** The company that takes the money. */
export interface PaymentGateway {
  /** Stored with each payment, so that it is known who has the money. */
  readonly name: string;
  /** How the passenger gets there. Made here, without a request to the gateway. */
  checkout(payment: Pick<Payment, 'transactionUuid' | 'amount'>): GatewayCheckout;
  /** Reads the `data` of a callback, whatever it is. */
  readCallback(data: string): GatewayCallback;
  /** Asks what became of a payment. Never rejects, and is back within twenty seconds. */
  enquire(payment: Pick<Payment, 'transactionUuid' | 'amount'>): Promise<EnquiryAnswer>;
}
