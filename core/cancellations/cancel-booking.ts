import { isClosed, MOVES } from '../bookings/booking.ts';
import type { Booking, BookingStatus } from '../bookings/booking.ts';
import type { OperatorNotified } from '../bookings/booking-events.ts';
import type { BookingRepo } from '../bookings/ports.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import { releaseSeatsOfBooking } from '../bookings/release-seats-of-booking.ts';
import type { RefundTier } from '../companies/cancellation-tiers.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import { toRupees } from '../kernel/money.ts';
import type { Recorder } from '../delivery/outbox.ts';
import { cut } from '../kernel/text.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { PaymentRepo, RefundLedger } from '../payments/ports.ts';
import { refundDueAt } from '../payments/settlement.ts';
import type { Holdings, SeatLockStore } from '../seats/ports.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import type { Trail, TrailEntry } from '../trail/trail.ts';
import type { TripRepo } from '../trips/ports.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import type { Trip } from '../trips/trip.ts';
import { quoteRefund, UNPAID_QUOTE } from './refund-tiers.ts';
import type { RefundQuote } from './refund-tiers.ts';
import { bookingOver } from './refusals.ts';

interface Stores {
  readonly bookings: BookingRepo;
  readonly trips: TripRepo;
  readonly payments: PaymentRepo;
  readonly refunds: RefundLedger;
  readonly seatLocks: SeatLockStore;
  readonly holdings: Holdings;
  readonly trail: Trail;
  readonly idempotency: Idempotency;
  readonly events: Recorder<SeatsChanged | OperatorNotified>;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
  readonly cancellationTiers: readonly RefundTier[];
}

export interface Cancelled extends RefundQuote {
  readonly status: BookingStatus;
}

const LONGEST_REASON = 300;

export type CancelBooking = ReturnType<typeof cancelBooking>;

/**
 * Cancels a booking before its bus leaves, at the fee that a quote at the same moment would name. Its seats are on sale
 * again at once.
 */
export const cancelBooking =
  ({ clock, transact, cancellationTiers }: Needs) =>
  async (passenger: UserId, bookingId: BookingId, reason: string, keep?: KeepResult<Cancelled>): Promise<Cancelled> =>
    transact(async (stores) => {
      // Locked, so that a payment that arrives now finds the booking either untouched or cancelled.
      const booking = await stores.bookings.lockOwned(bookingId, passenger);
      if (!booking) throw bookingUnknown();
      if (isClosed(booking.status)) throw bookingOver(booking.status);
      const trip = await stores.trips.find(booking.tripId);
      if (!trip) throw new Error(`Booking ${bookingId} is for a trip that does not exist.`);
      const now = clock();
      if (hasDeparted(trip, now)) throw tripDeparted();

      const isPaid = booking.status !== 'PENDING_PAYMENT';
      const quote = isPaid ? quoteRefund(booking.total, trip, now, cancellationTiers) : UNPAID_QUOTE;
      const move = !isPaid ? 'cancelUnpaid' : quote.refund > 0 ? 'refund' : 'cancelPaid';
      const isMoved = await stores.bookings.move(bookingId, move, {
        reason: reasonOf(reason, isPaid),
        by: 'PASSENGER',
        at: now,
        fee: quote.fee,
      });
      if (!isMoved) throw new Error(`Booking ${bookingId} was changed while it was locked.`);

      if (!isPaid) await stores.payments.abandonAll(bookingId, now);
      if (quote.refund > 0) await recordRefunds(stores, booking, quote, now);
      await releaseSeatsOfBooking(stores, booking, now);
      if (isPaid) await stores.events.record(operatorNotice(booking, trip, quote), now);
      await stores.trail.add(entryOf(booking, trip, isPaid, quote), now);
      const cancelled = { ...quote, status: MOVES[move].to };
      await keep?.(cancelled, stores);
      return cancelled;
    });

const reasonOf = (given: string, isPaid: boolean): string =>
  cut(given, LONGEST_REASON) || (isPaid ? 'Cancelled by the passenger.' : 'Cancelled before payment.');

const operatorNotice = ({ code }: Booking, { bus }: Trip, { refund }: RefundQuote): OperatorNotified => ({
  type: 'booking cancelled',
  operatorId: bus.operatorId,
  bookingCode: code,
  refund,
});

/**
 * Puts each complete payment on the list of refunds, which are paid by hand. One that is on it already was a duplicate,
 * and is refunded in full.
 */
async function recordRefunds(
  { payments, refunds }: Stores,
  { id: bookingId }: Booking,
  { fee, refund }: RefundQuote,
  now: Instant,
): Promise<void> {
  const paid = (await payments.ofBooking(bookingId)).filter(({ status }) => status === 'COMPLETE');
  for (const { id: paymentId } of paid) {
    const isOwed = await refunds.add(
      { paymentId, bookingId, reason: 'PASSENGER_CANCELLATION', amount: refund, dueAt: refundDueAt(now) },
      now,
    );
    await payments.move(paymentId, isOwed && fee > 0 ? 'refundPartly' : 'refundFully', now);
  }
}

const entryOf = (
  { id, code, userId }: Booking,
  { bus }: Trip,
  isPaid: boolean,
  { fee, refund }: RefundQuote,
): TrailEntry => ({
  kind: 'BOOKING_CANCELLED',
  actor: { role: 'PASSENGER', userId },
  operatorId: bus.operatorId,
  subject: { type: 'booking', id },
  ...(isPaid
    ? {
        description: `Cancelled booking ${code}: NPR ${toRupees(refund)} goes back, NPR ${toRupees(fee)} is kept.`,
        amount: refund,
      }
    : { description: `Cancelled booking ${code} before it was paid.` }),
});
