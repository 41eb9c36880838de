import { type Booking, isClosed } from '../bookings/booking.ts';
import { journeyOn } from '../bookings/journey.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { queueRefundDueMail } from '../payments/about-booking.ts';
import { moneyOf } from '../payments/money.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import type { MailingWorld } from '../payments/world.ts';
import { type AskedPart, askedPart, type GivenPart, isWhole, refuseBoarded, refuseUnlessThere } from './asked-part.ts';
import { endAsked } from './end-asked.ts';
import { type Ended, cutReason, isPaid } from './end-booking.ts';
import { quoteForPart } from './end-part.ts';
import { type RefundQuote, atMost, quoteFor } from './refund-tiers.ts';
import { bookingOver, changeOpen } from './refusals.ts';
import type { ChangeWorld } from './world.ts';

export type QuoteCancellation = ReturnType<typeof quoteCancellation>;

/** Quotes the fee and the refund for cancelling a booking, or some of its seats, at this moment. */
export const quoteCancellation =
  ({ clock, transact, bookingViews, cancellationTiers }: ChangeWorld) =>
  async (passenger: UserId, bookingId: BookingId, given: GivenPart = {}): Promise<RefundQuote> => {
    const booking = await bookingViews.find(bookingId, passenger);
    if (!booking) throw bookingUnknown();
    const part = askedPart(given, booking);
    if (isClosed(booking.status)) throw bookingOver(booking.status);
    if (part) refuseUnlessThere(part, booking);
    const trip = { ...booking.trip, bus: { type: booking.trip.busType } };
    const now = clock();
    const quoteOf = (of: Booking) => quoteFor(of, trip, now, cancellationTiers);
    if (!isPaid(booking)) return quoteOf(booking);
    return transact(async (stores) => {
      const { left } = await moneyOf(stores, booking);
      if (!part || isWhole(part, booking)) return atMost(quoteOf(booking), left);
      if ((await stores.changes.open([bookingId], now)).length > 0) throw changeOpen();
      refuseBoarded(part, booking, await stores.boardings.marks([bookingId]));
      return quoteForPart(booking, part, quoteOf, left);
    });
  };

export type CancelBooking = ReturnType<typeof cancelBooking>;

/**
 * Cancels a passenger's booking, or some of its seats, before the bus leaves. Charges the fee that a quote at the same
 * moment would show. The seats are on sale again at once.
 */
export const cancelBooking =
  (world: ChangeWorld) =>
  async (
    passenger: UserId,
    bookingId: BookingId,
    reason: string,
    given: GivenPart = {},
    keep?: KeepResult<Ended>,
  ): Promise<Ended> =>
    world.transact(async (stores) => {
      // Locks the booking. A payment that arrives now waits, and finds the booking either unchanged or cancelled.
      const booking = await stores.bookings.lockOwned(bookingId, passenger);
      if (!booking) throw bookingUnknown();
      const part = await partOf(stores, passenger, bookingId, given);
      if (isClosed(booking.status)) throw bookingOver(booking.status);
      const whole = await stores.trips.find(booking.tripId);
      if (!whole) throw new Error(`Booking ${bookingId} is for a trip that does not exist.`);
      const trip = journeyOn(booking, whole);
      const now = world.clock();
      // Passengers may cancel at any time if the company has cancelled the trip.
      if (trip.status === 'ACTIVE' && hasDeparted(trip, now)) throw tripDeparted();

      const quoteOf = (of: Booking) => quoteFor(of, trip, now, world.cancellationTiers);
      const cancelled = await endAsked(stores, part, {
        booking,
        trip,
        quoteOf,
        by: 'PASSENGER',
        actor: { role: 'PASSENGER', userId: passenger },
        reason: cutReason(reason) || (isPaid(booking) ? 'Cancelled by the passenger.' : 'Cancelled before payment.'),
        now,
      });
      if (cancelled.refund > 0) await askForAccount(stores, world, booking, now);
      await keep?.(cancelled, stores);
      return cancelled;
    });

/**
 * Checks the seats or places of the request against the passenger's booking. Returns undefined if the request cancels
 * the whole booking.
 */
async function partOf(
  { bookingViews }: CounterStores,
  passenger: UserId,
  id: BookingId,
  given: GivenPart,
): Promise<AskedPart | undefined> {
  if (Object.values(given).every((field) => field === undefined)) return undefined;
  const view = await bookingViews.find(id, passenger);
  return view && askedPart(given, view);
}

/**
 * Asks the passenger for a bank or wallet account for the refund, if a refund has no account yet. Otherwise sends
 * nothing, because the passenger already knows the refund's amount.
 */
async function askForAccount(
  stores: CounterStores,
  news: MailingWorld,
  { id: bookingId }: Pick<Booking, 'id'>,
  now: Instant,
): Promise<void> {
  const refunds = await stores.refunds.ofBooking(bookingId);
  // Takes the newest refund without a bank or wallet account, because an earlier partial cancellation may have added
  // others.
  const due = refunds.findLast(({ reason, account }) => reason === 'PASSENGER_CANCELLATION' && account === null);
  if (due) await queueRefundDueMail(stores, news, { bookingId, refundId: due.id }, now);
}
