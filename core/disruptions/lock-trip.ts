import type { Booking } from '../bookings/booking.ts';
import { isOverdue } from '../bookings/booking.ts';
import type { BookingRepo } from '../bookings/ports.ts';
import { shareCompany } from '../companies/lock-company.ts';
import type { Company } from '../companies/company.ts';
import type { Member } from '../companies/member.ts';
import type { CompanyRepo, StaffRepo } from '../companies/ports.ts';
import type { BusRepo } from '../fleet/ports.ts';
import type { BusId, TripId } from '../kernel/ids.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { PlannedTrip, PlannedTrips } from '../trips/planned-trips.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../trips/refusals.ts';
import { hasArrived } from '../trips/trip.ts';
import { AGAIN } from './try-out.ts';

export interface LockingStores {
  readonly companies: CompanyRepo;
  readonly staff: StaffRepo;
  readonly buses: Pick<BusRepo, 'lock'>;
  readonly bookings: Pick<BookingRepo, 'lockActive' | 'countActive'>;
  readonly plannedTrips: PlannedTrips;
}

/** A trip with everything that is booked on it, none of which anybody else changes until the transaction ends. */
export interface LockedTrip {
  readonly company: Company;
  readonly trip: PlannedTrip;
  /** Those that take their seats, the oldest payment deadline first. */
  readonly bookings: readonly Booking[];
  /** Those that were not paid in time and have not been ended yet. */
  readonly overdue: readonly Booking[];
  /** Read after everything was locked. */
  readonly now: Instant;
}

interface Wanted {
  readonly member: Member;
  readonly id: TripId;
  /** Another bus that is to be locked as well. */
  readonly alsoBus?: BusId;
  readonly whileSuspended?: boolean;
}

/**
 * Locks a trip of the company for a disruption: the company, the bus, the bookings and then the trip, the order in
 * which everybody locks them. Answers AGAIN if the trip got another bus or another booking meanwhile.
 *
 * @throws Refusal TRIP_UNKNOWN, TRIP_CANCELLED; TRIP_DEPARTED once the bus has left or arrived
 */
export async function lockTrip(
  stores: LockingStores,
  clock: Clock,
  { member, id, alsoBus, whileSuspended = false }: Wanted,
): Promise<LockedTrip | typeof AGAIN> {
  const { buses, bookings, plannedTrips } = stores;
  const { company } = await shareCompany(stores, member, 'MANAGER', { whileSuspended });
  const found = await plannedTrips.find(id);
  if (found?.operatorId !== member.operatorId) throw noSuchTrip();
  for (const bus of inOrder(found.busId, alsoBus)) await buses.lock(bus);
  const active = await bookings.lockActive(id);
  const trip = await plannedTrips.lock(id);
  // Since the trip is locked nothing is added to it; what came before that is not locked yet.
  if (trip?.busId !== found.busId || (await bookings.countActive(id)) !== active.length) return AGAIN;

  const now = clock();
  if (trip.status === 'CANCELLED') throw tripCancelled();
  if (trip.departedAt !== null || hasArrived(trip, now)) throw tripDeparted();
  return {
    company,
    trip,
    bookings: active.filter((booking) => !isOverdue(booking, now)),
    overdue: active.filter((booking) => isOverdue(booking, now)),
    now,
  };
}

const inOrder = (one: BusId, other: BusId = one): readonly BusId[] =>
  [...new Set([one, other])].sort((first, second) => first - second);
