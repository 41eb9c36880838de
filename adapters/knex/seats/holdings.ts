import type { SeatNumber, TripId, SeatHolder } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { Holdings } from '../../../core/seats/ports.ts';
import { type Sql, forUpdateSkipLocked, list, tuples } from '../engine/sql.ts';

/**
 * Stands for the trip in a lock on a passenger alone. No trip has this id, so a lock on passenger and trip never has
 * the same key.
 */
const ANY_TRIP = 0;

/**
 * On Postgres, locks a passenger until the transaction ends. A transaction that counts a passenger's rows and then adds
 * one takes this lock first. The count then sees the rows of the previous transaction. SQLite has a single writer.
 */
export function lockPassenger(sql: Sql, passenger: SeatHolder): void {
  if (sql.dialect === 'postgres') sql.post`select pg_advisory_xact_lock(${ANY_TRIP}, ${passenger})`;
}

/**
 * Stores holds in `seat_locks`, and holding periods in `hold_runs`, where they stay for a while after the hold ended.
 */
export const knexHoldings = (sql: Sql): Holdings => ({
  async trips(passenger, now) {
    lockPassenger(sql, passenger);
    const rows = await sql.rows<{ readonly schedule_id: TripId; readonly expires_at: Instant }>`
      select schedule_id, max(expires_at) as expires_at from seat_locks
      where locked_by = ${passenger} and expires_at > ${now} and wait_id is null group by schedule_id`;
    return rows.map((row) => ({ tripId: row.schedule_id, until: row.expires_at }));
  },

  async runs(passenger, trip, endedAfter) {
    const rows = await sql.rows<{ readonly seat_number: SeatNumber; readonly held_since: Instant }>`
      select seat_number, held_since from hold_runs
      where user_id = ${passenger} and schedule_id = ${trip} and held_until > ${endedAfter}`;
    return rows.map((row) => ({ seat: row.seat_number, since: row.held_since }));
  },

  async extend(passenger, trip, runs) {
    sql.post`
      insert into hold_runs (user_id, schedule_id, seat_number, held_since, held_until)
      values ${tuples(runs.map(({ seat, since, until }) => [passenger, trip, seat, since, until]))}
      on conflict (user_id, schedule_id, seat_number)
      do update set held_since = excluded.held_since, held_until = excluded.held_until`;
  },

  async end(passenger, trip, seats, at) {
    sql.post`
      update hold_runs set held_until = ${at}
      where user_id = ${passenger} and schedule_id = ${trip} and seat_number in ${list(seats)} and held_until > ${at}`;
  },

  // The subquery is materialized, because Postgres may run a subquery once for each row. Every run would lock and
  // delete further rows.
  prune: (before, limit) => sql.changes`
    with ended as materialized (
      select user_id, schedule_id, seat_number from hold_runs
      where held_until <= ${before} order by held_until limit ${limit} ${forUpdateSkipLocked(sql)})
    delete from hold_runs where (user_id, schedule_id, seat_number) in (
      select user_id, schedule_id, seat_number from ended)`,
});
