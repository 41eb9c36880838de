import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { ACCOUNTS, ENTRY_KINDS } from '../../../core/ledger/entry.ts';
import type { LedgerEntry } from '../../../core/ledger/entry.ts';
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
    amount: rupees({ description: 'NPR, above 0' }),
    booking_id: key('Null of a payout and of a settlement.', 7),
    operator_id: key('The company that the booking was made with, or that is paid.', 3),
    payment_id: key('The payment that came, or that is given back.', 9),
    refund_id: key('The refund that became due, or was paid.', null),
    statement_id: key('The statement that was paid.', null),
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
});
