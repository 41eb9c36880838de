import {
  type AddedTrip,
  type CatalogueTrip,
  type RouteId,
  type TripOutcome,
  requestedTrip,
} from '../../../core/catalogue/catalogue.ts';
import type { BusId, CityId, TripId } from '../../../core/kernel/ids.ts';
import type { Paisa } from '../../../core/kernel/money.ts';
import { type Instant, minutesBetween } from '../../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../../core/stores.ts';
import { stopMinuteFaults } from '../../../core/trips/road-faults.ts';
import { type Ends, type Road, isAhead } from '../../../core/trips/sections.ts';
import type { TripStatus } from '../../../core/trips/trip.ts';
import { inOrder } from '../engine/in-order.ts';
import { type Sql, fragment, inBatches, list, tuples } from '../engine/sql.ts';
import { fixedAmong, stretchBlocks } from '../trips/fixed-stops.ts';
import { toTripState } from '../trips/planned-trips.ts';
import { type RoadRow, fromFares, fromStops, toRoad } from '../trips/road.ts';
import { addSections, forgetSections } from '../trips/trip-sections.ts';
import { lockTrips, tripsMisfit, tripsSold } from '../trips/trips.ts';
import { followSections, lockSections } from '../bookings/followed-sections.ts';

/* Writes the trips of a catalogue to `schedules`. */

type StoppingPlan = CatalogueTrip & Ends & { readonly id: TripId };

interface TripRow extends RoadRow {
  readonly id: TripId;
  readonly schedule_key: string;
  readonly route_id: RouteId;
  readonly bus_id: BusId;
  readonly fare_paisa: Paisa;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly status: TripStatus;
  readonly departed_at: Instant | null;
  readonly changed_in_office: boolean;
}

const isSame = (trip: CatalogueTrip, row: TripRow): boolean =>
  row.route_id === trip.routeId &&
  row.bus_id === trip.busId &&
  row.fare_paisa === trip.fare &&
  row.departure_time === trip.departsAt &&
  row.arrival_time === trip.arrivesAt &&
  row.status === trip.status &&
  hasSameRoad(trip, row);

const hasSameRoad = (trip: Road, row: RoadRow): boolean =>
  row.stops === fromStops(trip) && row.fares === fromFares(trip);

const toTrip = (row: TripRow): CatalogueTrip => ({
  key: row.schedule_key,
  routeId: row.route_id,
  busId: row.bus_id,
  fare: row.fare_paisa,
  departsAt: row.departure_time,
  arrivesAt: row.arrival_time,
  status: row.status,
  ...toRoad(row),
});

async function tripsByKey(sql: Sql, trips: readonly CatalogueTrip[]): Promise<ReadonlyMap<string, TripRow>> {
  const rows = await inBatches(
    trips,
    (batch) => sql.rows<TripRow>`
      select id, schedule_key, route_id, bus_id, fare_paisa, departure_time, arrival_time, status, stops, fares,
        departed_at, changed_in_office
      from schedules where schedule_key in ${list(batch.map(({ key }) => key))}`,
  );
  return new Map(rows.map((row) => [row.schedule_key, row]));
}

/** Adds missing trips: see `Catalogue.addTrips`. */
export async function addTrips(sql: Sql, trips: readonly CatalogueTrip[]): Promise<readonly AddedTrip[]> {
  const found = new Map<string, AddedTrip>();
  const there = await tripsByKey(sql, trips);
  for (const trip of trips) {
    const row = there.get(trip.key);
    if (row) found.set(trip.key, { id: row.id, differs: !isSame(requestedTrip(trip, toTrip(row)), row) });
  }
  const unknown = trips.filter(({ key }) => !there.has(key));
  const added = await writeTrips(sql, unknown);
  for (const { id, schedule_key: key } of added) found.set(key, { id, differs: false });
  const ids = new Map(added.map((row) => [row.schedule_key, row.id]));
  await addSections(sql, await plansOf(sql, unknown, ids));
  return inOrder(
    trips.map(({ key }) => key),
    found,
  );
}

/** A trip of the catalogue, and the present row of the same trip. */
export interface Change {
  readonly trip: CatalogueTrip;
  readonly row: TripRow;
}

