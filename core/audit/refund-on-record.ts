import type { Refund } from '../payments/refund.ts';

export interface RefundOnRecord extends Pick<
  Refund,
  | ('id' | 'paymentId' | 'bookingId' | 'operatorId' | 'reason' | 'amount' | 'status')
  | ('method' | 'createdAt' | 'paidAt' | 'takenOver')
> {
  /**
   * The gateway that paid the refund, although it took another payment. Only old refunds have one, from before the
   * ledger had a part for each gateway.
   */
  readonly drawnFrom: string | null;
}

/** A refund of a payment that paid for an earlier booking. A change has passed the money on to this booking. */
export interface CarriedRefund extends RefundOnRecord {
  /** The gateway of the refunded payment. */
  readonly gateway: string;
}
