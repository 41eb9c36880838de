import type { RefundOnRecord } from './ports.ts';

/** A refund of a payment that another booking was paid with. Its money came along by a change. */
export interface CarriedRefund extends RefundOnRecord {
  /** The gateway of the refunded payment. */
  readonly gateway: string;
}
