import type { TripId } from '../../../core/kernel/ids.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import {
  type RoadCounts,
  type TakenPlaces,
  type TakenSeat,
  countPlaces,
  countSeats,
} from '../../../core/trips/seat-counts.ts';
import { type Sql, inBatches, list, padded, raw } from '../engine/sql.ts';
import { placesOffered, stillBlocked, stillSold } from './seat-rows.ts';

/** A trip with intermediate stops. */
interface CountedTrip {
  readonly id: TripId;
  readonly hasSeatMap: boolean;
  readonly parts: number;
  /** The number of seats in use on the bus. */
  readonly seats: number;
}

const SECTION = raw('from_stop as "from", to_stop as "to"');
/**
 * Whether the seat is in use on the trip's present bus. Passengers who arrived before the bus was exchanged keep their
 * seats of the earlier bus.
 */
const IS_ACTIVE = raw(`(
  select bus_seats.is_active and bus_seats.bus_id = schedules.bus_id from bus_seats, schedules
  where bus_seats.id = seat_id and schedules.id = schedule_id) as is_active`);

interface SeatRow extends Omit<TakenSeat, 'isActive'> {
  readonly id: TripId;
  readonly is_active: boolean;
}

const seatsOf = (sql: Sql, trips: readonly CountedTrip[], now: Instant): Promise<readonly SeatRow[]> =>
  inBatches(trips, (batch) => {
    const ids = list(padded(batch.map(({ id }) => id)));
    return sql.rows<SeatRow>`
      select schedule_id as id, seat_id as seat, ${SECTION}, 'sold' as taken, ${IS_ACTIVE}
      from booking_seats as sold where schedule_id in ${ids} and ${stillSold(now)}
      union all
      select schedule_id, seat_id, from_stop, to_stop, 'held', ${IS_ACTIVE}
      from seat_locks where schedule_id in ${ids} and expires_at > ${now}
      union all
      select schedule_id, seat_id, from_stop, to_stop, 'blocked', ${IS_ACTIVE}
      from seat_blocks as blocked where schedule_id in ${ids} and seat_id is not null and ${stillBlocked(now)}`;
  });

type PlacesRow = TakenPlaces & { readonly id: TripId };

const placesOf = (sql: Sql, trips: readonly CountedTrip[], now: Instant): Promise<readonly PlacesRow[]> =>
  inBatches(trips, (batch) => {
    const ids = list(padded(batch.map(({ id }) => id)));
    return sql.rows<PlacesRow>`
      select schedule_id as id, seats_count as places, ${SECTION}, 'sold' as taken from bookings
      where schedule_id in ${ids} and booking_status in ('PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED')
        and not (booking_status = 'PENDING_PAYMENT' and payment_deadline <= ${now})
      union all
      select schedule_id, places, from_stop, to_stop, 'blocked'
      from seat_blocks as blocked where schedule_id in ${ids} and places is not null and ${stillBlocked(now)}
      union all
      select schedule_id, seats, from_stop, to_stop, 'held'
      from waits where schedule_id in ${ids} and ${placesOffered(now)}`;
  });

/** Counts the seats of trips with intermediate stops. */
export async function countRoads(
  sql: Sql,
  trips: readonly CountedTrip[],
  now: Instant,
): Promise<ReadonlyMap<TripId, RoadCounts>> {
  const seats = await seatsOf(
    sql,
    trips.filter(({ hasSeatMap }) => hasSeatMap),
    now,
  );
  const places = await placesOf(
    sql,
    trips.filter(({ hasSeatMap }) => !hasSeatMap),
    now,
  );
  const isOn = (trip: CountedTrip) => (row: { readonly id: TripId }) => row.id === trip.id;
  return new Map(
    trips.map((trip): [TripId, RoadCounts] => [
      trip.id,
      trip.hasSeatMap
        ? countSeats(trip, seats.filter(isOn(trip)).map(toTakenSeat))
        : countPlaces(trip, places.filter(isOn(trip))),
    ]),
  );
}

const toTakenSeat = ({ is_active: isActive, ...row }: SeatRow): TakenSeat => ({ ...row, isActive });
