import type { RefundRecords } from './ports.ts';

/** The stores of this area. A use case names those it uses. */
export interface RefundRecordStores {
  readonly refundRecords: Pick<RefundRecords, 'find' | 'sharing'>;
}
