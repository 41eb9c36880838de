import type { NumberedYear, StatementAuditReader, StatementOnRecord } from '../../core/audit/ports.ts';
import { isStated, withBooking } from './statements.ts';
import type { State } from './state.ts';
import type { StoredStatement } from './stored-statements.ts';

export const auditedStatements = (state: State): StatementAuditReader => {
  const all = (): readonly StoredStatement[] => [...state.statements.values()];

  const onRecord = ({ id, ...statement }: StoredStatement): StatementOnRecord => ({
    id,
    ...statement,
    lines: state.statementLines
      .filter(({ statementId }) => statementId === id)
      .map(({ line: { bookingId, kind, gross, commission, net } }) => ({ bookingId, kind, gross, commission, net })),
    entries: state.ledger
      .filter((entry) => state.stated.get(entry.id) === id)
      .map((entry) => ({ ...withBooking(state, entry), operatorId: entry.operatorId })),
    payouts: state.ledger.filter(({ statementId }) => statementId === id),
    carried: all()
      .filter(({ carriedTo }) => carriedTo === id)
      .map((earlier) => ({ id: earlier.id, operatorId: earlier.operatorId, total: earlier.total })),
    isFollowed: all().some((later) => later.operatorId === statement.operatorId && later.id > id),
  });

  return {
    statements: async (after, limit) =>
      all()
        .filter(({ id }) => id > after)
        .sort((one, other) => one.id - other.id)
        .slice(0, limit)
        .map(onRecord),

    numberedYears: async () =>
      [...state.statementNumbers].map(([year, last]): NumberedYear => {
        const sequences = all().flatMap((statement) => (statement.year === year ? [statement.sequence] : []));
        return { year, last, count: sequences.length, highest: Math.max(0, ...sequences) };
      }),

    async unstatedEntries(after, limit) {
      const made = new Set([...state.statements.keys(), ...[...state.statementDrafts.values()].map(({ id }) => id)]);
      return state.ledger
        .filter((entry) => entry.id > after && entry.operatorId !== null && isStated(entry))
        .filter(({ id }) => {
          const statement = state.stated.get(id);
          return statement !== undefined && !made.has(statement);
        })
        .sort((one, other) => one.id - other.id)
        .slice(0, limit);
    },

    // The memory stores keep no list of ledger rows without a statement, so no row can be listed wrongly.
    wronglyListed: async () => [],
  };
};
