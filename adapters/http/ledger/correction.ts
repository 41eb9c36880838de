import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import {
  type AdjustmentRecord,
  type Decider,
  type Receipt,
  ADJUSTABLE_ACCOUNTS,
  ADJUSTMENT_STATUSES,
} from '../../../core/ledger/corrections.ts';
import { creationMoment, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';

const account = (example: string) => Type.String({ enum: [...ADJUSTABLE_ACCOUNTS], examples: [example] });

const person = Type.Object(
  { id: Type.Integer({ examples: [2] }), full_name: Type.String({ examples: ['Sita Rai'] }) },
  { title: 'Administrator' },
);

export const adjustmentResponse = Type.Object(
  {
    id: Type.Integer({ examples: [6] }),
    status: Type.String({ enum: [...ADJUSTMENT_STATUSES], examples: ['PROPOSED'] }),
    debit: account('FEES'),
    credit: account('GATEWAY'),
    amount: rupees({ description: 'Gives the amount in NPR. It is above 0.' }),
    operator_id: nullable(
      Type.Integer({ description: 'Identifies the company that the adjustment is about; null if it is about none.' }),
    ),
    gateway: nullable(
      Type.String({
        description:
          'Names the gateway whose part of account GATEWAY is corrected; null for a correction of other accounts.',
        examples: ['ESEWA'],
      }),
    ),
    agent_id: nullable(
      Type.Integer({
        description: 'Identifies the agent whose part of account AGENT is corrected; null for other accounts.',
      }),
    ),
    reason: Type.String(),
    proposed_by: person,
    proposed_at: moment(),
    decided_by: nullable(person),
    decided_at: nullable(
      moment({
        description: 'Tells when the adjustment was confirmed or rejected; null while it is PROPOSED.',
      }),
    ),
  },
  { title: 'Adjustment' },
);

const toPerson = ({ id, fullName }: Decider) => ({ id, full_name: fullName });

export const toAdjustmentResponse = (adjustment: AdjustmentRecord) => ({
  id: adjustment.id,
  status: adjustment.status,
  debit: adjustment.debit,
  credit: adjustment.credit,
  amount: toRupees(adjustment.amount),
  operator_id: adjustment.operatorId,
  gateway: adjustment.gateway,
  agent_id: adjustment.agentId,
  reason: adjustment.reason,
  proposed_by: toPerson(adjustment.proposedBy),
  proposed_at: toIso(adjustment.proposedAt),
  decided_by: adjustment.decidedBy && toPerson(adjustment.decidedBy),
  decided_at: isoOrNull(adjustment.decidedAt),
});

export const receiptResponse = Type.Object(
  {
    id: Type.Integer({ examples: [3] }),
    operator_id: Type.Integer({ examples: [4] }),
    amount: rupees(),
    reference: Type.String({ examples: ['NIC-88123'] }),
    created_at: creationMoment(),
  },
  { title: 'Receipt' },
);

export const toReceipt = ({ id, operatorId, amount, reference, at }: Receipt) => ({
  id,
  operator_id: operatorId,
  amount: toRupees(amount),
  reference,
  created_at: toIso(at),
});
