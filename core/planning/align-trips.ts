import type { Calendar } from '../kernel/calendar.ts';
import { fixedOpening, moveDoors, refuseAnnounced } from '../line/move-opening.ts';
import { fitBlocks } from '../seats/change-blocks.ts';
import { gateTrips } from '../fleet/gate-trips.ts';
import type { BusId, TripId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { endHolds } from '../seats/release-seats.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import { hasSameFares, hasSameStops } from '../trips/sections.ts';
import { type TripChanged, tripChanged } from '../trips/trip.ts';
import { type Timetable, keyOfTrip } from './timetable.ts';
import { type WantedTrip, clashing, openingOn, spanOf, requestedTrips } from './wanted-trips.ts';
import type { PlanningStores, PlanningWorld } from './world.ts';

interface Planner {
  readonly calendar: Calendar;
  /** The member who changes the timetable; null if the service makes its trips. */
  readonly by: UserId | null;
  readonly world: Pick<PlanningWorld, 'draws' | 'doorTerms'>;
  /** Whether trips on sale get the timetable's opening of the sale. By default they keep their own. */
  readonly movesOpening?: boolean;
}

/** The result of `alignTrips`. */
export interface Aligned {
  /** The number of trips that were made, changed, cancelled or revived. */
  readonly changed: number;
  /** Trips that differ from the timetable and stay unchanged. */
  readonly kept: readonly TripId[];
  /** Days on which the timetable's trip could not be made or changed, because its bus is on another trip. */
  readonly clashes: readonly string[];
}

const NOTHING: Aligned = { changed: 0, kept: [], clashes: [] };

/**
 * Makes the trips of some days agree with their locked timetable: makes, changes, cancels and revives trips. A trip
 * stays unchanged if it has departed, is booked, was changed by a person, or cannot change its stops. Does nothing on
 * days on which the bus is on another trip.
 */
export async function alignTrips(
  stores: PlanningStores,
  planner: Planner,
  timetable: Timetable,
  days: readonly string[],
  now: Instant,
): Promise<Aligned> {
  const [first] = days;
  if (first === undefined) return NOTHING;
  const looked = new Set(days);
  const made = (await stores.timetables.trips(timetable.id, first)).filter(
    (trip) => trip.timetable && looked.has(trip.timetable.day),
  );
  await lockBuses(stores, [timetable.busId, ...made.map(({ busId }) => busId)]);
  const ids = made.map(({ id }) => id);
  const trips = await stores.timetables.lockTrips(ids, now);
  const booked = new Set((await stores.tripsAhead.sold(ids, now)).map(({ tripId }) => tripId));
  const isBooked = ({ id }: PlannedTrip): boolean => booked.has(id);
  const fixed = await stores.plannedTrips.fixed(
    trips.filter((trip) => !hasSameStops(trip, timetable)),
    now,
  );
  const isFixed = ({ id }: PlannedTrip): boolean => fixed.has(id);
  const { calendar, world, movesOpening = false } = planner;
  const fixedOpenings = new Set<TripId>();
  for (const trip of movesOpening ? trips : [])
    if (trip.saleOpensAt !== openingOn(timetable, trip) && (await fixedOpening(world, stores, trip.id, now)))
      fixedOpenings.add(trip.id);
  const isOpeningFixed = ({ id }: PlannedTrip): boolean => fixedOpenings.has(id);
  const opening = { isOpeningFixed, movesOpening };
  const { wanted, leftAlone } = requestedTrips({
    timetable,
    days,
    trips,
    isBooked,
    isFixed,
    ...opening,
    calendar,
    now,
  });

  const during = spanOf(wanted);
  const clashes = clashing(wanted, during ? await stores.plannedTrips.busy(timetable.busId, during) : []);
  const possible = wanted.filter((one) => !clashes.has(one));
  await write(stores, planner, timetable, possible, now);
  const stuck = [...clashes].flatMap(({ present }) => (present?.status === 'ACTIVE' ? present.id : []));
  return {
    changed: possible.length,
    kept: [...leftAlone, ...stuck].sort((one, other) => one - other),
    clashes: [...clashes].map(({ day }) => day),
  };
}

/** Locks the buses in the order of their ids. A bus is locked before any of its trips. */
async function lockBuses({ buses }: PlanningStores, ids: readonly BusId[]): Promise<void> {
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) await buses.lock(id);
}

interface Change {
  readonly before: PlannedTrip;
  readonly after: PlannedTrip;
}

async function write(
  stores: PlanningStores,
  { calendar, by, world }: Planner,
  { id, busId }: Timetable,
  wanted: readonly WantedTrip[],
  now: Instant,
): Promise<void> {
  const added = wanted.flatMap(({ day, present, plan }) =>
    present || !plan ? [] : [{ ...plan, key: keyOfTrip(id, day) }],
  );
  const changes = wanted.flatMap(({ present, plan }): readonly Change[] =>
    present ? [{ before: present, after: { ...present, ...plan, status: plan ? 'ACTIVE' : 'CANCELLED' } }] : [],
  );
  const moved = changes.filter(({ before, after }) => before.saleOpensAt !== after.saleOpensAt);
  for (const { before } of moved) if (before.status === 'ACTIVE') await refuseAnnounced(stores, before, now);
  const ids = added.length > 0 ? await stores.plannedTrips.add(added) : [];
  if (changes.length > 0) await stores.plannedTrips.save(changes.map(({ after }) => after));
  const opening = [
    ...added.map(({ saleOpensAt }, index) => ({ id: ids[index] as TripId, saleOpensAt })),
    ...moved.map(({ after }) => after),
  ];
  await moveDoors(world, stores, { from: moved.map(({ before }) => before), to: opening }, now);
  const cancelled = changes.flatMap(({ after }) => (after.status === 'CANCELLED' ? [after.id] : []));
  await stores.tripCancellations.record(cancelled, { at: now, by, reason: null });
  if (wanted.some(({ plan }) => plan !== null)) await gateTrips(stores, calendar, [busId]);

  const told = changes.map((change) => ({ ...change, kinds: kindsOf(change) }));
  const other = told.filter(({ kinds }) => kinds.length > 0).map(({ after }) => after.id);
  if (other.length > 0) {
    await endHolds(stores, other, now);
    await fitBlocks(stores, other, now);
  }
  for (const { after, kinds } of told)
    for (const kind of kinds) await stores.events.record(tripChanged(after, kind), now);
}

/** The kinds of events to publish about a changed trip. A revived trip counts as one with new times. */
function kindsOf({ before, after }: Change): readonly TripChanged['change'][] {
  if (after.status === 'CANCELLED') return ['cancelled'];
  const isRetimed =
    before.status === 'CANCELLED' || before.departsAt !== after.departsAt || before.arrivesAt !== after.arrivesAt;
  return [
    ...(isRetimed ? (['retimed'] as const) : []),
    ...(before.busId !== after.busId ? (['bus swapped'] as const) : []),
    ...(before.fare !== after.fare || !hasSameFares(before, after) ? (['fare changed'] as const) : []),
  ];
}
