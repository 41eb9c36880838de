import { seatsOf } from '../seats/block.ts';
import type { AddedBooking } from '../bookings/add-booking.ts';
import type { Contact } from '../bookings/booking.ts';
import { type GivenPassenger, seatPassengers } from '../bookings/seat-passengers.ts';
import type { BusRepo } from '../fleet/ports.ts';
import { asNumbered } from '../fleet/seat-numbers.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { recordSeats } from '../seats/seat-events.ts';
import { MOST_SEATS } from '../seats/seat-map.ts';
import type { SoldPassenger } from '../seats/sold-passenger.ts';
import type { Section } from '../trips/sections.ts';
import type { Trip } from '../trips/trip.ts';
import { noSeatNamed, notSoManyPlaces, seatsTaken, seatUnknown, tooManySeats } from './refusals.ts';
import type { CounterStores } from './world.ts';

/** The most places in one sale. */
export const MOST_PLACES = 20;

/**
 * The seats or places that a customer at the counter wants to buy. A request names seats on a bus with a seat map, and
 * a number of places on other buses.
 */
export interface SoughtSeats {
  readonly seatNumbers: readonly SeatNumber[];
  readonly passengers: readonly GivenPassenger[];
  /** The requested number of places, on a bus without a seat map; `soughtSeats` checks the bounds. */
  readonly seats: number;
  /** The customer. Passengers without a name get the customer's name. */
  readonly contact: Pick<Contact, 'name'>;
}

interface Sitting {
  /** The passengers, one for each seat; empty on a bus without a seat map. */
  readonly passengers: readonly SoldPassenger[];
  readonly seatsCount: number;
}

/**
 * The requested seats with their passengers. Refuses a request without seats, with too many seats, or with seats that
 * the bus does not have.
 */
export async function soughtSeats(
  { buses }: { readonly buses: Pick<BusRepo, 'seatMaps'> },
  { bus }: Trip,
  { seatNumbers, seats, passengers: given, contact }: SoughtSeats,
): Promise<Sitting> {
  if (!bus.hasSeatMap) {
    if (seats < 1 || seats > MOST_PLACES) throw notSoManyPlaces(MOST_PLACES);
    return { passengers: [], seatsCount: seats };
  }
  const map = (await buses.seatMaps([bus.id])).get(bus.id);
  const named = seatNumbers.map(asNumbered((map?.seats ?? []).map(({ number }) => number)));
  const wanted = [...new Set(named)];
  if (wanted.length === 0) throw noSeatNamed();
  if (wanted.length > MOST_SEATS) throw tooManySeats(MOST_SEATS);
  const inUse = new Set((map?.seats ?? []).filter(({ isActive }) => isActive).map(({ number }) => number));
  const unknown = named.findIndex((seat) => !inUse.has(seat));
  if (unknown !== -1) throw seatUnknown(unknown);
  return { passengers: seatPassengers(wanted, given, contact.name), seatsCount: wanted.length };
}

interface SeatsToTake {
  readonly passengers: readonly SoldPassenger[];
  /** Seats that count as taken, because they are about to go to those who wait. */
  readonly busy: ReadonlySet<SeatNumber>;
  readonly paymentDeadline: Instant | null;
  readonly section: Section | undefined;
}

/**
 * Sells all requested seats or places to a booking. If any seat is taken, refuses the sale and names the taken seats.
 * Seats that the company itself has blocked can be sold; their blocks end. The blocks of a counter sale are stored, so
 * that the seats are blocked again if nobody pays the sale, or its seller undoes it.
 */
export async function takeSeats(
  stores: CounterStores,
  booking: AddedBooking,
  { passengers, busy, paymentDeadline, section }: SeatsToTake,
): Promise<void> {
  const { trips, blocks, seatLocks } = stores;
  const { id, tripId, userId: seller, seatsCount, bookedAt, channel } = booking;
  const seats = passengers.map(({ seat }) => seat).sort();
  const awaited = seats.filter((seat) => busy.has(seat));
  if (awaited.length > 0) throw seatsTaken(awaited);
  const used =
    seats.length === 0
      ? await blocks.usePlaces(tripId, seatsCount, bookedAt, section)
      : await blocks.use(tripId, seats, bookedAt, section);
  if (channel === 'COUNTER' && used.length > 0) await blocks.lend(id, used);
  if (seats.length === 0) {
    if (!(await trips.takePlaces(tripId, seatsCount, bookedAt, section)))
      throw seatsTaken([], await trips.placesLeft(tripId, bookedAt, section));
    return;
  }
  const sale = { tripId, seller, booking: id, seats: passengers, paymentDeadline, lent: seatsOf(used), section };
  const gone = await seatLocks.sellAtCounter(sale, bookedAt);
  if (gone.length > 0) throw seatsTaken(gone);
  await recordSeats(stores, tripId, [{ seats, section, was: 'AVAILABLE', status: 'BOOKED' }], bookedAt);
}
