import type { LedgerEntryId, OperatorId, StatementId } from '../../../core/kernel/ids.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import type { StatementDraft, StatementRepo, StatementViews } from '../../../core/ledger/statement-ports.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { type Calls, BOOKING, LATER, LIMIT, N, NOW, OPERATOR, USER } from './rows.ts';

const STATEMENT = N as StatementId;
const COMPANY = 2 as OperatorId;

/** A draft statement to which no ledger rows have been added yet. */
const DRAFT: StatementDraft = {
  id: 200_001 as StatementId,
  operatorId: OPERATOR,
  until: '2026-11-20',
  end: LATER,
  madeBy: USER,
  upTo: 1_000_000 as LedgerEntryId,
  passed: 0,
  firstAt: null,
  net: NOTHING,
  cashHeld: NOTHING,
};

const SUMS = { openingBalance: NOTHING, net: NOTHING, cashHeld: NOTHING, total: NOTHING };

export const STATEMENT_CALLS: Calls<Stores, StatementRepo> = {
  hasUnstated: ({ statements }) => statements.hasUnstated(OPERATOR, LATER),
  lockDraft: ({ statements }) => statements.lockDraft(OPERATOR),
  begin: ({ statements }) => statements.begin(DRAFT),
  takeUp: ({ statements }) => statements.takeUp(DRAFT, 100),
  addLines: ({ statements }) =>
    statements.addLines(DRAFT.id, [
      {
        bookingId: BOOKING,
        bookingCode: '',
        departsAt: NOW,
        kind: 'EARNED',
        entryId: 1 as LedgerEntryId,
        at: NOW,
        gross: NOTHING,
        commission: NOTHING,
        net: NOTHING,
      },
    ]),
  saveDraft: ({ statements }) => statements.saveDraft(DRAFT),
  nextNumber: ({ statements }) => statements.nextNumber(2026),
  add: ({ statements }) =>
    statements.add({
      id: DRAFT.id,
      operatorId: OPERATOR,
      year: 2026,
      sequence: 1_000_001,
      companyName: '',
      panNo: null,
      from: '2027-01-01',
      until: '2027-01-01',
      madeAt: NOW,
    }),
  carryOver: ({ statements }) => statements.carryOver(STATEMENT, COMPANY),
  setSums: ({ statements }) => statements.setSums(STATEMENT, SUMS),
  pay: ({ statements }) => statements.pay(STATEMENT, { reference: 'NIC', paidAt: NOW }),
};

export const STATEMENT_VIEW_CALLS: Calls<Views, StatementViews> = {
  list: async ({ statementViews }) => {
    for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [STATEMENT] }])
      // Nearly all statements are PAID, so the filter PAID alone needs no index of its own.
      for (const filter of [
        {},
        { status: 'OPEN' },
        { operatorId: OPERATOR },
        { operatorId: OPERATOR, status: 'OPEN' },
        { operatorId: OPERATOR, status: 'PAID' },
      ] as const)
        await statementViews.list(filter, page);
  },
  find: ({ statementViews }) => statementViews.find(STATEMENT),
  lines: async ({ statementViews }) => {
    for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [0, NOW, '', 0, 1] }])
      await statementViews.lines(STATEMENT, page);
  },
  ownerOf: ({ statementViews }) => statementViews.ownerOf(STATEMENT),
};

/** Calls that use cases make inside their transaction, to return the statement that they have changed. */
export const STATEMENT_ANSWER_CALLS: Calls<Stores, Stores['statementViews']> = {
  find: ({ statementViews }) => statementViews.find(STATEMENT),
  lines: ({ statementViews }) => statementViews.lines(STATEMENT, { limit: LIMIT }),
};
