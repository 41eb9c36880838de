import { type Booking, type BookingStatus, sectionOnRoad } from '../bookings/booking.ts';
import { buyerOf } from '../bookings/buyer.ts';
import type { BookingChange } from '../bookings/changes.ts';
import { earn } from '../bookings/earn-bookings.ts';
import { journeyOn, timesOfBooking } from '../bookings/journey.ts';
import { releaseSeatsOfBooking } from '../bookings/release-seats-of-booking.ts';
import { newTripSms } from '../platform/sms.ts';
import { onlinePayment } from '../ledger/entries.ts';
import { mayRetake } from '../seats/door-limits.ts';
import { type ServedTrip, findServed } from '../seats/line.ts';
import { sellAgain } from '../seats/lent-blocks.ts';
import { recordSeats } from '../seats/seat-events.ts';
import type { Trip } from '../trips/trip.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import type { LockedPayment } from './lock-payment.ts';
import { NeedsRoom } from './make-room.ts';
import { type Payment, isRefunded } from './payment.ts';
import type { Evidence } from './ports.ts';
import { bookUnused } from './book-unused.ts';
import { completeChange, lockChangeable } from './complete-change.ts';
import { endUnpaid } from './end-unpaid.ts';
import { type Arrival, type Settlement, arrivalAt, isOfUse } from './settlement.ts';
import type { PaymentStores, MailingWorld, PaymentWorld } from './world.ts';

interface Confirmation extends LockedPayment {
  readonly stores: PaymentStores;
  readonly needs: MailingWorld & Pick<PaymentWorld, 'doorTerms'>;
  readonly trip: Trip;
}

/**
 * Completes an online payment whose money has verifiably arrived. Gives the passenger the seats, or a refund if the
 * seats are gone. Runs inside the caller's transaction, once for each unsettled payment. Throws `NeedsRoom` for a late
 * payment unless `hasRoom`.
 */
export async function confirmPayment(
  stores: PaymentStores,
  { payment, booking, now }: LockedPayment,
  evidence: Evidence,
  world: PaymentWorld & {
    /** Whether the caller has already ended the trip's overdue bookings, which may hold the seats. */
    readonly hasRoom: boolean;
  },
): Promise<Settlement> {
  const { hasRoom } = world;
  const arrival = arrivalAt(booking, now);
  if (arrival === 'late' && !hasRoom) throw new NeedsRoom(booking.tripId);
  const change = await changePaidBy(stores, booking, world.clock, arrival);
  const isVoid = change !== undefined && change.old === undefined;
  const [trip, isComplete, isConfirmed] = await Promise.all([
    stores.trips.find(booking.tripId),
    stores.payments.move(payment.id, 'complete', now, evidence),
    arrival === 'in time' && !isVoid && stores.bookings.move(booking.id, 'confirm'),
  ]);
  if (!trip) throw new Error(`Booking ${booking.id} is on a trip that does not exist.`);
  if (!isComplete) throw new Error(`Payment ${payment.id} was changed while its booking was locked.`);

  const confirmation = { stores, needs: world, payment, booking, trip, now };
  if (isVoid) return endVoid(confirmation, arrival);
  switch (arrival) {
    case 'in time':
      await completeIf(confirmation, change);
      return bookingPaid(confirmation, isConfirmed);
    case 'late': {
      if (!(await takeSeatsBack(confirmation))) return refundLate(confirmation, 'EXPIRED');
      await completeIf(confirmation, change);
      const settlement = await bookingPaid(confirmation, await stores.bookings.move(booking.id, 'revive'));
      await tellCounter(confirmation, 'CONFIRMED');
      return settlement;
    }
    case 'cancelled':
      return refundLate(confirmation, booking.status);
    case 'duplicate': {
      const settlement = await recordRefund(confirmation, 'DUPLICATE_PAYMENT');
      await tellCounter(confirmation, booking.status);
      return settlement;
    }
  }
}

