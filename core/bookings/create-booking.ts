import { seatsNamed } from '../fleet/seats-named.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { isId, type SeatNumber, type TripId, type UserId } from '../kernel/ids.ts';
import type { Language } from '../kernel/text.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { bookedRuns, forgottenAt } from '../seats/holdings.ts';
import type { RedeemedSeat } from '../seats/ports.ts';
import { refuseBeyondDay } from '../seats/door-limits.ts';
import { seatsKept } from '../seats/kept-seats.ts';
import { findServed } from '../seats/line.ts';
import { recordSeats } from '../seats/seat-events.ts';
import { MOST_SEATS } from '../seats/seat-map.ts';
import type { SoldPassenger } from '../seats/sold-passenger.ts';
import { tripDeparted, tripNotBookable, tripUnknown } from '../trips/refusals.ts';
import { chosenSection, sectionForStores } from '../trips/choose-section.ts';
import type { Section } from '../trips/sections.ts';
import { hasSectionDeparted, isBookable, type Trip } from '../trips/trip.ts';
import { type JudgePass, refuseBeforeSale } from '../trips/sale-opening.ts';
import { addBooking, type AddedBooking } from './add-booking.ts';
import { afterExpiry, type ExpireBookings } from './expire-bookings.ts';
import { refuseKeptSeats } from './kept-seats.ts';
import type { PassengerBooking } from './ports.ts';
import { priceOf } from './price.ts';
import { busNotApproved, noSeatAsked, noSeatChosen, selectionExpired, tooFewSeatsLeft } from './refusals.ts';
import { type GivenPassenger, refuseWishUnlessAlone, seatPassengers } from './seat-passengers.ts';
import { refuseMoreUnpaid } from './unpaid-limit.ts';
import { viewBooking } from './view-bookings.ts';
import type { BookingStores, BookingWorld } from './world.ts';

/** A passenger's request. It names seats if the bus has a seat map, and a number of seats otherwise. */
export interface BookingRequest {
  /** The requested trip id: any whole number. A trip with this id may not exist. */
  readonly tripId: number;
  readonly seatNumbers: readonly SeatNumber[];
  readonly passengers: readonly GivenPassenger[];
  /** The number of seats: any whole number, whose range is not checked yet. */
  readonly seats: number;
  /** The section of the trip to travel; from the first stop to the last one by default. */
  readonly section?: Section | undefined;
  /** The language of the ticket and the mails; English by default. */
  readonly language?: Language;
  /** Judges the pass that places need. Undefined if none is needed. */
  readonly judgePass?: JudgePass;
}

export type CreateBooking = ReturnType<typeof createBooking>;

/**
 * Books seats that the passenger holds, or places on a bus without a seat map. Nobody else can book them before the
 * payment deadline.
 */
