import type { BookedSeats } from './booked-seats.ts';
import type { BookingChanges } from './changes.ts';
import type { BookingRepo, BookingViews } from './ports.ts';
import type { RatingRepo } from './rating.ts';

/** The stores of the area `bookings`. A use case picks only the stores that it needs. */
export interface BookingStores {
  readonly bookings: BookingRepo;
  readonly bookedSeats: BookedSeats;
  readonly changes: BookingChanges;
  readonly bookingViews: Pick<BookingViews, 'find' | 'anyOverdue'>;
  readonly ratings: RatingRepo;
}
