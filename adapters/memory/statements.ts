import { timesOfBooking } from '../../core/bookings/journey.ts';
import type { LedgerEntryId, OperatorId, StatementId } from '../../core/kernel/ids.ts';
import { NOTHING, plus } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type {
  StatementDraft,
  StatementFilter,
  StatementRepo,
  StatementViews,
} from '../../core/ledger/statement-ports.ts';
import {
  type StatedEntry,
  type Statement,
  type StatementSums,
  sortKeyOf,
  statedMoney,
} from '../../core/ledger/statement.ts';
import { listed } from './keyset.ts';
import { type State, nextId, put } from './state.ts';
import type { StoredStatement } from './stored-statements.ts';

const EMPTY: Pick<StoredStatement, keyof StatementSums | 'carriedTo' | 'status' | 'reference' | 'paidAt'> = {
  openingBalance: NOTHING,
  net: NOTHING,
  cashHeld: NOTHING,
  total: NOTHING,
  carriedTo: null,
  status: 'OPEN',
  reference: null,
  paidAt: null,
};

export const memoryStatements = (state: State): StatementRepo => {
  const change = (id: StatementId, changed: Partial<StoredStatement>): void => {
    const statement = state.statements.get(id);
    if (statement) put(state.statements, { ...statement, ...changed });
  };
  const unstated = (operatorId: OperatorId, end: Instant): readonly LedgerEntry[] =>
    state.ledger.filter(
      (entry) => entry.operatorId === operatorId && entry.at < end && isStated(entry) && !state.stated.has(entry.id),
    );

  return {
    hasUnstated: async (operatorId, end) => unstated(operatorId, end).length > 0,

    lockDraft: async (operatorId) => state.statementDrafts.get(operatorId),

    async begin(given) {
      const draft: StatementDraft = {
        ...given,
        id: nextId<StatementId>(state),
        upTo: Math.max(0, ...state.ledger.map(({ id }) => id)) as LedgerEntryId,
        passed: Number.MIN_SAFE_INTEGER,
        firstAt: null,
        net: NOTHING,
        cashHeld: NOTHING,
      };
      state.statementDrafts.set(given.operatorId, draft);
      return draft;
    },

    async takeUp({ id, operatorId, end, upTo, passed }, limit) {
      const wanted = unstated(operatorId, end)
        .filter((entry) => entry.id <= upTo && groupOf(entry) > passed)
        .sort((one, other) => groupOf(one) - groupOf(other));
      const beyond = wanted[limit];
      const whole = beyond ? wanted.filter((entry) => groupOf(entry) < groupOf(beyond)) : wanted;
      const taken = whole.length > 0 || !beyond ? whole : wanted.filter((entry) => groupOf(entry) === groupOf(beyond));
      for (const entry of taken) state.stated.set(entry.id, id);
      const last = taken.at(-1);
      return {
        entries: taken.map((entry) => withBooking(state, entry)),
        passed: last ? groupOf(last) : passed,
        isLast: taken.length === wanted.length,
      };
    },

    async addLines(statementId, lines) {
      for (const line of lines) state.statementLines.push({ statementId, line });
    },

    async saveDraft(draft) {
      state.statementDrafts.set(draft.operatorId, draft);
    },

    async nextNumber(year) {
      const last = state.statementNumbers.get(year) ?? 0;
      state.statementNumbers.set(year, last + 1);
      return { year, sequence: last + 1 };
    },

    async add(statement) {
      state.statementDrafts.delete(statement.operatorId);
      put(state.statements, { ...EMPTY, ...statement });
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

    setSums: async (id, sums) => change(id, sums),

    async pay(id, payment) {
      if (state.statements.get(id)?.status !== 'OPEN') return false;
      change(id, { status: 'PAID', ...payment });
      return true;
    },
  };
};

/** Whether a ledger row belongs on a company's statement. */
export const isStated = ({ kind, debit, credit }: LedgerEntry): boolean =>
  kind !== 'PAYOUT' && [debit, credit].some((account) => account === 'OPERATOR' || account === 'CASH');

export function withBooking(
  state: State,
  { id, at, kind, debit, credit, amount, bookingId }: LedgerEntry,
): StatedEntry {
  const row = { id, at, kind, debit, credit, amount };
  if (bookingId === null) return { ...row, booking: null };
  const booking = state.bookings.get(bookingId);
  const trip = booking && state.trips.get(booking.tripId);
  const cancelled = state.cancellations.get(bookingId);
  if (!trip) throw new Error(`Row ${id} of the ledger is about a booking that is not there.`);
  return {
    ...row,
    booking: {
      id: booking.id,
      code: booking.code,
      departsAt: timesOfBooking(booking, trip).departsAt,
      ...statedMoney({
        ...booking,
        cancelledAt: cancelled?.at ?? null,
        cancellationFee: cancelled?.fee ?? null,
      }),
    },
  };
}

/** The group of a ledger row. All rows of a booking go on one statement; a row without a booking is its own group. */
const groupOf = (entry: LedgerEntry | undefined): number => entry?.bookingId ?? 0 - (entry?.id ?? 0);

const toStatement = ({ carriedTo: _, ...statement }: StoredStatement): Statement => statement;

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
      return statement && toStatement(statement);
    },

    async lines(id, page) {
      const lines = state.statementLines.filter(({ statementId }) => statementId === id).map(({ line }) => line);
      const { rows, next } = listed(lines, page, sortKeyOf, 'asc');
      return { rows: rows.map(({ entryId: _, at: __, ...line }) => line), next };
    },

    ownerOf: async (id) => state.statements.get(id)?.operatorId,
  };
};
