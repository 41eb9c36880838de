import type { TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { giveBlocksBack } from '../seats/lent-blocks.ts';
import { type Block, bySection, seatsOf, unblocked } from '../seats/block.ts';
import { changesOfFreed, recordSeats, type SeatChange } from '../seats/seat-events.ts';
import { type Booking, sectionOnRoad } from './booking.ts';
import type { BookingStores } from './world.ts';

/**
 * Puts the seats or places of an ended booking back on sale, and publishes events about them. Blocks again the blocked
 * seats that an unpaid counter sale used up, and with `isUndone` also those that a paid one used up. Call this once per
 * booking, in the transaction that ends the booking. `booking` must have the values from before its end.
 */
export async function releaseSeatsOfBooking(
  stores: BookingStores,
  booking: Booking,
  at: Instant,
  { isUndone = false } = {},
): Promise<void> {
  const { trips, seatLocks, holdings } = stores;
  const { userId, tripId, channel } = booking;
  const section = sectionOnRoad(booking);
  const freed = await seatLocks.releaseBooking(booking.id, at);
  if (freed.length === 0) await trips.freePlaces(tripId, booking.seatsCount, at, section);
  // Ends the passenger's holding period of these seats (a limit against hoarding) now, not at the payment deadline.
  else if (channel === 'ONLINE' && at < booking.paymentDeadline) {
    const seats = freed.map(({ seat }) => seat);
    await holdings.end(userId, tripId, seats, at);
  }
  const restoresBlocks = channel === 'COUNTER' && (isUndone || booking.status === 'PENDING_PAYMENT');
  const blocked = restoresBlocks ? await giveBlocksBack(stores, booking, at) : [];
  const changes = [...changesOfBlocked(blocked), ...changesOfFreed(freed, 'BOOKED').flatMap(without(tripId, blocked))];
  return recordSeats(stores, tripId, changes, at);
}

/** The seat events for seats that are blocked again, one for each section. */
const changesOfBlocked = (blocks: readonly Block[]): readonly SeatChange[] =>
  bySection(blocks).map((alike) => ({
    seats: seatsOf(alike),
    section: alike[0]?.section,
    was: 'BOOKED',
    status: 'BLOCKED',
  }));

/**
 * Removes from a change the seats that are blocked again, on the block's section. These seats may stay free on other
 * parts of the trip.
 */
const without =
  (tripId: TripId, blocks: readonly Block[]) =>
  (change: SeatChange): readonly SeatChange[] =>
    unblocked([{ tripId, seats: change.seats, section: change.section }], blocks).map(({ seats, section }) => ({
      ...change,
      seats,
      section,
    }));
