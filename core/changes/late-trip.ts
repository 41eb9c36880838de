import { fitBlocks } from '../seats/change-blocks.ts';
import { isAhead } from '../trips/sections.ts';
import type { CounterStores } from '../counter/world.ts';
import { sizeOfBookings } from './disruption.ts';
import type { LockedBus, LockedTrip } from './lock-trip.ts';
import { seatsGone } from './refusals.ts';

/**
 * Checks that a late bus still has a seat or place for everybody who has booked. Before the planned departure, the bus
 * cannot lose seats that its trips have sold. After the planned departure, the bus may have got another seat map.
 */
export async function fitLateTrip(
  stores: CounterStores,
  { trip, bookings, now }: LockedTrip,
  { bus, map }: LockedBus,
): Promise<void> {
  if (isAhead(trip, now)) return;
  const inUse = new Set((map?.seats ?? []).filter(({ isActive }) => isActive).map(({ id }) => id));
  const booked = new Set(bookings.map(({ id }) => id));
  const sold = (await stores.soldSeats.of(trip.id)).filter(({ bookingId }) => booked.has(bookingId));
  const { passengers } = sizeOfBookings(bookings);
  const isCarried = map
    ? sold.length === passengers && sold.every(({ id }) => inUse.has(id))
    : sold.length === 0 && passengers <= bus.totalSeats;
  if (!isCarried) throw seatsGone();
  await fitBlocks(stores, [trip.id], now);
}
