import type { BookedSeat } from '../bookings/booked-seats.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Instant } from '../kernel/time.ts';
import { newTripSms } from '../platform/sms.ts';
import { type Actor, changesBetween } from '../platform/trail.ts';
import { changesOfFreed, recordSeats } from '../seats/seat-events.ts';
import type { Trip } from '../trips/trip.ts';
import type { CounterStores } from '../counter/world.ts';
import { keepPassengers } from './make-change.ts';
import type { NewPassenger } from './new-passengers.ts';

interface Exchange {
  /** The booking, which must be locked. The new seats are already sold to it. */
  readonly booking: Booking;
  readonly trip: Trip;
  readonly before: readonly BookedSeat[];
  readonly passengers: readonly NewPassenger[];
  readonly askedBy: Actor;
  /** False if the agent that sold the booking tells the traveller itself. */
  readonly isTold?: boolean;
  readonly now: Instant;
}

/** Completes an exchange of seats within a booking: puts the old seats back on sale, and sends the confirmation. */
export async function exchangeSeats(
  stores: CounterStores,
  { booking, trip, before, passengers, askedBy, isTold = true, now }: Exchange,
): Promise<void> {
  const { id, tripId } = booking;
  const [seats, old] = [passengers.map(({ seat }) => seat), before.map(({ seat }) => seat)];
  const leaving = old.filter((seat) => !seats.includes(seat));
  await stores.seatLocks.finalize(id);
  const freed = await stores.bookedSeats.giveUp(id, leaving, now);
  if (freed.length !== leaving.length) throw new Error(`Booking ${id} was changed while it was locked.`);
  await keepPassengers(stores, booking, passengers);
  await recordSeats(stores, tripId, changesOfFreed(freed, 'BOOKED'), now);
  await stores.trail.add(
    {
      kind: 'BOOKING_CHANGED',
      actor: askedBy,
      operatorId: booking.operatorId,
      subject: { type: 'booking', id },
      changes: changesBetween({ seats: old.join(', ') }, { seats: seats.join(', ') }),
      description: `Exchanged seats of booking ${booking.code}: ${old.join(', ')} for ${seats.join(', ')}.`,
    },
    now,
  );
  if (!isTold) return;
  await stores.mailQueue.repeat({ kind: 'BOOKING_CONFIRMED', bookingId: id }, now, now);
  await stores.smsQueue.add([newTripSms({ kind: 'CONFIRMED', bookingId: id }, trip)], now);
}
