import type { NamedAccount, Refund } from '../payments/refund.ts';

export interface RefundOnRecord extends Pick<
  Refund,
  | ('id' | 'paymentId' | 'bookingId' | 'operatorId' | 'reason' | 'amount' | 'status')
  | ('method' | 'createdAt' | 'sentAt' | 'paidAt' | 'takenOver' | 'addedBy')
> {
  /** The account that the refund goes or went to. An early release stored it without its version. */
  readonly account:
    (Pick<NamedAccount, 'kind' | 'holder' | 'number' | 'bank'> & { readonly version: number | null }) | null;
  /** The number of requests to the gateway, and of look-ups there. */
  readonly attempts: number;
  /**
   * The gateway that paid the refund, if another gateway took the payment; null otherwise. Set only for refunds from
   * before the ledger had a balance for each gateway.
   */
  readonly drawnFrom: string | null;
}

/** A refund of a payment for an earlier booking. A change moved the payment's money to this booking. */
export interface CarriedRefund extends RefundOnRecord {
  /** The gateway of the refunded payment. */
  readonly gateway: string;
}
