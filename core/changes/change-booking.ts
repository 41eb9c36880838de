import type { AddedBooking } from '../bookings/add-booking.ts';
import { type Booking, sectionOnRoad } from '../bookings/booking.ts';
import { seatsInWords } from '../bookings/seats-in-words.ts';
import { afterExpiry, type ExpireBookings } from '../bookings/expire-bookings.ts';
import type { PassengerBooking } from '../bookings/ports.ts';
import { bookingUnknown, selectionExpired } from '../bookings/refusals.ts';
import { refuseMoreUnpaid } from '../bookings/unpaid-limit.ts';
import { viewBooking } from '../bookings/view-bookings.ts';
import { seatsTaken } from '../counter/refusals.ts';
import type { BookingId, SeatNumber, UserId } from '../kernel/ids.ts';
import { NOTHING } from '../kernel/money.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import { completeChange } from '../payments/complete-change.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { refuseBeyondDay } from '../seats/door-limits.ts';
import { bookedRuns, forgottenAt } from '../seats/holdings.ts';
import type { HeldSelection, Sale } from '../seats/ports.ts';
import { recordSeats } from '../seats/seat-events.ts';
import { sectionForStores } from '../trips/choose-section.ts';
import { tripUnknown } from '../trips/refusals.ts';
import type { CounterStores } from '../counter/world.ts';
import { type AskedChange, askedTrip } from './asked-change.ts';
import type { ChangeQuote } from './change-quote.ts';
import { confirmChanged } from './confirm-changed.ts';
import { exchangeSeats } from './exchange-seats.ts';
import { addChanged, keepPassengers, passengersOf, refuseOtherQuote } from './make-change.ts';
import { inMapOrder, mapOf } from './map-order.ts';
import type { NewPassenger } from './new-passengers.ts';
import { type ChangePlan, type ChangeRules, planChange } from './plan-change.ts';
import type { ChangeWorld } from './world.ts';

export type QuoteChange = ReturnType<typeof quoteChange>;

/** Quotes the amounts for changing a passenger's booking to another trip at this moment. */
export const quoteChange =
  (world: ChangeWorld) =>
  async (passenger: UserId, id: BookingId, asked: AskedChange): Promise<ChangeQuote> =>
    world.transact(async (stores) => {
      const booking = await stores.bookings.lockOwned(id, passenger);
      if (!booking) throw bookingUnknown();
      const planning = { booking, asked, isQuote: true, clock: world.clock };
      return (await planChange(stores, world, changeRules(world.changeMinHours), planning)).quote;
    });

/**
 * The rules for changes by passengers and agents: they pay the fee by the booking's tiers. They may learn that a
 * trip of another company exists, because everybody can search for trips.
 */
export const changeRules = (minHours: number): ChangeRules => ({
  minHours,
  isFree: false,
  seesForeign: true,
  unknown: tripUnknown,
});

/** The booking after a change: the new booking, or the same booking with other seats. */
export interface ChangedForPassenger {
  readonly booking: PassengerBooking;
  readonly isNew: boolean;
}

export type ChangeBooking = ReturnType<typeof changeBooking>;

/**
 * Changes a passenger's booking to seats of another trip, or to other seats of its trip. The passenger must hold the
 * new seats. If a price difference has to be paid, the old booking stays valid until then. Meanwhile nobody else can
 * book the new seats.
 */
export const changeBooking =
  (needs: ChangeWorld & { readonly expireBookings: ExpireBookings }) =>
  async (
    passenger: UserId,
    id: BookingId,
    asked: AskedChange,
    keep?: KeepResult<ChangedForPassenger>,
  ): Promise<ChangedForPassenger> =>
    afterExpiry(needs, { now: needs.clock(), neededNow: askedTrip(asked) }, async (stores) => {
      const booking = await stores.bookings.lockOwned(id, passenger);
      if (!booking) throw bookingUnknown();
      const tripId = askedTrip(asked);
      if (tripId) await stores.doorSeats.lockBuyer({ userId: passenger }, tripId);
      const planning = { booking, asked, isQuote: false, clock: needs.clock };
      const plan = await planChange(stores, needs, changeRules(needs.changeMinHours), planning);
      const { now } = plan;
      const seats = inMapOrder(plan.seats ?? [], await mapOf(stores, plan.trip));
      const passengers = await passengersOf(stores, plan, seats, asked);

      const changing = { booking, plan, asked, passengers, passenger, now };
      const changedId = plan.isSameTrip ? await exchange(stores, changing) : await move(needs, stores, changing);
      const changed = { booking: await viewBooking(stores)(passenger, changedId), isNew: !plan.isSameTrip };
      await keep?.(changed, stores);
      return changed;
    });

interface Changing {
  readonly booking: Booking;
  readonly plan: ChangePlan;
  readonly asked: AskedChange;
  readonly passengers: readonly NewPassenger[];
  readonly passenger: UserId;
  readonly now: Instant;
}

