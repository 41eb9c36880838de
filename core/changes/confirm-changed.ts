import type { AddedBooking } from '../bookings/add-booking.ts';
import type { Instant } from '../kernel/time.ts';
import { newTripSms } from '../platform/sms.ts';
import type { Trip } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';

/** Confirms the new booking of a change for which nothing is left to pay, and sends the confirmation. */
export async function confirmChanged(
  stores: CounterStores,
  made: AddedBooking,
  trip: Trip,
  now: Instant,
  isTold = true,
): Promise<void> {
  if (!(await stores.bookings.move(made.id, 'confirm')))
    throw new Error(`Booking ${made.id} was changed while it was locked.`);
  await stores.seatLocks.finalize(made.id);
  await tellConfirmed(stores, made, trip, now, isTold);
}

/** Notifies the company of a changed booking, and sends the customer the confirmation unless `isTold` is false. */
export async function tellConfirmed(
  { events, mailQueue, smsQueue }: CounterStores,
  { id: bookingId, operatorId, code: bookingCode, seatsCount, total: amount }: AddedBooking,
  trip: Trip,
  now: Instant,
  isTold = true,
): Promise<void> {
  await events.record({ type: 'booking confirmed', operatorId, bookingCode, seatsCount, amount }, now);
  if (!isTold) return;
  await mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, now);
  await smsQueue.add([newTripSms({ kind: 'CONFIRMED', bookingId }, trip)], now);
}
