import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { type Section, type Stop, isWholeRoad, lastStop } from '../../../core/trips/sections.ts';
import { type Sql, fragment, inBatches, list, padded } from '../engine/sql.ts';
import { toRoad } from './road.ts';
import { stillBlocked } from './seat-rows.ts';

interface StoppingTrip {
  readonly id: TripId;
  readonly stops: readonly Stop[];
}

type BlockRow = Section & { readonly id: TripId };

/** Trips whose stops must not change: trips with a booking, a hold, or a block of a section. */
export async function fixedAmong(sql: Sql, trips: readonly StoppingTrip[], now: Instant): Promise<ReadonlySet<TripId>> {
  const booked = await inBatches(trips, (batch) => {
    const ids = list(padded(batch.map(({ id }) => id)));
    return sql.rows<{ id: TripId }>`
      select schedule_id as id from bookings where schedule_id in ${ids}
      union select schedule_id from seat_locks where schedule_id in ${ids} and expires_at > ${now}`;
  });
  const blocks = await inBatches(
    trips,
    (batch) => sql.rows<BlockRow>`
      select blocked.schedule_id as id, blocked.from_stop as "from", blocked.to_stop as "to"
      from seat_blocks as blocked
      where blocked.schedule_id in ${list(padded(batch.map(({ id }) => id)))} and ${stillBlocked(now)}`,
  );
  const roads = new Map(trips.map((trip) => [trip.id, trip]));
  const partly = blocks.filter(({ id, ...section }) => {
    const trip = roads.get(id);
    return trip && !isWholeRoad(trip, section);
  });
  return new Set([...booked, ...partly].map(({ id }) => id));
}

/** Makes blocks of the whole trip end at the new last stop of changed trips. Call this before the trips are written. */
export async function stretchBlocks(sql: Sql, trips: readonly StoppingTrip[]): Promise<void> {
  const after = new Map(trips.map((trip) => [trip.id, lastStop(trip)]));
  const blocked = await inBatches(
    trips,
    (batch) => sql.rows<{ id: TripId; stops: string }>`
      select id, stops from schedules where id in ${list(padded(batch.map(({ id }) => id)))} and has_blocks`,
  );
  for (const { id, stops } of blocked) {
    const [last, newLast] = [lastStop(toRoad({ stops, fares: '[]' })), after.get(id)];
    if (newLast === undefined || newLast === last) continue;
    const whole = fragment`schedule_id = ${id} and from_stop = 0 and to_stop = ${last}`;
    await sql.changes`update seat_blocks set to_stop = ${newLast} where ${whole}`;
  }
}
