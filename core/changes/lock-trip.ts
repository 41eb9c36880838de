import { type Booking, isOverdue } from '../bookings/booking.ts';
import { timesOfBooking } from '../bookings/journey.ts';
import type { Company } from '../companies/company.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Member } from '../companies/member.ts';
import type { KeptBus } from '../fleet/bus.ts';
import type { BusRepo } from '../fleet/ports.ts';
import { busUnknown } from '../fleet/refusals.ts';
import type { SeatMap } from '../fleet/seat-layout.ts';
import type { BusId, TripId } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { PlannedTrip } from '../trips/planned-trips.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { hasArrived } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import { RETRY } from './try-out.ts';

/** A trip with its bookings, all locked until the transaction ends. */
export interface LockedTrip {
  readonly company: Company;
  readonly trip: PlannedTrip;
  /**
   * Active bookings of the trip that are not overdue, ordered by payment deadline. Leaves out bookings whose passengers
   * have arrived at their stop.
   */
  readonly bookings: readonly Booking[];
  /** Overdue unpaid bookings that are not EXPIRED yet. */
  readonly overdue: readonly Booking[];
  /** The current time, read after all rows were locked. */
  readonly now: Instant;
}

interface Wanted {
  readonly member: Member;
  readonly id: TripId;
  /** A further bus to lock, such as the trip's new bus. */
  readonly alsoBus?: BusId;
  readonly whileSuspended?: boolean;
}

/**
 * Locks a company's trip for a change, in the order company, bus, bookings and trip, as every transaction does. Returns
 * RETRY if the trip got another bus or another booking meanwhile. A trip without intermediate stops cannot be changed
 * once its bus has left. Any other trip can be changed until it has arrived.
 *
 * @throws Refusal TRIP_UNKNOWN, TRIP_CANCELLED, TRIP_DEPARTED
 */
export async function lockTrip(
  stores: CounterStores,
  clock: Clock,
  { member, id, alsoBus, whileSuspended = false }: Wanted,
): Promise<LockedTrip | typeof RETRY> {
  const { company } = await shareCompany(stores, member, 'MANAGER', { whileSuspended });
  const found = await stores.plannedTrips.find(id);
  if (found?.operatorId !== member.operatorId) throw noSuchTrip();
  const locked = await lockBooked(stores, found, inOrder(found.busId, alsoBus));
  if (locked === RETRY) return RETRY;

  const { trip } = locked;
  const now = clock();
  if (trip.status === 'CANCELLED') throw tripCancelled();
  if (hasLeft(trip) || hasArrived(trip, now)) throw tripDeparted();
  const active = locked.active.filter((booking) => !hasArrived(timesOfBooking(booking, trip), now));
  return {
    company,
    trip,
    bookings: active.filter((booking) => !isOverdue(booking, now)),
    overdue: active.filter((booking) => isOverdue(booking, now)),
    now,
  };
}

/**
 * True if the bus has left and the trip has no intermediate stops. A trip with such stops can still be changed on its
 * way.
 */
const hasLeft = ({ stops, departedAt }: PlannedTrip): boolean => stops.length === 0 && departedAt !== null;

interface BookedTrip {
  readonly trip: PlannedTrip;
  /** Active bookings of the trip, including overdue ones. */
  readonly active: readonly Booking[];
}

/**
 * Locks the company's buses, the bookings of the trip and then the trip. Returns RETRY if the trip got another bus or
 * booking since it was read.
 */
export async function lockBooked(
  { buses, bookings, plannedTrips }: CounterStores,
  found: PlannedTrip,
  busIds: readonly BusId[],
): Promise<BookedTrip | typeof RETRY> {
  for (const bus of busIds) await buses.lock(bus, found.operatorId);
  const active = await bookings.lockActive(found.id);
  const trip = await plannedTrips.lock(found.id);
  // Returns RETRY if a booking was added just before the trip was locked, because that booking is not locked. A locked
  // trip gets no new bookings.
  if (trip?.busId !== found.busId || (await bookings.countActive(found.id)) !== active.length) return RETRY;
  return { trip, active };
}

const inOrder = (one: BusId, other: BusId = one): readonly BusId[] =>
  [...new Set([one, other])].sort((first, second) => first - second);

/** A bus and its seat map, locked until the transaction ends. */
export interface LockedBus {
  readonly bus: KeptBus;
  readonly map: SeatMap | null;
}

export async function lockedBus(
  { buses }: { readonly buses: Pick<BusRepo, 'lock' | 'seatMaps'> },
  id: BusId,
): Promise<LockedBus> {
  const bus = await buses.lock(id);
  if (!bus) throw busUnknown();
  return { bus, map: (await buses.seatMaps([id])).get(id) ?? null };
}
