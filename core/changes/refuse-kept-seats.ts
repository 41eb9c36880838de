import type { BookedSeat } from '../bookings/booked-seats.ts';
import type { Booking } from '../bookings/booking.ts';
import { refuseKeptSeats } from '../bookings/kept-seats.ts';
import type { CounterStores } from '../counter/world.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type KeepingWorld, seatsKept } from '../seats/kept-seats.ts';
import type { SoldSection } from '../trips/sections.ts';
import type { Trip } from '../trips/trip.ts';
import type { AskedChange } from './asked-change.ts';
import { inMapOrder, mapOf } from './map-order.ts';
import { exchangedPassengers, newPassengers } from './new-passengers.ts';
import { type PassengerChange, withChanges } from './passenger-changes.ts';

interface Moving {
  readonly trip: Trip;
  readonly section: SoldSection;
  readonly isSameTrip: boolean;
  /** The seats of the old booking, in the order of the seat map. */
  readonly before: readonly BookedSeat[];
  /** The new seats, which are named in any order. */
  readonly seats: readonly SeatNumber[];
  readonly asked: Pick<AskedChange, 'passengers'>;
  readonly now: Instant;
}

/** Refuses a change that would give a passenger a seat that is kept for others. */
export async function refuseMoveToKept(
  world: KeepingWorld,
  stores: CounterStores,
  { trip, section, isSameTrip, before, seats, asked, now }: Moving,
): Promise<void> {
  const kept = await seatsKept(world, stores, { trip, section, now });
  if (!seats.some((seat) => kept.has(seat))) return;
  // Names are left out, because a name that changes too often is another refusal, which comes later.
  const given = asked.passengers.map((passenger) => ({ ...passenger, name: '' }));
  const moving = { before, seats: inMapOrder(seats, await mapOf(stores, trip)), given };
  const passengers = isSameTrip
    ? exchangedPassengers(moving)
    : newPassengers({ ...moving, points: { boardingPoints: [], droppingPoints: [] } });
  refuseKeptSeats({ kept, passengers, given, before: isSameTrip ? before : [] });
}

/** Refuses new details of passengers who would lose their right to a kept seat. */
export async function refuseUnfitForKept(
  world: KeepingWorld,
  stores: CounterStores,
  booking: Pick<Booking, 'id' | 'tripId' | 'section'>,
  changes: readonly PassengerChange[],
  now: Instant,
): Promise<void> {
  if (changes.every(({ gender, age }) => gender === undefined && age === undefined)) return;
  const trip = await stores.trips.find(booking.tripId);
  if (!trip) throw new Error(`Booking ${booking.id} is for a trip that does not exist.`);
  const kept = await seatsKept(world, stores, { trip, section: booking.section, now });
  if (kept.size === 0) return;
  const before = await stores.bookedSeats.of(booking.id);
  refuseKeptSeats({ kept, passengers: withChanges(before, changes), given: changes, before });
}
