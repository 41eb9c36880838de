import type { StatementId } from '../../core/kernel/ids.ts';
import { NOTHING, plus } from '../../core/kernel/money.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { StatementFilter, StatementRepo, StatementViews } from '../../core/statements/ports.ts';
import type { StatedEntry, Statement, StatementSums } from '../../core/statements/statement.ts';
import { listed } from './keyset.ts';
import { nextId, put } from './state.ts';
import type { State } from './state.ts';
import type { StoredStatement } from './stored-statements.ts';

const EMPTY: Pick<StoredStatement, keyof StatementSums | 'lines' | 'carriedTo' | 'status' | 'reference' | 'paidAt'> = {
  ...{ openingBalance: NOTHING, net: NOTHING, cashHeld: NOTHING, total: NOTHING },
  ...{ lines: [], carriedTo: null, status: 'OPEN', reference: null, paidAt: null },
};

export const memoryStatements = (state: State): StatementRepo => {
  const change = (id: StatementId, changed: Partial<StoredStatement>): void => {
    const statement = state.statements.get(id);
    if (statement) put(state.statements, { ...statement, ...changed });
  };

  return {
    async nextNumber(year) {
      const last = state.statementNumbers.get(year) ?? 0;
      state.statementNumbers.set(year, last + 1);
      return { year, sequence: last + 1 };
    },

    add: async (statement) =>
      put(state.statements, { ...EMPTY, ...statement, id: nextId<StatementId>(state), from: statement.until }),

    async takeUp(id, operatorId, end) {
      for (const entry of state.ledger)
        if (entry.operatorId === operatorId && entry.at < end && isStated(entry) && !state.stated.has(entry.id))
          state.stated.set(entry.id, id);
      return state.ledger
        .filter((entry) => state.stated.get(entry.id) === id)
        .map((entry) => withBooking(state, entry));
    },

    async carryOver(id, operatorId) {
      const owed = [...state.statements.values()].filter(
        (statement) =>
          statement.operatorId === operatorId &&
          statement.total < 0 &&
          statement.carriedTo === null &&
          statement.id !== id,
      );
      for (const { id: earlier } of owed) change(earlier, { carriedTo: id });
      return owed.reduce((sum, { total }) => plus(sum, total), NOTHING);
    },

    drawUp: async (id, drawn) => change(id, drawn),

    async pay(id, payment) {
      if (state.statements.get(id)?.status !== 'OPEN') return false;
      change(id, { status: 'PAID', ...payment });
      return true;
    },
  };
};

/** Whether statements are made of it. */
const isStated = ({ kind, debit, credit }: LedgerEntry): boolean =>
  kind !== 'PAYOUT' && [debit, credit].some((account) => account === 'OPERATOR' || account === 'CASH');

export function withBooking(
  state: State,
  { id, at, kind, debit, credit, amount, bookingId }: LedgerEntry,
): StatedEntry {
  const booking = bookingId === null ? undefined : state.bookings.get(bookingId);
  const trip = booking && state.trips.get(booking.tripId);
  if (!trip) throw new Error(`Row ${id} of the ledger is about no booking.`);
  return {
    ...{ id, at, kind, debit, credit, amount },
    booking: {
      ...{ id: booking.id, code: booking.code, departsAt: trip.departsAt, total: booking.total },
      fee: state.cancellations.get(booking.id)?.fee ?? null,
    },
  };
}

const toStatement = ({ lines: _, carriedTo: __, ...statement }: StoredStatement): Statement => statement;

export const memoryStatementViews = (state: State): StatementViews => {
  const fits = (statement: Statement, { operatorId, status }: StatementFilter): boolean =>
    (operatorId === undefined || statement.operatorId === operatorId) &&
    (status === undefined || statement.status === status);

  return {
    list: async (filter, page) =>
      listed(
        [...state.statements.values()].map(toStatement).filter((statement) => fits(statement, filter)),
        page,
        ({ id }) => [id],
        'desc',
      ),

    async find(id) {
      const statement = state.statements.get(id);
      return statement && { ...toStatement(statement), lines: statement.lines };
    },

    ownerOf: async (id) => state.statements.get(id)?.operatorId,
  };
};
