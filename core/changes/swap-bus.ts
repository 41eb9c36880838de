import { endOverdue } from '../bookings/expire-bookings.ts';
import type { Company } from '../companies/company.ts';
import type { Member } from '../companies/member.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { isOfAnotherCompany } from '../fleet/bus.ts';
import type { TakenSeats } from '../fleet/replace-seat-map.ts';
import { gateTrips, mayLeaveAt } from '../fleet/gate-trips.ts';
import { busUnknown } from '../fleet/refusals.ts';
import { asNumbered } from '../fleet/seat-numbers.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BusId, SeatNumber, TripId } from '../kernel/ids.ts';
import { NOTHING } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { type Assignment, refuseFaulty } from '../seats/assign-seats.ts';
import type { TakenSection } from '../fleet/road-changes.ts';
import type { SoldSeat } from '../seats/sold-seats.ts';
import { type PlannedTrip, refuseElsewhere } from '../trips/planned-trips.ts';
import { notSoldReason } from '../trips/not-bookable.ts';
import type { OfficeTrip } from '../trips/office-trip.ts';
import { tripChanged } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import { type Consequences, type Disruption, sizeOfBookings } from './disruption.ts';
import { type LockedBus, type LockedTrip, lockTrip, lockedBus } from './lock-trip.ts';
import { busNotBookable, sameBus, seatMapDiffers, seatsTooFew } from './refusals.ts';
import { type NewSeats, countPassengers, seatPassengers } from './seat-passengers.ts';
import type { Reach } from './notify-passengers.ts';
import { type Swap, busSwapped, tellOfNumbers, writeToPassengers } from './tell-of-swap.ts';
import { RETRY, tryOut } from './try-out.ts';
import type { ChangeWorld } from './world.ts';

export interface BusSwap extends Disruption {
  readonly busId: BusId;
  readonly assignments: readonly Assignment[];
}

export type SwapBus = ReturnType<typeof swapBus>;

/**
 * Puts another bus of the company on a trip. This is possible until the trip departs. If the new bus lacks a seat for
 * any passenger, nothing changes. Notifies all passengers, and ends holds.
 */
export const swapBus =
  (world: ChangeWorld) =>
  async (
    member: Member,
    id: TripId,
    wanted: BusSwap,
    keep?: KeepResult<Consequences<OfficeTrip>>,
  ): Promise<Consequences<OfficeTrip>> =>
    tryOut(world.transact, wanted, async (stores) => {
      const there = await stores.fleetViews.find(wanted.busId);
      if (!there || isOfAnotherCompany(there, member.operatorId)) throw busUnknown();
      const locked = await lockTrip(stores, world.clock, { member, id, alsoBus: wanted.busId });
      if (locked === RETRY) return RETRY;
      const { trip, bookings, overdue, now } = locked;
      await endOverdue(stores, overdue, now);

      const [before, after] = [await lockedBus(stores, trip.busId), await lockedBus(stores, wanted.busId)];
      const { sold, staying } = await soldTo(stores, locked);
      const assignments = assignmentsOf(wanted.assignments, sold, after);
      refuseFaulty(assignments, sold, after.map?.seats ?? [], staying);
      await refuseBus(stores, world.calendar, { ...locked, before, after });
      const seats = after.map
        ? seatPassengers(sold, after.map, assignments, bookings, staying)
        : countPassengers(bookings, after.bus.totalSeats);
      if (seats.unseated.length > 0) throw seatsTooFew(seats.unseated);

      const swapped: PlannedTrip = { ...trip, busId: after.bus.id, changedInOffice: true };
      const numbers = numbersOf(before, after);
      const takenBefore = await takenOn(stores, trip, numbers);
      const taken = await changeSeats(stores, swapped, { ...seats, staying }, now);
      const takenAfter = await takenOn(stores, trip, numbers);
      await gateTrips(stores, world.calendar, [after.bus.id]);

      const swap: Swap = {
        ...locked,
        member,
        disruption: wanted,
        before,
        after,
        seats,
        taken,
        takenBefore,
        takenAfter,
      };
      await tellOfNumbers(stores, swap);
      await stores.events.record(tripChanged(swapped, 'bus swapped'), now);
      await stores.trail.add(busSwapped(swap), now);
      const reach = await writeToPassengers(stores, world, swap);
      const done = await consequences(stores, locked, { ...seats, reach }, wanted);
      if (!wanted.isDryRun) await keep?.(done, stores);
      return done;
    });

