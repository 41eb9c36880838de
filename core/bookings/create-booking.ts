import type { Calendar } from '../kernel/calendar.ts';
import { isId } from '../kernel/ids.ts';
import type { BookingId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { BasisPoints } from '../kernel/money.ts';
import type { Recorder } from '../kernel/outbox.ts';
import type { Random } from '../kernel/random.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { SeatLockStore, SeatPassenger } from '../seats/ports.ts';
import { seatsChanged } from '../seats/seat-events.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import { MOST_SEATS } from '../seats/seat-map.ts';
import type { TripRepo } from '../trips/ports.ts';
import { tripDeparted, tripUnknown } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import type { Trip } from '../trips/trip.ts';
import { bookingCode } from './booking-code.ts';
import type { ExpireBookings } from './expire-bookings.ts';
import type { ActivityLog, BookingRepo, BookingViews, NewBooking, PassengerBooking } from './ports.ts';
import { priceOf } from './price.ts';
import { busNotApproved, noSeatAsked, noSeatChosen, selectionExpired, tooFewSeatsLeft } from './refusals.ts';
import { seatPassengers } from './seat-passengers.ts';
import type { GivenPassenger } from './seat-passengers.ts';
import { viewBooking } from './view-booking.ts';

interface Stores {
  readonly trips: TripRepo;
  readonly seatLocks: SeatLockStore;
  readonly bookings: BookingRepo;
  readonly activities: ActivityLog;
  readonly events: Recorder<SeatsChanged>;
}

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  readonly bookingViews: BookingViews;
  readonly expireBookings: ExpireBookings;
  readonly paymentWindowMinutes: number;
  readonly commissionRate: BasisPoints;
}

/** What a passenger asks for. Of a bus with a seat map the seats are named, of another they are counted. */
export interface BookingRequest {
  /** Any whole number. */
  readonly tripId: number;
  readonly seatNumbers: readonly SeatNumber[];
  readonly passengers: readonly GivenPassenger[];
  /** Any whole number. */
  readonly seats: number;
}

/** A day has a million codes: this many draws in vain mean that something else is wrong. */
const MOST_DRAWS = 100;

export type CreateBooking = ReturnType<typeof createBooking>;

/** Books the seats that the passenger holds, or places on a bus without a seat map: theirs until the payment deadline. */
export const createBooking = (needs: Needs) =>
  async (passenger: UserId, request: BookingRequest): Promise<PassengerBooking> => {
    const now = needs.clock();
    await needs.expireBookings(now);

    const id = await needs.transact(async (stores) => {
      const trip = isId(request.tripId) ? await stores.trips.find(request.tripId as TripId) : undefined;
      if (trip?.status !== 'ACTIVE') throw tripUnknown();
      if (trip.bus.approvalStatus !== 'APPROVED') throw busNotApproved();
      if (hasDeparted(trip, now)) throw tripDeparted();
      const seats = trip.bus.hasSeatMap ? chosenSeats(request) : [];
      const seatsCount = trip.bus.hasSeatMap ? seats.length : await askedPlaces(request, trip, stores);

      const booking = await added(needs, stores, {
        ...priceOf(trip.fare, seatsCount, needs.commissionRate),
        userId: passenger, tripId: trip.id, seatsCount, bookedAt: now, paymentDeadline: minutesAfter(now, needs.paymentWindowMinutes),
      });
      if (trip.bus.hasSeatMap) await sellSeats(stores, booking, seatPassengers(seats, request.passengers));
      else await takePlaces(stores, booking);

      await stores.activities.add({
        type: 'BOOKING_CREATED', userId: passenger, actorRole: 'PASSENGER', bookingId: booking.id, amount: booking.total,
        description: `Booked ${seats.length > 0 ? `seats ${seats.join(', ')}` : `places: ${seatsCount}`} under ${booking.code}.`,
      }, now);
      return booking.id;
    });
    return viewBooking(needs)(passenger, id);
  };

/** Each named seat once. More than anybody can hold are certainly not all held. */
function chosenSeats({ seatNumbers }: BookingRequest): readonly SeatNumber[] {
  const seats = [...new Set(seatNumbers)];
  if (seats.length === 0) throw noSeatChosen();
  if (seats.length > MOST_SEATS) throw selectionExpired();
  return seats;
}

async function askedPlaces({ seats }: BookingRequest, { id, bus }: Trip, { trips }: Stores): Promise<number> {
  if (seats < 1) throw noSeatAsked();
  if (seats > bus.totalSeats) throw tooFewSeatsLeft(await trips.placesLeft(id));
  return seats;
}

type Added = Omit<NewBooking, 'code'> & { readonly id: BookingId; readonly code: string };

/** A code that is taken already is drawn anew. */
async function added(needs: Needs, { bookings }: Stores, booking: Omit<NewBooking, 'code'>): Promise<Added> {
  for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
    const code = bookingCode(needs, booking.bookedAt);
    const id = await bookings.add({ ...booking, code });
    if (id !== undefined) return { ...booking, id, code };
  }
  throw new Error(`No booking code was free in ${MOST_DRAWS} draws.`);
}

async function sellSeats({ seatLocks, events }: Stores, booking: Added, seats: readonly SeatPassenger[]): Promise<void> {
  const { id, tripId, userId, paymentDeadline, bookedAt } = booking;
  const sold = await seatLocks.sell({ tripId, passenger: userId, booking: id, seats, paymentDeadline }, bookedAt);
  if (sold.length < seats.length) throw selectionExpired();
  await events.record(seatsChanged(tripId, sold, 'BOOKED'), bookedAt);
}

async function takePlaces({ trips }: Stores, { tripId, seatsCount }: Added): Promise<void> {
  if (!(await trips.takePlaces(tripId, seatsCount))) throw tooFewSeatsLeft(await trips.placesLeft(tripId));
}
