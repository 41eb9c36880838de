import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Road, type Section, type Times, timesOf } from '../../../core/trips/sections.ts';
import { type Sql, inBatches, list, padded } from '../engine/sql.ts';

type TimedTrip = Pick<Road, 'stops'> & Times & { readonly id: TripId };

/**
 * Locks the bookings of sections that have not arrived, so that `followSections` may change them. Call this before the
 * trips are locked: a booking's row is always locked before its trip's row.
 */
export async function lockSections(sql: Sql, trips: readonly TripId[], now: Instant): Promise<void> {
  if (sql.dialect !== 'postgres') return;
  await inBatches(
    trips,
    (batch) => sql.rows`
      select id from bookings where schedule_id in ${list(padded(batch))} and section_arrives > ${now}
      order by payment_deadline, id for update`,
  );
}

/** Copies a locked trip's new times to its bookings of sections. Sections that arrived by `now` keep their times. */
export async function followSections(sql: Sql, trip: TimedTrip, now: Instant): Promise<void> {
  const sections = await sql.rows<Section>`
    select distinct from_stop as "from", to_stop as "to" from bookings
    where schedule_id = ${trip.id} and section_arrives > ${now}`;
  for (const { from, to } of sections) {
    const { departsAt, arrivesAt } = timesOf(trip, { from, to });
    await sql.changes`
      update bookings set section_departs = ${departsAt}, section_arrives = ${arrivesAt},
        earns_at = ${departsAt}, completes_at = ${arrivesAt}
      where schedule_id = ${trip.id} and from_stop = ${from} and to_stop = ${to} and section_arrives > ${now}`;
  }
}
