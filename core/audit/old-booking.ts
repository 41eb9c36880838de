import type { Booking } from '../bookings/booking.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { TripStatus } from '../trips/trip.ts';

/** The booking that a change began with. */
export interface OldBooking extends Pick<Booking, 'operatorId' | 'leastFee' | 'bookedFor'> {
  /** Its first price, before parts of it were cancelled. */
  readonly madeFor: Paisa;
  /** Its trip as it is now, with the departure of its section. */
  readonly trip: { readonly status: TripStatus; readonly departsAt: Instant; readonly busType: string };
}
