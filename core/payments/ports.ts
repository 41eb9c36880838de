import type { BookingId, PaymentId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { Payment, PaymentMove } from './payment.ts';

export type NewPayment = Pick<Payment, 'bookingId' | 'transactionUuid' | 'amount' | 'createdAt' | 'nextEnquiryAt'>;

/** What the gateway said. */
export interface Evidence {
  /** The gateway's own number of the transaction. */
  readonly reference?: string;
  /** Its words, for whoever has to look into it. */
  readonly raw?: string;
}

/**
 * Payments. Whoever changes one together with anything else holds its booking's row first: then checkout, settling, cancelling and expiring
 * never wait in a circle.
 */
export interface PaymentRepo {
  /** Adds a payment, INITIATED. */
  add(payment: NewPayment): Promise<PaymentId>;
  find(transactionUuid: string): Promise<Payment | undefined>;
  /** Every attempt to pay a booking, oldest first. */
  ofBooking(booking: BookingId): Promise<readonly Payment[]>;
  /**
   * Makes a move that the table in payment.ts allows, if the payment is (still) in a state it starts from; answers whether it was made.
   * Evidence that is left out stays as it was. Reconciliation asks no more about a payment that is settled by it.
   */
  move(id: PaymentId, move: PaymentMove, at: Instant, evidence?: Evidence): Promise<boolean>;
  /** Abandons every payment of a booking that is INITIATED or PENDING. */
  abandonAll(booking: BookingId, at: Instant): Promise<void>;
  /**
   * Takes the right to ask the gateway about a payment, up to `until`. Of several who found the payment alike only one gets it,
   * in one process or many.
   */
  claimEnquiry(payment: Pick<Payment, 'id' | 'enquiries'>, now: Instant, until: Instant): Promise<boolean>;
  /** Gives the right back, and sets when reconciliation asks again, if it does. */
  endEnquiry(id: PaymentId, next: Instant | undefined): Promise<void>;
  /** Payments made after `since` that reconciliation should have asked about before `now`, the longest due first. */
  due(since: Instant, now: Instant, limit: number): Promise<readonly Payment[]>;
}

export type RefundReason = 'LATE_PAYMENT' | 'DUPLICATE_PAYMENT' | 'PASSENGER_CANCELLATION';

/** Money to be given back by hand: eSewa has no way to do it by program. */
export interface Refund {
  readonly paymentId: PaymentId;
  readonly bookingId: BookingId;
  readonly reason: RefundReason;
  readonly amount: Paisa;
  readonly dueAt: Instant;
}

/** The work list of those who give money back. At most one refund a payment, whatever happens at once. */
export interface RefundLedger {
  /** Records a refund as DUE; false, and nothing recorded, when the payment has one already. */
  add(refund: Refund, at: Instant): Promise<boolean>;
  find(payment: PaymentId): Promise<Refund | undefined>;
}

/** Something that was said about a payment, by a browser or by the gateway itself. */
export interface CallbackEntry {
  /** Undefined when it matches no payment of ours. */
  readonly paymentId: PaymentId | undefined;
  /** As it was said; empty when it was not. */
  readonly transactionUuid: string;
  readonly payload: string;
  readonly signatureValid: boolean;
  readonly source: 'SUCCESS_CALLBACK' | 'FAILURE_CALLBACK' | 'ENQUIRY';
}

/** Everything that was ever said about payments, for whoever has to find out what happened. */
export interface CallbackLog {
  add(entry: CallbackEntry, at: Instant): Promise<void>;
  /** What was said under one transaction UUID, oldest first. */
  of(transactionUuid: string): Promise<readonly CallbackEntry[]>;
}

/** The fields of eSewa's ePay v2, which passenger clients know by these names. */
export type FormField =
  | 'amount' | 'tax_amount' | 'total_amount' | 'transaction_uuid' | 'product_code' | 'product_service_charge' | 'product_delivery_charge'
  | 'success_url' | 'failure_url' | 'signed_field_names' | 'signature';

/** What the passenger's browser posts to the gateway, and where. */
export interface GatewayForm {
  readonly url: string;
  readonly fields: Readonly<Record<FormField, string>>;
}

/** What a browser brought back from the gateway. Nothing of it is true unless it is authentic. */
export interface GatewayCallback {
  readonly transactionUuid: string;
  readonly status: string;
  readonly reference: string;
  /** Undefined when it is no amount. */
  readonly amount: Paisa | undefined;
  /** Whether the gateway signed all of this, for us. */
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
  /** What came back; in parentheses, why nothing did. */
  readonly raw: string;
}

/** The company that takes the money. */
export interface PaymentGateway {
  form(payment: Pick<Payment, 'transactionUuid' | 'amount'>): GatewayForm;
  /** Reads the `data` of a callback, whatever it is. */
  readCallback(data: string): GatewayCallback;
  /** Asks what became of a payment. Never rejects, and is back within twenty seconds. */
  enquire(payment: Pick<Payment, 'transactionUuid' | 'amount'>): Promise<EnquiryAnswer>;
}