interface PaidChange {
  readonly change: BookingChange;
  /** The old booking, locked. Undefined if the change cannot be done any more. */
  readonly old: Booking | undefined;
  /** The time, read after the old booking's lock. */
  readonly now: Instant;
}

/**
 * The change that the payment of its new booking completes. Undefined if the booking comes from no change, or was paid
 * or cancelled before.
 */
async function changePaidBy(
  stores: PaymentStores,
  { id, changedFrom }: Booking,
  clock: Clock,
  arrival: Arrival,
): Promise<PaidChange | undefined> {
  if (changedFrom === null || (arrival !== 'in time' && arrival !== 'late')) return undefined;
  const change = await stores.changes.find(id);
  return change && { change, ...(await lockChangeable(stores, change, clock)) };
}

async function completeIf({ stores, needs, booking: made }: Confirmation, paid: PaidChange | undefined): Promise<void> {
  if (paid?.old) await completeChange(stores, needs, { ...paid, old: paid.old, made });
}

/** Refunds the payment for a change that can no longer be made. Ends the new booking, unless it has ended already. */
async function endVoid(confirmation: Confirmation, arrival: Arrival): Promise<Settlement> {
  const { stores, booking, now } = confirmation;
  if (arrival === 'in time') {
    const reason = 'The old booking can no longer be changed.';
    await endUnpaid(stores, booking, { by: 'OPERATOR', actor: { role: 'SYSTEM' }, reason, now });
    return refundLate(confirmation, 'CANCELLED');
  }
  if (await stores.bookings.move(booking.id, 'expire')) await releaseSeatsOfBooking(stores, booking, now);
  return refundLate(confirmation, 'EXPIRED');
}

/** The outcome of a payment, judged by the status that the caller has read. */
export async function settlementOf(
  { refunds }: PaymentStores,
  { id, bookingId, status }: Payment,
): Promise<Settlement> {
  if (isRefunded(status)) return { outcome: 'refunded', bookingId };
  if (status !== 'COMPLETE') return { outcome: 'unverified', bookingId };
  const given = await refunds.ofPayment(id);
  const isOwed = given.some(({ reason }) => reason === 'LATE_PAYMENT' || reason === 'AMOUNT_DIFFERS');
  return { outcome: isOwed ? 'refund due' : 'paid', bookingId };
}

/** The outcome of a payment, read again because another transaction may have changed it. */
export const currentSettlement = async (stores: PaymentStores, payment: Payment): Promise<Settlement> =>
  settlementOf(stores, (await stores.payments.find(payment.transactionUuid)) ?? payment);

async function bookingPaid(
  { stores, payment, booking, trip, now }: Confirmation,
  isConfirmed: boolean,
): Promise<Settlement> {
  const { id: bookingId, userId, code, seatsCount, total } = booking;
  const { id: paymentId, gateway, amount: paid } = payment;
  if (!isConfirmed) throw new Error(`Booking ${bookingId} was changed while it was locked.`);
  await stores.seatLocks.finalize(bookingId);
  await stores.ledger.record(onlinePayment(booking, { paymentId, gateway }, paid), now);
  const times = timesOfBooking(booking, trip);
  if (trip.status === 'ACTIVE' && times.departsAt <= now) await earn(stores, [booking], now);
  await stores.trail.add(
    {
      kind: 'PAYMENT_COMPLETED',
      // `userId` of a counter sale is its seller, who did not pay.
      actor: booking.channel === 'ONLINE' ? { role: 'PASSENGER', userId } : { role: 'SYSTEM' },
      operatorId: trip.bus.operatorId,
      subject: { type: 'booking', id: bookingId },
      description: `Booking ${code} was paid.`,
      amount: paid,
    },
    now,
  );
  await stores.events.record(
    { type: 'booking confirmed', operatorId: trip.bus.operatorId, bookingCode: code, seatsCount, amount: total },
    now,
  );
  await stores.mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, now);
  await stores.smsQueue.add([newTripSms({ kind: 'CONFIRMED', bookingId }, times)], now);
  return { outcome: 'paid', bookingId };
}

