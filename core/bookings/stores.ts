import type { BookingRepo, BookingViews } from './ports.ts';
import type { RatingRepo } from './rating.ts';

/** The stores of this area. A use case names those it uses. */
export interface BookingStores {
  readonly bookings: BookingRepo;
  readonly bookingViews: Pick<BookingViews, 'find' | 'anyOverdue'>;
  readonly ratings: RatingRepo;
}
