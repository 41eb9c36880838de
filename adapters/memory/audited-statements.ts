import type { NumberedYear, StatementAuditReader, StatementOnRecord } from '../../core/audit/statement-ports.ts';
import { withBooking } from './statements.ts';
import type { State } from './state.ts';
import type { StoredStatement } from './stored-statements.ts';

export const auditedStatements = (state: State): StatementAuditReader => {
  const all = (): readonly StoredStatement[] => [...state.statements.values()];

  const onRecord = ({ id, lines, ...statement }: StoredStatement): StatementOnRecord => ({
    ...{ id, ...statement },
    lines: lines.map(({ bookingId, kind, gross, commission, net }) => ({ bookingId, kind, gross, commission, net })),
    entries: state.ledger
      .filter((entry) => state.stated.get(entry.id) === id)
      .map((entry) => ({ ...withBooking(state, entry), operatorId: entry.operatorId })),
    payouts: state.ledger
      .filter(({ statementId }) => statementId === id)
      .map(({ debit, credit, amount, operatorId }) => ({ debit, credit, amount, operatorId })),
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

    strayPayouts: async () =>
      state.ledger
        .filter(
          ({ kind, statementId }) => kind === 'PAYOUT' && (statementId === null || !state.statements.has(statementId)),
        )
        .map(({ id }) => id),
  };
};