async function exchange(
  stores: CounterStores,
  { booking, plan, asked, passengers, passenger, now }: Changing,
): Promise<BookingId> {
  const { before, trip } = plan;
  const coming = passengers.filter(({ seat }) => before.every((one) => one.seat !== seat));
  const section = sectionOnRoad(booking);
  const redeemed = await redeemHeld(stores, { tripId: booking.tripId, passenger, section }, coming, now);
  refuseOtherQuote(asked, plan.quote);
  const { id, tripId, paymentDeadline } = booking;
  await sellHeld(stores, { tripId, booking: id, redeemed, seats: coming, paymentDeadline, section }, now);
  const askedBy = { role: 'PASSENGER', userId: passenger } as const;
  await exchangeSeats(stores, { booking, trip, before, passengers, askedBy, now });
  return id;
}

async function move(
  needs: ChangeWorld & { readonly expireBookings: ExpireBookings },
  stores: CounterStores,
  { booking: old, plan, asked, passengers, passenger, now }: Changing,
): Promise<BookingId> {
  const { trip, quote } = plan;
  const section = sectionForStores(trip, plan.section);
  const waits = quote.toPay > NOTHING && needs.rateLimit;
  const waiting = waits ? await stores.bookings.unpaid(passenger, now) : [];
  const runs = needs.rateLimit ? await stores.holdings.runs(passenger, trip.id, forgottenAt(now)) : [];
  const redeemed = await redeemHeld(stores, { tripId: trip.id, passenger, section }, passengers, now);
  const askedBy = { role: 'PASSENGER', userId: passenger } as const;
  const paymentDeadline = minutesAfter(now, needs.paymentWindowMinutes);
  const making = { old, plan, passengers, askedBy, paymentDeadline, now };
  const { made, change } = await addChanged(needs, stores, making);
  if (!trip.bus.hasSeatMap && trip.hasWaits)
    await stores.line.redeemPlaces(passenger, { tripId: trip.id, count: old.seatsCount, section }, now);
  if (!trip.bus.hasSeatMap && !(await stores.trips.takePlaces(trip.id, old.seatsCount, now, section)))
    throw seatsTaken([], await stores.trips.placesLeft(trip.id, now, section));
  const sale = { tripId: trip.id, booking: made.id, redeemed, seats: passengers, paymentDeadline, section };
  await sellHeld(stores, sale, now);
  const refuseTooMany = (): Promise<void> =>
    refuseBeyondDay(needs, stores, { trip, buyer: { userId: passenger }, count: old.seatsCount }, now);
  if (quote.toPay > NOTHING) await refuseTooMany();
  refuseOtherQuote(asked, quote);
  await keepPassengers(stores, made, passengers);
  if (quote.toPay > NOTHING) {
    // Checks the limit on unpaid bookings last, so that a request with another fault is refused for that fault.
    if (waits) refuseMoreUnpaid(waiting, made, now);
    const seats = passengers.map(({ seat }) => seat);
    if (waits && seats.length > 0)
      await stores.holdings.extend(passenger, trip.id, bookedRuns(seats, runs, now, paymentDeadline));
    await logWaiting(stores, old, made, passengers, now);
    return made.id;
  }
  await completeChange(stores, needs, { change, old, made, now });
  // Judged here, because the seats of the old booking count until it has ended.
  await refuseTooMany();
  await confirmChanged(stores, made, trip, now);
  return made.id;
}

/** Ends the holder's holds on the new seats, so that the seats can be sold to them. */
export async function redeemHeld(
  { seatLocks }: CounterStores,
  from: Omit<HeldSelection, 'seats'>,
  wanted: readonly { readonly seat: SeatNumber }[],
  now: Instant,
): Promise<Sale['redeemed']> {
  if (wanted.length === 0) return [];
  const seats = wanted.map(({ seat }) => seat);
  const redeemed = await seatLocks.redeem({ ...from, seats }, now);
  if (redeemed.length < seats.length) throw selectionExpired();
  return redeemed;
}

/** Sells the new seats, whose holds were just ended. */
export async function sellHeld(stores: CounterStores, sale: Sale, now: Instant): Promise<void> {
  const { seatLocks } = stores;
  if (sale.seats.length === 0) return;
  const sold = await seatLocks.sell(sale);
  if (sold.length < sale.seats.length) throw selectionExpired();
  const { tripId, section } = sale;
  await recordSeats(stores, tripId, [{ seats: sold, section, was: 'LOCKED', status: 'BOOKED' }], now);
}

/** Adds the unpaid new booking to the activity log. The change itself is logged when the new booking is paid. */
const logWaiting = (
  { trail }: CounterStores,
  { userId, code }: Booking,
  made: AddedBooking,
  passengers: readonly NewPassenger[],
  now: Instant,
): Promise<void> =>
  trail.add(
    {
      kind: 'BOOKING_CREATED',
      actor: { role: 'PASSENGER', userId },
      operatorId: made.operatorId,
      subject: { type: 'booking', id: made.id },
      amount: made.total,
      description: `Booked ${seatsInWords({ seats: passengers, seatsCount: made.seatsCount })} under ${made.code}, to which ${code} is to be changed.`,
    },
    now,
  );
