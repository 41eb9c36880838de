import type { LossReader, NumberGap } from '../../../core/audit/losses.ts';
import { type Sql, list, powersOfTwo, raw } from '../engine/sql.ts';

/** Tables whose ids count up with time, and the column with the moment of a row. */
const NUMBERED = [
  ['bookings', 'booked_at'],
  ['payments', 'created_at'],
  ['refunds', 'created_at'],
  ['ledger_entries', 'at'],
  ['scans', 'received_at'],
] as const;

/** Reads what a failover may have lost. Whole tables are read, because the command is for the day after a loss. */
export const auditedLosses = (sql: Sql): LossReader => ({
  async numberGaps(since) {
    const gaps: NumberGap[] = [];
    for (const [table, moment] of NUMBERED)
      gaps.push(
        ...(
          await sql.rows<Omit<NumberGap, 'table'>>`
            select before + 1 as first, id - 1 as last, made_at as at
            from (select id, ${raw(moment)} as made_at, lag(id) over (order by id) as before from ${raw(table)}) as numbered
            where made_at >= ${since} and id > before + 1 order by id`
        ).map((gap) => ({ table, ...gap })),
      );
    return gaps;
  },

  async recordedEvents(ids) {
    const found: string[] = [];
    for (const batch of powersOfTwo(ids))
      found.push(
        ...(await sql.rows<{ id: string }>`select event_id as id from outbox where event_id in ${list(batch)}`).map(
          ({ id }) => id,
        ),
      );
    return found;
  },
});
