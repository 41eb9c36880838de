import type { Booking } from '../bookings/booking.ts';
import type { OperatorNotified } from '../bookings/booking-events.ts';
import type { MailQueue } from '../bookings/mail-queue.ts';
import type { ActivityLog, BookingRepo } from '../bookings/ports.ts';
import { vacate } from '../bookings/vacate.ts';
import type { Recorder } from '../kernel/outbox.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { SeatLockStore } from '../seats/ports.ts';
import { seatsChanged } from '../seats/seat-events.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import type { TripRepo } from '../trips/ports.ts';
import type { Trip } from '../trips/trip.ts';
import type { Payment } from './payment.ts';
import { isRefunded } from './payment.ts';
import type { Evidence, PaymentRepo, RefundLedger, RefundReason } from './ports.ts';
import { arrivalAt, isAhead, refundDueAt } from './settlement.ts';
import type { Settlement } from './settlement.ts';

/** The stores that money touches when it arrives. */
export interface ConfirmationStores {
  readonly payments: PaymentRepo;
  readonly refunds: RefundLedger;
  readonly bookings: BookingRepo;
  readonly trips: TripRepo;
  readonly seatLocks: SeatLockStore;
  readonly activities: ActivityLog;
  readonly events: Recorder<SeatsChanged | OperatorNotified>;
  readonly mailQueue: MailQueue;
}

interface Confirmation {
  readonly stores: ConfirmationStores;
  readonly payment: Payment;
  readonly booking: Booking;
  readonly trip: Trip;
  readonly now: Instant;
}

/**
 * The one way in which money that has verifiably arrived takes effect: the passenger gets the seats or, where there are none to be had,
 * a refund. Runs within the caller's transaction. Of any number of times for one payment the first decides; the others repeat its answer.
 */
export async function confirmPayment(stores: ConfirmationStores, payment: Payment, evidence: Evidence, clock: Clock): Promise<Settlement> {
  const booking = await stores.bookings.lock(payment.bookingId);
  // Not before the row is held: who waits for it may find that the deadline has passed, and another passenger on the seat.
  const now = clock();
  const trip = booking && (await stores.trips.find(booking.tripId));
  if (!booking || !trip) throw new Error(`Payment ${payment.id} is for a booking that is not there.`);
  if (!(await stores.payments.move(payment.id, 'complete', now, evidence))) return standingOf(stores, payment);

  const confirmation = { stores, payment, booking, trip, now };
  switch (arrivalAt(booking, now)) {
    case 'in time': return confirmBooking(confirmation, 'confirm');
    case 'late': return (await takeSeatsBack(confirmation)) ? confirmBooking(confirmation, 'revive') : oweRefund(confirmation, 'LATE_PAYMENT');
    case 'in vain': return oweRefund(confirmation, 'LATE_PAYMENT');
    case 'again': return oweRefund(confirmation, 'DUPLICATE_PAYMENT');
  }
}

/** What a payment has come to so far. */
export async function settlementOf({ refunds }: Pick<ConfirmationStores, 'refunds'>, { id, bookingId, status }: Payment): Promise<Settlement> {
  if (isRefunded(status)) return { outcome: 'refunded', bookingId };
  if (status !== 'COMPLETE') return { outcome: 'unverified', bookingId };
  const refund = await refunds.find(id);
  return { outcome: refund?.reason === 'LATE_PAYMENT' ? 'refund due' : 'paid', bookingId };
}

/** The same, looked up again: somebody else may have been at it. */
export const standingOf = async (stores: Pick<ConfirmationStores, 'payments' | 'refunds'>, payment: Payment): Promise<Settlement> =>
  settlementOf(stores, (await stores.payments.find(payment.transactionUuid)) ?? payment);

async function confirmBooking({ stores, booking, trip, now }: Confirmation, move: 'confirm' | 'revive'): Promise<Settlement> {
  const { id: bookingId, userId, code, seatsCount, total } = booking;
  if (!(await stores.bookings.move(bookingId, move))) throw new Error(`Booking ${bookingId} was changed while it was locked.`);
  if (trip.bus.hasSeatMap) await stores.seatLocks.keep(bookingId);
  await stores.activities.add({ type: 'PAYMENT_COMPLETED', userId, actorRole: 'PASSENGER', bookingId, description: `Booking ${code} was paid.`, amount: total }, now);
  await stores.events.record({ type: 'booking_confirmed', operatorId: trip.bus.operatorId, bookingCode: code, seatsCount, amount: total }, now);
  await stores.mailQueue.add(bookingId, now);
  return { outcome: 'paid', bookingId };
}

/** Whether a booking that was not paid in time has all its seats again. */
async function takeSeatsBack({ stores, booking, trip, now }: Confirmation): Promise<boolean> {
  // No sweep has come by yet: it ends here, as it would have there.
  if (await stores.bookings.move(booking.id, 'expire')) await vacate(stores, booking, now);
  if (!isAhead(trip, now)) return false;
  if (!trip.bus.hasSeatMap) return stores.trips.takePlaces(trip.id, booking.seatsCount);
  const seats = await stores.seatLocks.retake(booking.id, booking.userId, now);
  if (seats) await stores.events.record(seatsChanged(trip.id, seats, 'BOOKED'), now);
  return seats !== undefined;
}

const WHY: Readonly<Record<Exclude<RefundReason, 'PASSENGER_CANCELLATION'>, string>> = {
  LATE_PAYMENT: 'it came when the booking was over',
  DUPLICATE_PAYMENT: 'the booking was paid before',
};

async function oweRefund({ stores, payment, booking, now }: Confirmation, reason: keyof typeof WHY): Promise<Settlement> {
  const { id: bookingId, userId, code } = booking;
  await stores.refunds.add({ paymentId: payment.id, bookingId, reason, amount: payment.amount, dueAt: refundDueAt(now) }, now);
  const description = `A payment for booking ${code} is to be given back: ${WHY[reason]}.`;
  await stores.activities.add({ type: 'REFUND_DUE', userId, actorRole: 'SYSTEM', bookingId, description, amount: payment.amount }, now);
  return { outcome: reason === 'DUPLICATE_PAYMENT' ? 'paid' : 'refund due', bookingId };
}