interface Sold {
  readonly sold: readonly SoldSeat[];
  /** Seats of passengers who have already arrived at their stop. The bookings keep these seats of the old bus. */
  readonly staying: readonly SoldSeat[];
}

async function soldTo({ soldSeats }: CounterStores, { trip, bookings }: LockedTrip): Promise<Sold> {
  const moving = new Set(bookings.map(({ id }) => id));
  const all = await soldSeats.of(trip.id);
  return {
    sold: all.filter(({ bookingId }) => moving.has(bookingId)),
    staying: all.filter(({ bookingId }) => !moving.has(bookingId)),
  };
}

/** The assignments with seat numbers as the two buses spell them. */
function assignmentsOf(
  typed: readonly Assignment[],
  sold: readonly { readonly number: SeatNumber }[],
  after: LockedBus,
): readonly Assignment[] {
  const old = asNumbered(sold.map(({ number }) => number));
  const next = asNumbered((after.map?.seats ?? []).map(({ number }) => number));
  return typed.map(({ seat, newSeat }) => ({ seat: old(seat), newSeat: next(newSeat) }));
}

/** The numbers of all seats that any of these buses has. */
const numbersOf = (...buses: readonly LockedBus[]): readonly SeatNumber[] => [
  ...new Set(buses.flatMap(({ map }) => (map?.seats ?? []).map(({ number }) => number))),
];

/**
 * The sections for which seats are taken. Empty on a trip without intermediate stops: it needs no events for sections.
 */
const takenOn = async (
  { seatLocks }: CounterStores,
  { id, stops }: PlannedTrip,
  seats: readonly SeatNumber[],
): Promise<readonly TakenSection[]> => (stops.length > 0 ? seatLocks.takenSections(id, seats) : []);

interface Buses {
  readonly trip: PlannedTrip;
  readonly company: Company;
  readonly before: LockedBus;
  readonly after: LockedBus;
}

/** Refuses a new bus that is not allowed to make the trip, or that is on another trip at that time. */
async function refuseBus(
  stores: CounterStores,
  calendar: Calendar,
  { trip, company, before, after }: Buses,
): Promise<void> {
  const { bus, map } = after;
  const { id, departsAt, arrivesAt } = trip;
  if (bus.id === before.bus.id) throw sameBus();
  const papersOk = await mayLeaveAt(stores, calendar, bus.id, departsAt);
  const reason = notSoldReason({ ...trip, bus, papersOk, company });
  if (reason) throw busNotBookable(reason);
  await refuseElsewhere(stores.plannedTrips, bus.id, { start: departsAt, end: arrivesAt }, id);
  if ((map === null) !== (before.map === null)) throw seatMapDiffers();
}

/**
 * Saves the trip's new bus and the passengers' seats on it. Ends holds. Keeps blocks of seats that no passenger gets.
 * Returns the seats that were taken before, and those that are taken now.
 */
async function changeSeats(
  { plannedTrips, soldSeats, seatLocks, tripsAhead }: CounterStores,
  swapped: PlannedTrip,
  { moves, staying }: Pick<NewSeats, 'moves'> & Pick<Sold, 'staying'>,
  now: Instant,
): Promise<TakenSeats> {
  const trips = [swapped.id];
  const [held, blocked] = [await tripsAhead.held(trips, now), await tripsAhead.blocked(trips, now)];
  await plannedTrips.save([swapped]);
  await soldSeats.move(swapped.id, moves);
  await seatLocks.endAllHolds(trips, now);
  await tripsAhead.fitBlocks(trips, now);
  const blockedNow = await tripsAhead.blocked(trips, now);
  return new Map([
    ...held.map(({ seatId }) => [seatId, 'LOCKED'] as const),
    ...[...blocked, ...blockedNow].map(({ seatId }) => [seatId, 'BLOCKED'] as const),
    ...staying.map(({ id }) => [id, 'BOOKED'] as const),
    ...moves.flatMap(({ from, to }) => [[from, 'BOOKED'] as const, [to, 'BOOKED'] as const]),
  ]);
}

async function consequences(
  { officeTrips }: CounterStores,
  { trip: { id }, bookings, now }: LockedTrip,
  { moved, unseated, reach }: NewSeats & { readonly reach: Reach },
  { isDryRun }: Disruption,
): Promise<Consequences<OfficeTrip>> {
  const trip = await officeTrips.find(id, now);
  if (!trip) throw new Error(`Trip ${id} is gone.`);
  return { trip, isDryRun, ...sizeOfBookings(bookings), refundTotal: NOTHING, moved, unseated, reach };
}