/** Brings existing trips up to date: see `Catalogue.changeTrips`. */
export async function changeTrips(
  sql: Sql,
  trips: readonly CatalogueTrip[],
  now: Instant,
  happened: TransactionNeeds['happened'],
): Promise<readonly { readonly id: TripId; readonly outcome: TripOutcome }[]> {
  const seen = (await changesOf(sql, trips)).filter((change) => mayChange(change, now));
  await followSooner(sql, seen);
  await lockSections(sql, idsOf(seen.filter(({ row }) => toRoad(row).stops.length > 0)), now);
  await lockTrips(sql, idsOf(seen));
  // The trips are read again after the lock, because somebody in the office may have changed a trip.
  const given = await changesOf(sql, trips);
  const fixed = await fixedRoads(sql, given, now);
  const all = given.map((change) => (fixed.has(change.row.id) ? withPresentRoad(change) : change));
  const changes = all.filter((change) => mayChange(change, now));
  const sold = await soldOtherwise(sql, changes, now);
  const written = changes.filter((change) => !sold.has(change.row.id) && !isSame(change.trip, change.row));
  await writeChanges(sql, written, now);
  for (const { row } of written) happened({ of: 'trip', id: row.id, before: toTripState(row) });
  const isWritten = new Set(idsOf(written));
  return all.map((change) => {
    const outcome = outcomeOf(change, sold, now);
    const { id } = change.row;
    if (outcome !== 'changed' || !fixed.has(id)) return { id, outcome };
    return { id, outcome: isWritten.has(id) ? 'changed without its road' : 'kept' };
  });
}

/**
 * Trips whose stops and fares must not change, although the catalogue has other ones. `withPresentRoad` keeps the
 * stored stops and fares. If they do not fit the new route or times, the whole trip stays unchanged.
 */
async function fixedRoads(sql: Sql, changes: readonly Change[], now: Instant): Promise<ReadonlySet<TripId>> {
  const differing = changes.filter(({ trip, row }) => !hasSameRoad(trip, row));
  return fixedAmong(
    sql,
    differing.map(({ row }) => ({ id: row.id, stops: toRoad(row).stops })),
    now,
  );
}

function withPresentRoad({ trip, row }: Change): Change {
  const road = toRoad(row);
  const isFitting =
    trip.routeId === row.route_id &&
    stopMinuteFaults(road, minutesBetween(trip.departsAt, trip.arrivesAt)).length === 0;
  return { row, trip: isFitting || road.stops.length === 0 ? { ...trip, ...road } : toTrip(row) };
}

async function writeChanges(sql: Sql, changes: readonly Change[], now: Instant): Promise<void> {
  const trips = changes.map(({ trip }) => trip);
  const plans = await plansOf(sql, trips, new Map(changes.map(({ row }) => [row.schedule_key, row.id])));
  await stretchBlocks(
    sql,
    changes.map(({ trip, row }) => ({ id: row.id, stops: trip.stops })),
  );
  await inBatches(trips, (batch) => writeTrips(sql, batch));
  await forgetSections(sql, idsOf(changes));
  await addSections(sql, plans);
  for (const plan of plans) await followSections(sql, plan, now);
}

/** The trips that have intermediate stops, each with its id and the cities of its ends. */
async function plansOf(
  sql: Sql,
  trips: readonly CatalogueTrip[],
  ids: ReadonlyMap<string, TripId>,
): Promise<readonly StoppingPlan[]> {
  const stopping = trips.filter(({ stops }) => stops.length > 0);
  const routes = await inBatches(
    [...new Set(stopping.map(({ routeId }) => routeId))],
    (batch) => sql.rows<{ id: RouteId; source_city_id: CityId; destination_city_id: CityId }>`
      select id, source_city_id, destination_city_id from routes where id in ${list(batch)}`,
  );
  const ends = new Map(routes.map((row) => [row.id, row]));
  return stopping.flatMap((trip) => {
    const [id, route] = [ids.get(trip.key), ends.get(trip.routeId)];
    if (id === undefined || !route) return [];
    return { ...trip, id, sourceCityId: route.source_city_id, destinationCityId: route.destination_city_id };
  });
}

function outcomeOf(change: Change, sold: ReadonlySet<TripId>, now: Instant): TripOutcome {
  if (!mayChange(change, now)) return 'kept';
  if (sold.has(change.row.id)) return 'sold';
  return isCancelled(change) ? 'cancelled' : 'changed';
}

const isCancelled = ({ trip, row }: Change): boolean => trip.status === 'CANCELLED' && row.status === 'ACTIVE';

/** Whether a person has changed the trip, or has reported that its bus left. */
export const isTouched = ({ row }: Change): boolean => row.changed_in_office || row.departed_at !== null;

/** Whether the trip may change. A trip that has arrived can't be cancelled any more. */
const mayChange = (change: Change, now: Instant): boolean =>
  !isTouched(change) && !(isCancelled(change) && change.row.arrival_time <= now);

export async function changesOf(sql: Sql, trips: readonly CatalogueTrip[]): Promise<readonly Change[]> {
  const rows = inOrder(
    trips.map(({ key }) => key),
    await tripsByKey(sql, trips),
  );
  return trips.flatMap((trip, index): Change[] => {
    const row = rows[index];
    return row ? [{ trip: requestedTrip(trip, toTrip(row)), row }] : [];
  });
}

