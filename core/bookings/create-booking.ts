import type { RefundTier } from '../companies/cancellation-tiers.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import { isId } from '../kernel/ids.ts';
import type { BookingId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { BasisPoints } from '../kernel/money.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Random } from '../kernel/random.ts';
import { minutesAfter } from '../kernel/time.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { bookedRuns, forgottenAt } from '../seats/holdings.ts';
import type { Holdings, SeatLockStore, SeatPassenger } from '../seats/ports.ts';
import { seatsChanged } from '../seats/seat-events.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import { MOST_SEATS } from '../seats/seat-map.ts';
import type { Trail } from '../trail/trail.ts';
import type { TripRepo } from '../trips/ports.ts';
import { tripDeparted, tripNotBookable, tripUnknown } from '../trips/refusals.ts';
import { hasDeparted, isBookable } from '../trips/trip.ts';
import type { Trip } from '../trips/trip.ts';
import { bookingCode } from './booking-code.ts';
import type { ExpireBookings } from './expire-bookings.ts';
import type { BookingRepo, BookingViews, NewBooking, PassengerBooking } from './ports.ts';
import { priceOf } from './price.ts';
import { busNotApproved, noSeatAsked, noSeatChosen, selectionExpired, tooFewSeatsLeft } from './refusals.ts';
import { seatPassengers } from './seat-passengers.ts';
import type { GivenPassenger } from './seat-passengers.ts';
import { refuseMoreUnpaid } from './unpaid-limit.ts';
import { viewBooking } from './view-booking.ts';

interface Stores {
  readonly trips: TripRepo;
  readonly seatLocks: SeatLockStore;
  readonly holdings: Holdings;
  readonly bookings: BookingRepo;
  readonly bookingViews: Pick<BookingViews, 'find'>;
  readonly trail: Trail;
  readonly events: Recorder<SeatsChanged>;
  readonly idempotency: Idempotency;
}

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  readonly expireBookings: ExpireBookings;
  readonly paymentWindowMinutes: number;
  /** Whether the limits on hoarding apply. */
  readonly rateLimit: boolean;
  /** The platform's, for companies that have none of their own. */
  readonly commissionRate: BasisPoints;
  readonly cancellationTiers: readonly RefundTier[];
}

/** What a passenger asks for. Seats are named on a bus with a seat map, and counted on one without. */
export interface BookingRequest {
  /** Any whole number. */
  readonly tripId: number;
  readonly seatNumbers: readonly SeatNumber[];
  readonly passengers: readonly GivenPassenger[];
  /** Any whole number. */
  readonly seats: number;
}

/** A day has a million codes: if so many draws find none that is free, something else is wrong. */
const MOST_DRAWS = 100;

export type CreateBooking = ReturnType<typeof createBooking>;

/**
 * Books seats that the passenger holds, or places on a bus without a seat map. They are the passenger's until the
 * payment deadline.
 */
export const createBooking =
  (needs: Needs) =>
  async (
    passenger: UserId,
    request: BookingRequest,
    keep?: KeepResult<PassengerBooking>,
  ): Promise<PassengerBooking> => {
    const now = needs.clock();
    const tripId = isId(request.tripId) ? (request.tripId as TripId) : undefined;
    await needs.expireBookings(now, tripId);

    return needs.transact(async (stores) => {
      const [waiting, runs, trip] = await Promise.all([
        needs.rateLimit ? stores.bookings.unpaid(passenger, now) : [],
        needs.rateLimit && tripId ? stores.holdings.runs(passenger, tripId, forgottenAt(now)) : [],
        tripId && stores.trips.find(tripId),
      ]);
      if (trip?.status !== 'ACTIVE') throw tripUnknown();
      if (trip.bus.approvalStatus !== 'APPROVED') throw busNotApproved();
      if (!isBookable(trip)) throw tripNotBookable();
      if (hasDeparted(trip, now)) throw tripDeparted();
      const seats = trip.bus.hasSeatMap ? chosenSeats(request) : [];
      const seatsCount = trip.bus.hasSeatMap ? seats.length : await askedPlaces(request, trip, stores);
      const passengers = seatPassengers(seats, request.passengers);
      const paymentDeadline = minutesAfter(now, needs.paymentWindowMinutes);

      const { company } = trip;
      const { operatorId } = trip.bus;
      const price = priceOf(trip.fare, seatsCount, company.commissionRate ?? needs.commissionRate);
      const cancellationTiers = company.cancellationTiers ?? needs.cancellationTiers;
      const sale = { userId: passenger, tripId: trip.id, operatorId, seatsCount };
      const terms = { bookedAt: now, paymentDeadline, cancellationTiers };
      const booking = await added(needs, stores, { ...price, ...sale, ...terms }, passengers);
      if (trip.bus.hasSeatMap) await sellSeats(stores, booking, passengers);
      else await takePlaces(stores, booking);
      if (needs.rateLimit && seats.length > 0)
        await stores.holdings.extend(passenger, trip.id, bookedRuns(seats, runs, now, paymentDeadline));
      // Checked last, so that a request that is wrong otherwise is refused for that. A refusal undoes everything.
      if (needs.rateLimit) refuseMoreUnpaid(waiting, booking, now);

      await stores.trail.add(
        {
          kind: 'BOOKING_CREATED',
          actor: { role: 'PASSENGER', userId: passenger },
          operatorId,
          subject: { type: 'booking', id: booking.id },
          amount: booking.total,
          description: `Booked ${seats.length > 0 ? `seats ${seats.join(', ')}` : `places: ${seatsCount}`} under ${booking.code}.`,
        },
        now,
      );
      const made = await viewBooking(stores)(passenger, booking.id);
      await keep?.(made, stores);
      return made;
    });
  };

/** Each named seat once. If they are more than anybody may hold, they can't all be held. */
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

/** Adds the booking, drawing another code as long as the code is taken. */
async function added(
  needs: Needs,
  { bookings }: Stores,
  booking: Omit<NewBooking, 'code'>,
  passengers: readonly SeatPassenger[],
): Promise<Added> {
  const names = passengers.map(({ name }) => name);
  for (let draws = 0; draws < MOST_DRAWS; draws += 1) {
    const code = bookingCode(needs, booking.bookedAt);
    const id = await bookings.add({ ...booking, code }, names);
    if (id !== undefined) return { ...booking, id, code };
  }
  throw new Error(`No booking code was free in ${MOST_DRAWS} draws.`);
}

async function sellSeats(
  { seatLocks, events }: Stores,
  booking: Added,
  seats: readonly SeatPassenger[],
): Promise<void> {
  const { id, tripId, userId, paymentDeadline, bookedAt } = booking;
  const sold = await seatLocks.sell({ tripId, passenger: userId, booking: id, seats, paymentDeadline }, bookedAt);
  if (sold.length < seats.length) throw selectionExpired();
  await events.record(seatsChanged(tripId, sold, 'BOOKED'), bookedAt);
}

async function takePlaces({ trips }: Stores, { tripId, seatsCount }: Added): Promise<void> {
  if (!(await trips.takePlaces(tripId, seatsCount))) throw tooFewSeatsLeft(await trips.placesLeft(tripId));
}
