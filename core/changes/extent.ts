import type { Booking } from '../bookings/booking.ts';

/** How many a disruption concerns: bookings, and those who travel with them. */
export const sizeOfBookings = (
  bookings: readonly Booking[],
): { readonly bookings: number; readonly passengers: number } => ({
  bookings: bookings.length,
  passengers: bookings.reduce((sum, { seatsCount }) => sum + seatsCount, 0),
});
