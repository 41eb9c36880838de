import type { Booking } from '../bookings/booking.ts';
import type { OperatorNotified } from '../bookings/booking-events.ts';
import type { MailQueue } from '../bookings/mail-queue.ts';
import type { BookingRepo } from '../bookings/ports.ts';
import { releaseSeatsOfBooking } from '../bookings/release-seats-of-booking.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { Holdings, SeatLockStore } from '../seats/ports.ts';
import { seatsChanged } from '../seats/seat-events.ts';
import type { SeatsChanged } from '../seats/seat-events.ts';
import type { Trail } from '../trail/trail.ts';
import type { TripRepo } from '../trips/ports.ts';
import type { Trip } from '../trips/trip.ts';
import type { Payment } from './payment.ts';
import { isRefunded } from './payment.ts';
import type { Evidence, PaymentRepo, RefundLedger, VainReason } from './ports.ts';
import { arrivalAt, isAhead, refundDueAt } from './settlement.ts';
import type { Settlement } from './settlement.ts';

/** The stores that change when money arrives. */
export interface ConfirmationStores {
  readonly payments: PaymentRepo;
  readonly refunds: RefundLedger;
  readonly bookings: BookingRepo;
  readonly trips: TripRepo;
  readonly seatLocks: SeatLockStore;
  readonly holdings: Holdings;
  readonly trail: Trail;
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
 * The only way in which money that has verifiably arrived takes effect: the passenger gets the seats or, if they are
 * gone, a refund. Runs inside the caller's transaction. However often it runs for one payment, the first time decides,
 * and the others repeat its answer.
 */
export async function confirmPayment(
  stores: ConfirmationStores,
  payment: Payment,
  evidence: Evidence,
  clock: Clock,
): Promise<Settlement> {
  const booking = await stores.bookings.lock(payment.bookingId);
  // Read once the row is locked: during a wait for the lock the deadline may pass, and another passenger may take the
  // seat.
  const now = clock();
  const trip = booking && (await stores.trips.find(booking.tripId));
  if (!booking || !trip) throw new Error(`Payment ${payment.id} is for a booking that does not exist.`);
  if (!(await stores.payments.move(payment.id, 'complete', now, evidence))) return currentSettlement(stores, payment);

  const confirmation = { stores, payment, booking, trip, now };
  switch (arrivalAt(booking, now)) {
    case 'in time':
      return confirmBooking(confirmation, 'confirm');
    case 'late':
      return (await takeSeatsBack(confirmation))
        ? confirmBooking(confirmation, 'revive')
        : recordRefund(confirmation, 'LATE_PAYMENT');
    case 'cancelled':
      return recordRefund(confirmation, 'LATE_PAYMENT');
    case 'duplicate':
      return recordRefund(confirmation, 'DUPLICATE_PAYMENT');
  }
}

/** The outcome of a payment so far. */
export async function settlementOf(
  { refunds }: Pick<ConfirmationStores, 'refunds'>,
  { id, bookingId, status }: Payment,
): Promise<Settlement> {
  if (isRefunded(status)) return { outcome: 'refunded', bookingId };
  if (status !== 'COMPLETE') return { outcome: 'unverified', bookingId };
  const refund = await refunds.find(id);
  return { outcome: refund?.reason === 'LATE_PAYMENT' ? 'refund due' : 'paid', bookingId };
}

/** The same for the payment as it is stored now: somebody else may have changed it. */
export const currentSettlement = async (
  stores: Pick<ConfirmationStores, 'payments' | 'refunds'>,
  payment: Payment,
): Promise<Settlement> => settlementOf(stores, (await stores.payments.find(payment.transactionUuid)) ?? payment);

async function confirmBooking(
  { stores, booking, trip, now }: Confirmation,
  move: 'confirm' | 'revive',
): Promise<Settlement> {
  const { id: bookingId, userId, code, seatsCount, total } = booking;
  if (!(await stores.bookings.move(bookingId, move)))
    throw new Error(`Booking ${bookingId} was changed while it was locked.`);
  await stores.seatLocks.finalize(bookingId);
  await stores.trail.add(
    {
      kind: 'PAYMENT_COMPLETED',
      actor: { role: 'PASSENGER', userId },
      operatorId: trip.bus.operatorId,
      subject: { type: 'booking', id: bookingId },
      description: `Booking ${code} was paid.`,
      amount: total,
    },
    now,
  );
  await stores.events.record(
    { type: 'booking confirmed', operatorId: trip.bus.operatorId, bookingCode: code, seatsCount, amount: total },
    now,
  );
  await stores.mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, now);
  return { outcome: 'paid', bookingId };
}

/**
 * Gives a booking that was not paid in time all its seats or places back, exactly as they were sold; answers whether it
 * could. It can't if the trip has another bus by now.
 */
async function takeSeatsBack({ stores, booking, trip, now }: Confirmation): Promise<boolean> {
  // The sweep has not run yet: the booking expires here, as it would have there.
  if (await stores.bookings.move(booking.id, 'expire')) await releaseSeatsOfBooking(stores, booking, now);
  if (!isAhead(trip, now)) return false;
  const { id, tripId, userId: passenger, seatsCount } = booking;
  const seats = await stores.seatLocks.reclaim({ tripId, passenger, booking: id, seatsCount }, now);
  if (!seats) return false;
  if (seats.length === 0) return stores.trips.takePlaces(tripId, seatsCount);
  await stores.events.record(seatsChanged(tripId, seats, 'BOOKED'), now);
  return true;
}

const WHY: Readonly<Record<VainReason, string>> = {
  LATE_PAYMENT: 'it came when the booking was over',
  DUPLICATE_PAYMENT: 'the booking was paid before',
};

async function recordRefund(
  { stores, payment, booking, trip, now }: Confirmation,
  reason: VainReason,
): Promise<Settlement> {
  const { id: bookingId, code } = booking;
  await stores.refunds.add(
    { paymentId: payment.id, bookingId, reason, amount: payment.amount, dueAt: refundDueAt(now) },
    now,
  );
  const description = `A payment for booking ${code} is to be given back: ${WHY[reason]}.`;
  await stores.trail.add(
    {
      kind: 'REFUND_DUE',
      actor: { role: 'SYSTEM' },
      operatorId: trip.bus.operatorId,
      subject: { type: 'booking', id: bookingId },
      description,
      amount: payment.amount,
    },
    now,
  );
  return { outcome: reason === 'DUPLICATE_PAYMENT' ? 'paid' : 'refund due', bookingId };
}
