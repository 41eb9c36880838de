import type { Recorder } from '../platform/outbox.ts';
import type { Instant } from '../kernel/time.ts';
import { giveBlocksBack } from '../seats/lent-blocks.ts';
import { changesOfFreed, recordSeats, type SeatEvent } from '../seats/seat-events.ts';
import { type Booking, sectionOnRoad } from './booking.ts';
import type { TripStores } from '../trips/stores.ts';
import type { SeatStores } from '../seats/stores.ts';

/** The stores that change when a booking returns its seats. */
export interface ReleasingStores extends Pick<TripStores & SeatStores, 'trips' | 'seatLocks' | 'holdings' | 'blocks'> {
  readonly events: Recorder<SeatEvent>;
}

/**
 * Puts the seats or places of an ended booking back on sale, and announces that. Blocks that an unpaid counter sale
 * used up come back. Call this once per booking, in the transaction that ends it. `booking` is as it was before it
 * ended.
 */
export async function releaseSeatsOfBooking(stores: ReleasingStores, booking: Booking, at: Instant): Promise<void> {
  const { trips, seatLocks, holdings } = stores;
  const { userId, tripId, channel } = booking;
  const section = sectionOnRoad(booking);
  const freed = await seatLocks.releaseBooking(booking.id, at);
  if (freed.length === 0) await trips.freePlaces(tripId, booking.seatsCount, section);
  // Seats of an online booking count as held by the passenger until the payment deadline. A new hold continues that
  // time.
  else if (channel === 'ONLINE' && at < booking.paymentDeadline) {
    const seats = freed.map(({ seat }) => seat);
    await holdings.end(userId, tripId, seats, at);
  }
  const isUnpaidSale = channel === 'COUNTER' && booking.status === 'PENDING_PAYMENT';
  const blocked = isUnpaidSale ? await giveBlocksBack(stores, booking, at) : [];
  const available = freed.filter(({ seat }) => !blocked.includes(seat));
  const changes = [
    { seats: blocked, section, was: 'BOOKED', status: 'BLOCKED' } as const,
    ...changesOfFreed(available, 'BOOKED'),
  ];
  return recordSeats(stores, tripId, changes, at);
}
