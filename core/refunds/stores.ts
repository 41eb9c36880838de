import type { RefundRecords } from './ports.ts';

/** The stores of the area `refunds`. A use case picks only the stores that it needs. */
export interface RefundRecordStores {
  readonly refundRecords: Pick<RefundRecords, 'find' | 'sharing'>;
}