/**
 * Gives all seats or places back to a booking that was paid too late. If the trip has another bus now, the booking gets
 * the seats with the same numbers. Returns false if the booking cannot get all of them.
 */
async function takeSeatsBack({ stores, needs, booking, now }: Confirmation): Promise<boolean> {
  // Ends the booking here, because the job that ends overdue bookings may not have reached it yet.
  if (await stores.bookings.move(booking.id, 'expire')) await releaseSeatsOfBooking(stores, booking, now);
  // The trip is read again with a lock, because the company may be cancelling it right now.
  const buyer = buyerOf(booking);
  if (buyer) await stores.doorSeats.lockBuyer(buyer, booking.tripId);
  const { trip, busy } = await findServed(stores, booking.tripId, () => now);
  // An import may have moved the trip to another company, which did not sell this booking.
  if (!trip || !isOfUse(booking, journeyOn(booking, trip), now) || trip.bus.operatorId !== booking.operatorId)
    return false;
  const isAtCounter = booking.channel === 'COUNTER';
  const take = async (): Promise<boolean> => {
    const { id, seatsCount: count, changedFrom: replaces } = booking;
    const retaken = buyer && { trip, buyer, booking: id, count, replaces, isAtCounter };
    if (retaken && !(await mayRetake(needs, stores, retaken, now))) return false;
    return reclaim(stores, booking, busy, now);
  };
  return isAtCounter ? sellAgain(stores, booking, now, take) : take();
}

async function reclaim(
  stores: PaymentStores,
  booking: Booking,
  busy: ServedTrip['busy'],
  now: Instant,
): Promise<boolean> {
  const { id, tripId, userId: passenger, seatsCount } = booking;
  const section = sectionOnRoad(booking);
  const seats = await stores.seatLocks.reclaim({ tripId, passenger, booking: id, seatsCount, section, busy }, now);
  if (!seats) return false;
  if (seats.length === 0) return stores.trips.takePlaces(tripId, seatsCount, now, section);
  await recordSeats(stores, tripId, [{ seats, section, was: 'AVAILABLE', status: 'BOOKED' }], now);
  return true;
}

/** Adds a refund of a late payment. `status` is the status of its booking, which does not get its seats back. */
async function refundLate(confirmation: Confirmation, status: BookingStatus): Promise<Settlement> {
  const settlement = await recordRefund(confirmation, 'LATE_PAYMENT');
  await tellCounter(confirmation, status);
  return settlement;
}

/**
 * Notifies the company that a customer paid its counter's QR code too late, or a second time. The customer may have
 * left.
 */
async function tellCounter(
  { stores, payment: { amount }, booking: { channel, code: bookingCode, operatorId }, now }: Confirmation,
  bookingStatus: BookingStatus,
): Promise<void> {
  if (channel === 'ONLINE') return;
  await stores.events.record({ type: 'late payment', operatorId, bookingCode, amount, bookingStatus }, now);
}

const WHY = {
  LATE_PAYMENT: 'it came when the booking was over',
  DUPLICATE_PAYMENT: 'the booking was paid before',
} as const;

async function recordRefund(
  { stores, needs, trip, ...arrived }: Confirmation,
  reason: keyof typeof WHY,
): Promise<Settlement> {
  const {
    payment: { amount },
    booking,
    now,
  } = arrived;
  const { operatorId } = trip.bus;
  await bookUnused(stores, needs, { ...arrived, amount, reason });
  await stores.trail.add(
    {
      kind: 'REFUND_DUE',
      actor: { role: 'SYSTEM' },
      operatorId,
      subject: { type: 'booking', id: booking.id },
      description: `A payment for booking ${booking.code} is to be given back: ${WHY[reason]}.`,
      amount,
    },
    now,
  );
  return { outcome: reason === 'DUPLICATE_PAYMENT' ? 'paid' : 'refund due', bookingId: booking.id };
}
