import type { BookingId, TripId } from '../kernel/ids.ts';
import type { AgentStores } from './world.ts';

/* While a company is kept, it can neither switch agents off nor be suspended. Whether the agent may sell for it must be
   asked afterwards, because the company may have changed before. */

/**
 * Keeps the company of a trip as it is until the transaction ends. Must be called before the trip and its seats are
 * locked. An unknown trip is ignored.
 */
export async function keepCompanyOfTrip({ trips, companies }: AgentStores, id: TripId): Promise<void> {
  const trip = await trips.find(id);
  if (trip) await companies.share(trip.bus.operatorId);
}

/**
 * Keeps the company of a booking as it is until the transaction ends. Must be called before the booking is locked. An
 * unknown booking is ignored.
 */
export async function keepCompanyOfBooking({ bookings, companies }: AgentStores, id: BookingId): Promise<void> {
  const booking = await bookings.find(id);
  if (booking) await companies.share(booking.operatorId);
}
