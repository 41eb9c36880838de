import type { Adjustment, Receipt } from '../../core/ledger/corrections.ts';
import type { AdjustmentId, ReceiptId } from '../../core/kernel/ids.ts';

/** Adjustments and receipts, in memory. */
export interface StoredCorrections {
  readonly adjustments: Map<AdjustmentId, Adjustment>;
  readonly receipts: Map<ReceiptId, Receipt>;
}

export const noCorrections = (): StoredCorrections => ({ adjustments: new Map(), receipts: new Map() });