/**
 * Lowers `earns_at` and `completes_at` of bookings whose trip will depart or arrive earlier. `earns_at` must never be
 * after the departure, and `completes_at` never after the arrival. Runs before the trips are locked, because a
 * booking's row is always locked before its trip's row. Bookings of sections have times of their own: see
 * `followSections`.
 */
async function followSooner(sql: Sql, changes: readonly Change[]): Promise<void> {
  const sooner = changes.filter(
    ({ trip, row }) => trip.arrivesAt < row.arrival_time || trip.departsAt < row.departure_time,
  );
  await inBatches(sooner, async (batch) => [
    await sql.changes`
      with sooner as (
        select cast(column1 as bigint) as trip, cast(column2 as bigint) as departure, cast(column3 as bigint) as arrival
        from (values ${tuples(batch.map(({ trip, row }) => [row.id, ...soonerOf(trip, row)]))}) as given)
      update bookings set earns_at = (select departure from sooner where sooner.trip = bookings.schedule_id),
        completes_at = (select arrival from sooner where sooner.trip = bookings.schedule_id)
      where schedule_id in ${list(batch.map(({ row }) => row.id))} and booking_status in ('CONFIRMED', 'CHECKED_IN')
        and section_arrives is null`,
  ]);
}

/**
 * The earlier departure and the earlier arrival, out of the old and new times. A refused change leaves the old times.
 */
const soonerOf = (trip: CatalogueTrip, row: TripRow): readonly [number, number] => [
  Math.min(trip.departsAt, row.departure_time),
  Math.min(trip.arrivesAt, row.arrival_time),
];

/**
 * Finds locked trips that must not change, because seats were sold for them. An upcoming trip that gets another bus is
 * found if anything is sold. A departed trip with a later time is found if its bus lacks a sold seat. The same holds
 * for a cancelled trip that runs again. A trip that the catalogue cancels is never found, because it keeps its bus and
 * times.
 */
async function soldOtherwise(sql: Sql, changes: readonly Change[], now: Instant): Promise<ReadonlySet<TripId>> {
  const ahead = changes.filter(({ trip, row }) => isAhead(trip, now) || isAhead(toTrip(row), now));
  const exchanged = idsOf(ahead.filter(({ trip, row }) => row.bus_id !== trip.busId));
  const goingAgain = idsOf(
    ahead.filter(
      ({ trip, row }) =>
        row.bus_id === trip.busId &&
        (!isAhead(toTrip(row), now) || (row.status !== 'ACTIVE' && trip.status === 'ACTIVE')),
    ),
  );
  return new Set([...(await tripsSold(sql, exchanged)), ...(await tripsMisfit(sql, goingAgain))]);
}

const idsOf = (changes: readonly Change[]): readonly TripId[] => changes.map(({ row }) => row.id);

/**
 * The sequence of a calendar entry counts the changes of the city's name too. A trip that leaves from another city gets
 * ahead of all of them, so that the sequence does not fall to the count of the new city.
 */
const aheadOfCities = fragment`
  case when schedules.route_id = excluded.route_id then 0 else (select max(calendar_sequence) from cities) end`;

const writeTrips = async (
  sql: Sql,
  trips: readonly CatalogueTrip[],
): Promise<readonly Pick<TripRow, 'id' | 'schedule_key'>[]> =>
  trips.length === 0
    ? []
    : sql.rows`
    insert into schedules (schedule_key, route_id, bus_id, operator_id, fare_paisa, departure_time, arrival_time, status,
      stops, fares)
    select given.column1, cast(given.column2 as integer), buses.id, buses.operator_id, cast(given.column4 as bigint),
      cast(given.column5 as bigint), cast(given.column6 as bigint), given.column7,
      given.column8, given.column9
    from (values ${tuples(trips.map((trip) => [trip.key, trip.routeId, trip.busId, trip.fare, trip.departsAt, trip.arrivesAt, trip.status, fromStops(trip), fromFares(trip)]))}) as given
      join buses on buses.id = cast(given.column3 as integer) where true
    on conflict (schedule_key) do update set
      route_id = excluded.route_id, bus_id = excluded.bus_id, operator_id = excluded.operator_id, fare_paisa = excluded.fare_paisa,
      departure_time = excluded.departure_time, arrival_time = excluded.arrival_time, status = excluded.status,
      stops = excluded.stops, fares = excluded.fares, bookings_ended = ${false},
      calendar_sequence = schedules.calendar_sequence + 1 + ${aheadOfCities}
    returning id, schedule_key`;
