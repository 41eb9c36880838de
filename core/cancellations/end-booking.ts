import { MOVES } from '../bookings/booking.ts';
import type { Booking, BookingMove, BookingStatus } from '../bookings/booking.ts';
import type { OperatorNotified } from '../bookings/booking-events.ts';
import type { BookingRepo, Canceller } from '../bookings/ports.ts';
import { releaseSeatsOfBooking } from '../bookings/release-seats-of-booking.ts';
import type { Recorder } from '../delivery/outbox.ts';
import { toRupees } from '../kernel/money.ts';
import { cut } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import type { CancellationReason, PaymentRepo, RefundLedger } from '../payments/ports.ts';
import { refundDueAt } from '../payments/settlement.ts';
import type { Holdings, SeatLockStore } from '../seats/ports.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Actor, Trail } from '../trail/trail.ts';
import type { TripRepo } from '../trips/ports.ts';
import type { Trip } from '../trips/trip.ts';
import type { RefundQuote } from './refund-tiers.ts';

/** The stores that change when a booking is cancelled. */
export interface CancellationStores {
  readonly bookings: BookingRepo;
  readonly trips: TripRepo;
  readonly payments: PaymentRepo;
  readonly refunds: RefundLedger;
  readonly seatLocks: SeatLockStore;
  readonly holdings: Holdings;
  readonly trail: Trail;
  readonly events: Recorder<SeatsChanged | OperatorNotified>;
}

export interface Ending {
  readonly booking: Booking;
  readonly trip: Trip;
  readonly quote: RefundQuote;
  /** Somebody who has one of the roles in which a booking can be cancelled. */
  readonly actor: Actor & { readonly role: Canceller };
  /** It is cut to 300 characters. */
  readonly reason: string;
  readonly now: Instant;
}

const LONGEST_REASON = 300;

export const isPaid = ({ status }: Pick<Booking, 'status'>): boolean => status !== 'PENDING_PAYMENT';

const moveOf = (booking: Booking, { refund }: RefundQuote): BookingMove & ('cancelUnpaid' | 'refund' | 'cancelPaid') =>
  !isPaid(booking) ? 'cancelUnpaid' : refund > 0 ? 'refund' : 'cancelPaid';

/**
 * The only way in which a booking is cancelled, whoever wants it: its seats are on sale again at once, and what the
 * quote gives back is on the list of refunds. The booking has been locked and is not closed. Answers its new status.
 */
export async function endBooking(stores: CancellationStores, ending: Ending): Promise<BookingStatus> {
  const { booking, trip, quote, actor, now } = ending;
  const move = moveOf(booking, quote);
  const reason = cut(ending.reason, LONGEST_REASON);
  const cancellation = { reason, by: actor.role, at: now, fee: quote.fee };
  if (!(await stores.bookings.move(booking.id, move, cancellation)))
    throw new Error(`Booking ${booking.id} was changed while it was locked.`);

  if (!isPaid(booking)) await stores.payments.abandonAll(booking.id, now);
  if (quote.refund > 0) await recordRefunds(stores, ending);
  await releaseSeatsOfBooking(stores, booking, now);
  if (isPaid(booking)) await stores.events.record(operatorNotice(booking, trip, quote), now);
  const status = MOVES[move].to;
  await addToTrail(stores, { ...ending, reason }, status);
  return status;
}

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
  { payments, refunds }: CancellationStores,
  { booking: { id: bookingId }, quote: { fee, refund }, actor, now }: Ending,
): Promise<void> {
  const reason: CancellationReason = actor.role === 'PASSENGER' ? 'PASSENGER_CANCELLATION' : 'OPERATOR_CANCELLATION';
  const paid = (await payments.ofBooking(bookingId)).filter(({ status }) => status === 'COMPLETE');
  for (const { id: paymentId } of paid) {
    const isOwed = await refunds.add({ paymentId, bookingId, reason, amount: refund, dueAt: refundDueAt(now) }, now);
    await payments.move(paymentId, isOwed && fee > 0 ? 'refundPartly' : 'refundFully', now);
  }
}

const addToTrail = (
  { trail }: CancellationStores,
  { booking, trip, quote: { fee, refund }, actor, reason, now }: Ending,
  status: BookingStatus,
): Promise<void> => {
  const said = isPaid(booking)
    ? `Cancelled booking ${booking.code}: NPR ${toRupees(refund)} goes back, NPR ${toRupees(fee)} is kept.`
    : `Cancelled booking ${booking.code} before it was paid.`;
  return trail.add(
    {
      kind: 'BOOKING_CANCELLED',
      actor,
      operatorId: trip.bus.operatorId,
      subject: { type: 'booking', id: booking.id },
      changes: changesBetween({ booking_status: booking.status }, { booking_status: status }),
      // Passengers owe nobody a reason.
      description: actor.role === 'PASSENGER' ? said : `${said} Reason: ${reason}`,
      ...(isPaid(booking) && { amount: refund }),
    },
    now,
  );
};
