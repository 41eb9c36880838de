import type { BookingId, OperatorId, PaymentId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant, Span } from '../kernel/time.ts';
import type { PaymentStatus } from './payment.ts';
import type { CallbackEntry } from './ports.ts';

/** A payment as administrators see it. */
export interface PaymentRecord {
  readonly id: PaymentId;
  readonly bookingId: BookingId;
  readonly bookingCode: string;
  /** The company of the booking that the payment is for. */
  readonly operatorId: OperatorId;
  readonly gateway: string;
  readonly transactionUuid: string;
  readonly amount: Paisa;
  readonly status: PaymentStatus;
  /** The gateway's id of the payment; null while unknown. */
  readonly gatewayId: string | null;
  /** The amount that the gateway took instead of `amount`; null if both are equal. */
  readonly gatewayAmount: Paisa | null;
  /** The gateway's reference number. */
  readonly reference: string | null;
  readonly createdAt: Instant;
  /** True while an administrator may resolve the payment. */
  readonly isResolvable: boolean;
}

/** A callback, or a gateway's answer, about a payment, as received. */
export interface RecordedCallback {
  readonly at: Instant;
  readonly kind: CallbackEntry['source'];
  readonly signatureValid: boolean;
  readonly payload: string;
}

/** A payment with all messages about it, oldest first. */
export interface WholePaymentRecord extends PaymentRecord {
  readonly callbacks: readonly RecordedCallback[];
}

export interface PaymentFilter {
  /**
   * Search text, `folded`. Finds payments by the booking's code, the transaction UUID or the gateway's
   * id. A complete booking code finds the payments of that booking only.
   */
  readonly q?: string;
  readonly status?: PaymentStatus;
  readonly gateway?: string;
  /** Selects payments that were started in this span. */
  readonly during?: Partial<Span>;
}

export interface PaymentRecords {
  /** Lists payments, newest first. The page cursor is a payment's moment of creation and id. */
  list(filter: PaymentFilter, page: Page): Promise<Listing<PaymentRecord>>;
  find(id: PaymentId): Promise<WholePaymentRecord | undefined>;
}
