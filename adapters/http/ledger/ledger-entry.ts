import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { type LedgerEntry, ACCOUNTS, ENTRY_KINDS } from '../../../core/ledger/entry.ts';
import { moment, nullable, rupees } from '../route/fields.ts';

const account = (example: string) => Type.String({ enum: [...ACCOUNTS], examples: [example] });
const key = (description: string, example: number | null) =>
  nullable(Type.Integer({ description, ...(example !== null && { examples: [example] }) }));

export const ledgerEntryResponse = Type.Object(
  {
    id: Type.Integer({ examples: [41] }),
    at: moment(),
    kind: Type.String({ enum: [...ENTRY_KINDS], examples: ['PAYMENT'] }),
    debit: account('GATEWAY'),
    credit: account('UNEARNED'),
    amount: rupees({ description: 'Gives the amount in NPR. It is above 0.' }),
    booking_id: key(
      'Identifies the booking that the row is about; null for a payout, a settlement, an adjustment, a receipt and a payment of an agent.',
      7,
    ),
    operator_id: key(
      'Identifies the company that the booking was made with, that is paid, that pays, or whose account is adjusted; null if there is none.',
      3,
    ),
    payment_id: key('Identifies the payment that came, or that is given back; null for rows about anything else.', 9),
    refund_id: key('Identifies the refund that became due, or was paid; null for rows about anything else.', null),
    statement_id: key('Identifies the statement that was paid; null for rows about anything else.', null),
    gateway: nullable(
      Type.String({
        description: 'Names the gateway whose part of account GATEWAY the row changes; null if it changes none.',
        examples: ['ESEWA'],
      }),
    ),
    adjustment_id: key('Identifies the adjustment that was confirmed; null for rows about anything else.', null),
    receipt_id: key('Identifies the receipt of what the company paid; null for rows about anything else.', null),
    agent_id: key('Identifies the agent whose part of account AGENT the row changes; null if it changes none.', null),
    agent_payment_id: key('Identifies the payment of an agent; null for rows about anything else.', null),
  },
  { title: 'LedgerEntry' },
);

export const toLedgerEntry = (entry: LedgerEntry) => ({
  id: entry.id,
  at: toIso(entry.at),
  kind: entry.kind,
  debit: entry.debit,
  credit: entry.credit,
  amount: toRupees(entry.amount),
  booking_id: entry.bookingId,
  operator_id: entry.operatorId,
  payment_id: entry.paymentId,
  refund_id: entry.refundId,
  statement_id: entry.statementId,
  gateway: entry.gateway,
  adjustment_id: entry.adjustmentId,
  receipt_id: entry.receiptId,
  agent_id: entry.agentId,
  agent_payment_id: entry.agentPaymentId,
});
