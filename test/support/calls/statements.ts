import type { OperatorId, StatementId } from '../../../core/kernel/ids.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import type { DrawnUp, StatementRepo, StatementViews } from '../../../core/statements/ports.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { BOOKING, LATER, LIMIT, N, NOW, OPERATOR } from './rows.ts';
import type { Calls } from './rows.ts';

const STATEMENT = N as StatementId;
const COMPANY = 2 as OperatorId;

const DRAWN: DrawnUp = {
  from: '2026-11-20',
  ...{ openingBalance: NOTHING, net: NOTHING, cashHeld: NOTHING, total: NOTHING },
  lines: [
    {
      ...{ bookingId: BOOKING, bookingCode: '', departsAt: NOW, kind: 'EARNED' },
      ...{ gross: NOTHING, commission: NOTHING, net: NOTHING },
    },
  ],
};

export const STATEMENT_CALLS: Calls<Stores, StatementRepo> = {
  nextNumber: ({ statements }) => statements.nextNumber(2026),
  add: ({ statements }) =>
    statements.add({
      ...{ operatorId: OPERATOR, year: 2026, sequence: 1_000_001, companyName: '', panNo: null, until: '2027-01-01' },
      madeAt: NOW,
    }),
  takeUp: ({ statements }) => statements.takeUp(STATEMENT, OPERATOR, LATER),
  carryOver: ({ statements }) => statements.carryOver(STATEMENT, COMPANY),
  drawUp: async ({ statements }) => {
    const id = await statements.add({
      ...{ operatorId: OPERATOR, year: 2026, sequence: 1_000_002, companyName: '', panNo: null, until: '2027-01-01' },
      madeAt: NOW,
    });
    await statements.drawUp(id, DRAWN);
  },
  pay: ({ statements }) => statements.pay(STATEMENT, { reference: 'NIC', paidAt: NOW }),
};

export const STATEMENT_VIEW_CALLS: Calls<Views, StatementViews> = {
  list: async ({ statementViews }) => {
    for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [STATEMENT] }])
      // Nearly all are PAID: those of every company are found without an index of theirs.
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
  ownerOf: ({ statementViews }) => statementViews.ownerOf(STATEMENT),
};

/** For an answer that is part of what a transaction does. */
export const STATEMENT_ANSWER_CALLS: Calls<Stores, Stores['statementViews']> = {
  find: ({ statementViews }) => statementViews.find(STATEMENT),
  ownerOf: ({ statementViews }) => statementViews.ownerOf(STATEMENT),
};