export const createBooking =
  (needs: BookingWorld & { readonly expireBookings: ExpireBookings }) =>
  async (
    passenger: UserId,
    request: BookingRequest,
    keep?: KeepResult<PassengerBooking>,
  ): Promise<PassengerBooking> => {
    const asked = needs.clock();
    const tripId = isId(request.tripId) ? (request.tripId as TripId) : undefined;

    return afterExpiry(needs, { now: asked, neededNow: tripId }, async (stores) => {
      if (tripId) await stores.doorSeats.lockBuyer({ userId: passenger }, tripId);
      const [waiting, runs, isUnusual = false, served] = await Promise.all([
        needs.rateLimit ? stores.bookings.unpaid(passenger, asked) : [],
        needs.rateLimit && tripId ? stores.holdings.runs(passenger, tripId, forgottenAt(asked)) : [],
        tripId && stores.buses.hasUnusualSeats(tripId),
        tripId && findServed(stores, tripId, needs.clock),
      ]);
      // Read after the trip is locked: whoever held the lock may have taken a while.
      const now = needs.clock();
      const trip = served && served.trip;
      if (trip?.status !== 'ACTIVE') throw tripUnknown();
      if (trip.bus.approvalStatus !== 'APPROVED') throw busNotApproved();
      if (!isBookable(trip)) throw tripNotBookable();
      const chosen = chosenSection(trip, request.section);
      if (hasSectionDeparted(trip, chosen, now)) throw tripDeparted();
      // Seats on a map are held with a pass before.
      refuseBeforeSale(trip, now, trip.bus.hasSeatMap ? {} : { judgePass: request.judgePass });
      const onRoad = sectionForStores(trip, chosen);
      const numbers = { bus: trip.bus.id, typed: request.seatNumbers, isUnusual };
      const seats = trip.bus.hasSeatMap ? chosenSeats(await seatsNamed(stores, numbers)) : [];
      const seatsCount = trip.bus.hasSeatMap ? seats.length : await askedPlaces(request, trip, stores, onRoad, now);
      refuseWishUnlessAlone(request.passengers, seats);
      const passengers = seatPassengers(seats, request.passengers);
      const kept = await seatsKept(needs, stores, { trip, section: chosen, now });
      refuseKeptSeats({ kept, passengers, given: request.passengers });
      const paymentDeadline = minutesAfter(now, needs.paymentWindowMinutes);

      const { company } = trip;
      const { operatorId } = trip.bus;
      const price = priceOf(chosen.fare, seatsCount, company.commissionRate ?? needs.commissionRate);
      const cancellationTiers = company.cancellationTiers ?? needs.cancellationTiers;
      const channel = { channel: 'ONLINE', contact: null } as const;
      const { language = 'en' } = request;
      const section = { from: chosen.from, to: chosen.to };
      const sale = { userId: passenger, tripId: trip.id, section, operatorId, ...channel, language, seatsCount };
      const changeTiers = company.changeTiers ?? needs.changeTiers;
      const terms = { bookedAt: now, paymentDeadline, cancellationTiers, changeTiers };
      const [booking, redeemed] = await Promise.all([
        addBooking(needs, stores, { ...price, ...sale, ...terms }, passengers),
        seats.length > 0 ? stores.seatLocks.redeem({ tripId: trip.id, passenger, seats, section: onRoad }, now) : [],
      ]);
      if (redeemed.length < seats.length) throw selectionExpired();
      // Reads the booking for the response last, because it shows the rows that the other statements wrote. A refusal
      // rolls everything back.
      const [, , , made] = await Promise.all([
        trip.bus.hasSeatMap
          ? sellSeats(stores, booking, redeemed, passengers, onRoad)
          : takePlaces(stores, booking, trip, onRoad),
        needs.rateLimit &&
          seats.length > 0 &&
          stores.holdings.extend(passenger, trip.id, bookedRuns(seats, runs, now, paymentDeadline)),
        stores.trail.add(
          {
            kind: 'BOOKING_CREATED',
            actor: { role: 'PASSENGER', userId: passenger },
            operatorId,
            subject: { type: 'booking', id: booking.id },
            amount: booking.total,
            description: `Booked ${seats.length > 0 ? `seats ${seats.join(', ')}` : `places: ${seatsCount}`} under ${booking.code}.`,
          },
          now,
        ),
        viewBooking(stores)(passenger, booking.id),
      ]);
      await refuseBeyondDay(needs, stores, { trip, buyer: { userId: passenger }, count: seatsCount }, now);
      // Checks the limit of unpaid bookings last, so that a request with another fault is refused for that fault.
      if (needs.rateLimit) refuseMoreUnpaid(waiting, booking, now);
      await keep?.(made, stores);
      return made;
    });
  };

/** The named seats without duplicates. Refuses more seats than a passenger may hold. */
function chosenSeats(named: readonly SeatNumber[]): readonly SeatNumber[] {
  const seats = [...new Set(named)];
  if (seats.length === 0) throw noSeatChosen();
  if (seats.length > MOST_SEATS) throw selectionExpired();
  return seats;
}

async function askedPlaces(
  { seats }: BookingRequest,
  { id, bus }: Trip,
  { trips }: BookingStores,
  section: Section | undefined,
  now: Instant,
): Promise<number> {
  if (seats < 1) throw noSeatAsked();
  if (seats > bus.totalSeats) throw tooFewSeatsLeft(await trips.placesLeft(id, now, section));
  return seats;
}

async function sellSeats(
  stores: BookingStores,
  { id, tripId, paymentDeadline, bookedAt }: AddedBooking,
  redeemed: readonly RedeemedSeat[],
  seats: readonly SoldPassenger[],
  section: Section | undefined,
): Promise<void> {
  const { seatLocks } = stores;
  const numbers = seats.map(({ seat }) => seat).sort();
  const [sold] = await Promise.all([
    seatLocks.sell({ tripId, booking: id, redeemed, seats, paymentDeadline, section }),
    recordSeats(stores, tripId, [{ seats: numbers, section, was: 'LOCKED', status: 'BOOKED' }], bookedAt),
  ]);
  if (sold.length < seats.length) throw selectionExpired();
}

/** Takes places, those that are offered to the passenger first. */
async function takePlaces(
  { trips, line }: BookingStores,
  { tripId, userId, seatsCount: count, bookedAt: now }: AddedBooking,
  { hasWaits }: Trip,
  section: Section | undefined,
): Promise<void> {
  if (hasWaits) await line.redeemPlaces(userId, { tripId, count, section }, now);
  if (!(await trips.takePlaces(tripId, count, now, section)))
    throw tooFewSeatsLeft(await trips.placesLeft(tripId, now, section));
}
