import type {
  Adjustment,
  AdjustmentRecord,
  AdjustmentRepo,
  Receipt,
  ReceiptRepo,
} from '../../core/ledger/corrections.ts';
import type { LedgerStores } from '../../core/ledger/stores.ts';
import type { AdjustmentId, ReceiptId, UserId } from '../../core/kernel/ids.ts';
import { type State, nextId, put } from './state.ts';

export const memoryAdjustments = (state: State): AdjustmentRepo => ({
  async add(adjustment, proposedAt) {
    const id = nextId<AdjustmentId>(state);
    const undecided = { decidedBy: null, decidedAt: null };
    return put<AdjustmentId, Adjustment>(state.adjustments, {
      ...adjustment,
      ...undecided,
      id,
      status: 'PROPOSED',
      proposedAt,
    });
  },

  get: async (id) => state.adjustments.get(id),

  async decide(id, status, decidedBy, decidedAt) {
    const adjustment = state.adjustments.get(id);
    if (adjustment?.status !== 'PROPOSED') return false;
    put(state.adjustments, { ...adjustment, status, decidedBy, decidedAt });
    return true;
  },
});

export const memoryReceipts = (state: State): ReceiptRepo => ({
  async add(receipt, at) {
    const isTaken = [...state.receipts.values()].some(
      ({ operatorId, reference }) => operatorId === receipt.operatorId && reference === receipt.reference,
    );
    if (isTaken) return undefined;
    return put<ReceiptId, Receipt>(state.receipts, { ...receipt, id: nextId<ReceiptId>(state), at });
  },
});

export const memoryAdjustmentRecords = (state: State): LedgerStores['adjustmentRecords'] => {
  const named = (id: UserId) => ({ id, fullName: state.users.get(id)?.fullName ?? '' });
  const recordOf = (adjustment: Adjustment): AdjustmentRecord => ({
    ...adjustment,
    proposedBy: named(adjustment.proposedBy),
    decidedBy: adjustment.decidedBy === null ? null : named(adjustment.decidedBy),
  });

  return {
    async find(id) {
      const adjustment = state.adjustments.get(id);
      return adjustment && recordOf(adjustment);
    },
  };
};
