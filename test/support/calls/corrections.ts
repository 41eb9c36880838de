import type { AdjustmentRecords } from '../../../core/ledger/corrections.ts';
import type { AdjustmentId, AgentId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { Stores } from '../../../core/stores.ts';
import { type Call, type Calls, LIMIT, N, NOW, OPERATOR, USER } from './rows.ts';

const ADJUSTMENT = N as AdjustmentId;

export const ADJUSTMENT_CALLS: Calls<Stores, Stores['adjustments']> = {
  knowsAgent: ({ adjustments }) => adjustments.knowsAgent(N as AgentId),
  add: ({ adjustments }) =>
    adjustments.add(
      {
        debit: 'CASH',
        credit: 'BANK',
        amount: paisa(1),
        operatorId: OPERATOR,
        gateway: null,
        reason: 'new',
        proposedBy: USER,
      },
      NOW,
    ),
  get: ({ adjustments }) => adjustments.get(ADJUSTMENT),
  decide: ({ adjustments }) => adjustments.decide(ADJUSTMENT, 'CONFIRMED', USER, NOW),
};

export const RECEIPT_CALLS: Calls<Stores, Stores['receipts']> = {
  add: ({ receipts }) => receipts.add({ operatorId: OPERATOR, amount: paisa(1), reference: 'new' }, NOW),
};

interface Given {
  readonly adjustmentRecords: Pick<AdjustmentRecords, 'find'>;
}

export const ADJUSTMENT_VIEW_CALLS = {
  find: (({ adjustmentRecords }) => adjustmentRecords.find(ADJUSTMENT)) as Call<Given>,
  list: (async ({ adjustmentRecords }) => {
    for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, ADJUSTMENT] }])
      for (const filter of [{}, { status: 'PROPOSED' }] as const) await adjustmentRecords.list(filter, page);
  }) as Call<{ readonly adjustmentRecords: AdjustmentRecords }>,
};
