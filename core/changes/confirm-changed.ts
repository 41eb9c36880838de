import type { AddedBooking } from '../bookings/add-booking.ts';
import type { OperatorNotified } from '../bookings/booking.ts';
import type { BookingStores } from '../bookings/world.ts';
import type { Instant } from '../kernel/time.ts';
import type { Recorder } from '../platform/outbox.ts';
import { newTripSms } from '../platform/sms.ts';
import type { PlatformStores } from '../platform/world.ts';
import type { SeatStores } from '../seats/world.ts';
import type { Trip } from '../trips/trip.ts';

interface TellingStores {
  readonly events: Recorder<OperatorNotified>;
  readonly mailQueue: Pick<PlatformStores['mailQueue'], 'add'>;
  readonly smsQueue: Pick<PlatformStores['smsQueue'], 'add'>;
}

interface Stores extends TellingStores, Pick<BookingStores & SeatStores, 'bookings' | 'seatLocks'> {}

/** Confirms the new booking of a change for which nothing is left to pay, and sends the confirmation. */
export async function confirmChanged(stores: Stores, made: AddedBooking, trip: Trip, now: Instant): Promise<void> {
  if (!(await stores.bookings.move(made.id, 'confirm')))
    throw new Error(`Booking ${made.id} was changed while it was locked.`);
  await stores.seatLocks.finalize(made.id);
  await tellConfirmed(stores, made, trip, now);
}

/** Notifies the company that a booking was changed, and sends the customer the confirmation. */
export async function tellConfirmed(
  { events, mailQueue, smsQueue }: TellingStores,
  { id: bookingId, operatorId, code: bookingCode, seatsCount, total: amount }: AddedBooking,
  trip: Trip,
  now: Instant,
): Promise<void> {
  await events.record({ type: 'booking confirmed', operatorId, bookingCode, seatsCount, amount }, now);
  await mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId }, now);
  await smsQueue.add([newTripSms({ kind: 'CONFIRMED', bookingId }, trip)], now);
}
