import { leaveConflict } from '../boarding/conflicts.ts';
import type { Boardings } from '../boarding/ports.ts';
import {
  type Booking,
  type BookingMove,
  type BookingStatus,
  MOVES,
  type OperatorNotified,
} from '../bookings/booking.ts';
import { cancellationMoment, leftOf } from '../bookings/cancelled-part.ts';
import type { Canceller } from '../bookings/ports.ts';
import { releaseSeatsOfBooking } from '../bookings/release-seats-of-booking.ts';
import type { Recorder } from '../platform/outbox.ts';
import { npr, sum } from '../kernel/money.ts';
import { cut } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import { cancelled } from '../ledger/entries.ts';
import { type CancellationReason, type Refund, isOfWrongAmount, isUnused } from '../payments/refund.ts';
import { refundDueAt } from '../payments/settlement.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import { type Actor, changesBetween } from '../platform/trail.ts';
import type { Trip } from '../trips/trip.ts';
import { type RefundQuote, atMost } from './refund-tiers.ts';
import type { BookingStores } from '../bookings/stores.ts';
import type { TripStores } from '../trips/stores.ts';
import type { PaymentStores } from '../payments/stores.ts';
import type { SeatStores } from '../seats/stores.ts';
import type { PlatformStores } from '../platform/stores.ts';
import type { LedgerStores } from '../ledger/stores.ts';

/** The stores that change when a booking is cancelled. */
export interface CancellationStores extends Pick<
  BookingStores & TripStores & PaymentStores & SeatStores & PlatformStores & LedgerStores,
  'bookings' | 'trips' | 'payments' | 'refunds' | 'seatLocks' | 'holdings' | 'blocks' | 'trail' | 'ledger'
> {
  readonly boardings: Pick<Boardings, 'marks' | 'addConflicts'>;
  readonly events: Recorder<SeatsChanged | OperatorNotified>;
}

export interface Ending {
  readonly booking: Booking;
  readonly trip: Trip;
  readonly quote: RefundQuote;
  /** The role in which the booking is cancelled. */
  readonly by: Canceller;
  /** The acting user, or the service itself during an import. */
  readonly actor: Actor;
  readonly reason: string;
  readonly now: Instant;
}

const LONGEST_REASON = 300;

/** A typed reason, cut to 300 characters. */
export const cutReason = (reason: string): string => cut(reason, LONGEST_REASON);

export const isPaid = ({ status }: Pick<Booking, 'status'>): boolean => status !== 'PENDING_PAYMENT';

const moveOf = (booking: Booking, { refund }: RefundQuote): BookingMove & ('cancelUnpaid' | 'refund' | 'cancelPaid') =>
  !isPaid(booking) ? 'cancelUnpaid' : refund > 0 ? 'refund' : 'cancelPaid';

/** The refund of the cancelled booking: the quoted refund less earlier goodwill. */
export interface Ended extends RefundQuote {
  readonly status: BookingStatus;
}

/**
 * Cancels a booking. This is the only way in which a booking is cancelled. The seats are on sale again at once, and the
 * quoted refund is added to the refunds to be paid. The booking must be locked and not closed.
 */
export async function endBooking(stores: CancellationStores, asked: Ending): Promise<Ended> {
  const { booking, trip, by, reason } = asked;
  const now = cancellationMoment(booking, asked.now);
  const given = isPaid(booking) ? await stores.refunds.ofBooking(booking.id) : [];
  const quote = isPaid(booking) ? atMost(asked.quote, leftOf(booking, given)) : asked.quote;
  const ending = { ...asked, quote, now };
  const move = moveOf(booking, quote);
  const cancellation = { reason, by, at: now, fee: quote.fee };
  if (!(await stores.bookings.move(booking.id, move, cancellation)))
    throw new Error(`Booking ${booking.id} was changed while it was locked.`);

  if (isPaid(booking)) await settle(stores, ending, given);
  else await stores.payments.abandonAll(booking.id, now);
  await leaveConflict(stores, booking, trip, now);
  await releaseSeatsOfBooking(stores, booking, now);
  if (isPaid(booking)) await stores.events.record(operatorNotice(booking, trip, quote), now);
  const status = MOVES[move].to;
  await addToTrail(stores, ending, status);
  return { ...quote, status };
}

/** The event that tells the company that a booking was cancelled. */
export const operatorNotice = ({ code }: Booking, { bus }: Trip, { refund }: RefundQuote): OperatorNotified => ({
  type: 'booking cancelled',
  operatorId: bus.operatorId,
  bookingCode: code,
  refund,
});

/** The reason of a cancellation's refund. */
export const reasonOf = (by: Canceller): CancellationReason =>
  by === 'PASSENGER' ? 'PASSENGER_CANCELLATION' : 'OPERATOR_CANCELLATION';

/**
 * Adds a refund of the payment, and records in the ledger how company and platform share the rest. A payment that
 * bought nothing has its refund already.
 */
async function settle(
  { payments, refunds, ledger }: CancellationStores,
  { booking, quote: { fee, refund: amount }, by, now }: Ending,
  given: readonly Refund[],
): Promise<void> {
  const paid = (await payments.ofBooking(booking.id)).filter(({ status }) => status === 'COMPLETE');
  for (const payment of paid) {
    const { id: paymentId } = payment;
    if (isUnused(payment, given)) {
      // A payment of a wrong amount never paid the booking, and stays as it was settled.
      if (amount > 0 && !isOfWrongAmount(payment, given)) await payments.move(paymentId, 'refundFully', now);
      continue;
    }
    const refund = { paymentId, bookingId: booking.id, reason: reasonOf(by), amount, dueAt: refundDueAt(now) };
    const refundId = amount > 0 ? await refunds.add(refund, now) : null;
    const isEarned = booking.earnedAt !== null;
    await ledger.record(cancelled(booking, { fee, refund: amount, isEarned, paymentId, refundId }), now);
    const back = sum([amount, ...given.filter((one) => one.paymentId === paymentId).map((one) => one.amount)]);
    if (back > 0) await payments.move(paymentId, back === payment.amount ? 'refundFully' : 'refundPartly', now);
  }
}

const addToTrail = (
  { trail }: CancellationStores,
  { booking, trip, quote: { fee, refund }, actor, reason, now }: Ending,
  status: BookingStatus,
): Promise<void> => {
  const said = isPaid(booking)
    ? `Cancelled booking ${booking.code}: ${npr(refund)} goes back, ${npr(fee)} is kept.`
    : `Cancelled booking ${booking.code} before it was paid.`;
  return trail.add(
    {
      kind: 'BOOKING_CANCELLED',
      actor,
      operatorId: trip.bus.operatorId,
      subject: { type: 'booking', id: booking.id },
      changes: changesBetween({ booking_status: booking.status }, { booking_status: status }),
      // Passengers need no reason to cancel.
      description: actor.role === 'PASSENGER' ? said : `${said} Reason: ${reason}`,
      ...(isPaid(booking) && { amount: refund }),
    },
    now,
  );
};
