import { type AddedBooking, addBooking } from '../bookings/add-booking.ts';
import type { Booking } from '../bookings/booking.ts';
import type { BookedSeats } from '../bookings/booked-seats.ts';
import type { BookingChange } from '../bookings/changes.ts';
import { shareOf } from '../bookings/price.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type Points, pointsOfSection } from '../trips/points.ts';
import type { CounterStores } from '../counter/world.ts';
import type { AskedChange } from './asked-change.ts';
import type { ChangeQuote } from './change-quote.ts';
import { exchangedPassengers, newPassengers, type NewPassenger } from './new-passengers.ts';
import type { ChangePlan } from './plan-change.ts';
import { quoteChanged } from './refusals.ts';
import type { ChangeWorld } from './world.ts';

/** The booking's passengers with their new seats, in the order of the seat map. Empty on a bus without a seat map. */
export async function passengersOf(
  stores: CounterStores,
  plan: ChangePlan,
  seats: readonly SeatNumber[],
  { passengers: given }: Pick<AskedChange, 'passengers'>,
): Promise<readonly NewPassenger[]> {
  const { before, isSameTrip } = plan;
  if (isSameTrip) return exchangedPassengers({ before, seats, given });
  return newPassengers({ before, seats, given, points: await pointsOf(stores, plan) });
}

/** The boarding and dropping points of the new section, which has the same two cities as the old booking. */
async function pointsOf(
  { plannedTrips, officeBookings }: CounterStores,
  { booking, trip: { id }, section }: ChangePlan,
): Promise<Points> {
  const trip = await plannedTrips.find(id);
  const old = await officeBookings.find(booking);
  if (!trip || !old) throw new Error(`Booking ${booking} or trip ${id} is gone.`);
  const { sourceCity, destinationCity } = old.trip;
  return pointsOfSection(trip, section, (stop) => (stop === section.from ? sourceCity : destinationCity));
}

/** Refuses a change whose amounts differ from the amounts that the caller saw in a quote. */
export function refuseOtherQuote({ toPay, toRefund }: AskedChange, quote: ChangeQuote): void {
  if ((toPay !== undefined && toPay !== quote.toPay) || (toRefund !== undefined && toRefund !== quote.toRefund))
    throw quoteChanged(quote);
}

interface Making {
  /** The old booking, which must be locked. */
  readonly old: Booking;
  readonly plan: ChangePlan;
  readonly passengers: readonly NewPassenger[];
  readonly askedBy: BookingChange['askedBy'];
  readonly paymentDeadline: Instant;
  readonly now: Instant;
}

export interface MadeBooking {
  readonly made: AddedBooking;
  readonly change: BookingChange;
}

/** Adds the new booking of a change. It is unpaid, and has no seats yet. */
export async function addChanged(
  needs: ChangeWorld,
  stores: CounterStores,
  { old, plan, passengers, askedBy, paymentDeadline, now }: Making,
): Promise<MadeBooking> {
  const { quote, departsAt: oldDepartsAt, trip, section, left } = plan;
  const { isFree: _, leastFee, ...amounts } = quote;
  const { userId, operatorId, channel, contact, agent, language, cancellationTiers, changeTiers, seatsCount } = old;
  const made = await addBooking(
    needs,
    stores,
    {
      ...shareOf(quote.newTotal, old.commissionRate),
      userId,
      operatorId,
      channel,
      contact,
      agent,
      language,
      cancellationTiers,
      changeTiers,
      seatsCount,
      tripId: trip.id,
      section: { from: section.from, to: section.to },
      leastFee,
      amountDue: quote.toPay,
      bookedAt: now,
      paymentDeadline,
    },
    passengers,
  );
  const creditUuid = needs.random.uuid();
  const moments = { askedAt: now, oldDepartsAt };
  const asked = { bookingId: made.id, oldId: old.id, ...amounts, left, askedBy, ...moments, creditUuid };
  await stores.changes.add(asked);
  return { made, change: { ...asked, doneAt: null, creditPaymentId: null } };
}

/** Saves the details of passengers on seats that were just sold, and how often their names were changed before. */
export async function keepPassengers(
  { bookedSeats }: { readonly bookedSeats: Pick<BookedSeats, 'of' | 'savePassengers'> },
  booking: Parameters<BookedSeats['savePassengers']>[0],
  passengers: readonly NewPassenger[],
): Promise<void> {
  if (passengers.length === 0) return;
  const bySeat = new Map(passengers.map((passenger) => [passenger.seat, passenger]));
  const sold = await bookedSeats.of(booking.id);
  await bookedSeats.savePassengers(
    booking,
    sold.map((seat) => ({ ...seat, ...bySeat.get(seat.seat) })),
  );
}
