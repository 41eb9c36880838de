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
  /** The company whose booking it pays. */
  readonly operatorId: OperatorId;
  readonly gateway: string;
  readonly transactionUuid: string;
  readonly amount: Paisa;
  readonly status: PaymentStatus;
  /** The gateway's own number for it. */
  readonly reference: string | null;
  readonly createdAt: Instant;
}

/** A message about it, as it came. */
export interface RecordedCallback {
  readonly at: Instant;
  readonly kind: CallbackEntry['source'];
  readonly signatureValid: boolean;
  readonly payload: string;
}

/** With every message about it, oldest first. */
export interface WholePaymentRecord extends PaymentRecord {
  readonly callbacks: readonly RecordedCallback[];
}

export interface PaymentFilter {
  /** Part of the booking's code, the whole of which means that booking alone, or of the transaction UUID; folded. */
  readonly q?: string;
  readonly status?: PaymentStatus;
  readonly gateway?: string;
  /** When it was begun. */
  readonly during?: Partial<Span>;
}

export interface PaymentRecords {
  /** Newest first; a position is the moment and the id of a payment. */
  list(filter: PaymentFilter, page: Page): Promise<Listing<PaymentRecord>>;
  find(id: PaymentId): Promise<WholePaymentRecord | undefined>;
}
