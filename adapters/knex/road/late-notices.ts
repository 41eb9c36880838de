import type { BookingId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { LateNotices } from '../../../core/road/late-ports.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { type Sql, inBatches, tuples } from '../engine/sql.ts';

interface Row {
  readonly id: BookingId;
  readonly number: number | null;
  readonly planned_at: Instant | null;
  readonly expected_at: Instant | null;
}

/**
 * Stores messages about late buses in `late_notices`. Its primary key lets only one of several transactions send the
 * next message to a booking, and its check allows four of them.
 */
export const knexLateNotices = (sql: Sql, { happened }: Pick<TransactionNeeds, 'happened'>): LateNotices => ({
  async bookingsOn(trip) {
    const rows = await sql.rows<Row>`
      select bookings.id, late_notices.number, late_notices.planned_at, late_notices.expected_at
      from bookings
      left join late_notices on late_notices.booking_id = bookings.id and late_notices.number =
        (select max(number) from late_notices as earlier where earlier.booking_id = bookings.id)
      where bookings.schedule_id = ${trip} and bookings.booking_status = 'CONFIRMED'
      order by bookings.id`;
    return rows.map(({ id, number, planned_at: plannedAt, expected_at: expectedAt }) => ({
      bookingId: id,
      last: number === null || plannedAt === null || expectedAt === null ? null : { number, plannedAt, expectedAt },
    }));
  },

  async add(notices) {
    const added = await inBatches(
      notices,
      (batch) => sql.rows<{ booking_id: BookingId }>`
        insert into late_notices (booking_id, number, planned_at, expected_at, threshold, told_at)
        values ${tuples(
          batch.map(({ bookingId, number, plannedAt, expectedAt, threshold, at }) => [
            bookingId,
            number,
            plannedAt,
            expectedAt,
            threshold,
            at,
          ]),
        )}
        on conflict do nothing returning booking_id`,
    );
    return added.map(({ booking_id: id }) => id);
  },

  async tripSaidLate(trip, minutes, reached) {
    await raise(sql, trip, reached);
    happened({ of: 'delay', id: trip, minutes, isSaid: true });
  },

  async tripLate(trip, minutes, reached) {
    if (await raise(sql, trip, reached)) happened({ of: 'delay', id: trip, minutes, isSaid: false });
  },

  prune: (before, limit) => sql.changes`
    delete from late_notices where (booking_id, number) in (
      select booking_id, number from late_notices where told_at < ${before} order by told_at limit ${limit})`,
});

/** Raises the threshold that a trip has reached. Returns false if the trip has reached it before. */
const raise = async (sql: Sql, trip: number, reached: number): Promise<boolean> =>
  (await sql.changes`
    insert into bus_tracks (schedule_id, late_reached) values (${trip}, ${reached})
    on conflict (schedule_id) do update set late_reached = excluded.late_reached
    where bus_tracks.late_reached < excluded.late_reached`) > 0;
