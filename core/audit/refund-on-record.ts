import type { Refund } from '../payments/refund.ts';

export interface RefundOnRecord extends Pick<
  Refund,
  | ('id' | 'paymentId' | 'bookingId' | 'operatorId' | 'reason' | 'amount' | 'status')
  | ('method' | 'createdAt' | 'paidAt' | 'takenOver')
> {
  /** The gateway that paid a refund of another payment. Only refunds from before gateways were told apart have one. */
  readonly drawnFrom: string | null;
}

/** A refund of a payment that another booking was paid with. Its money came along by a change. */
export interface CarriedRefund extends RefundOnRecord {
  /** The gateway of the refunded payment. */
  readonly gateway: string;
}
