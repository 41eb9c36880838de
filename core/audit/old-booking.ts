import type { Booking } from '../bookings/booking.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { TripStatus } from '../trips/trip.ts';

/** The booking that a change replaced, or will replace once the new booking is paid. */
export interface OldBooking extends Pick<
  Booking,
  'operatorId' | 'userId' | 'leastFee' | 'bookedFor' | 'commissionRate' | 'cancellationTiers'
> {
  /** The old booking's first price, before any of its seats were cancelled. */
  readonly madeFor: Paisa;
  /** The old booking's trip as it is now. `departsAt` is the departure from the stop where the passengers board. */
  readonly trip: { readonly status: TripStatus; readonly departsAt: Instant; readonly busType: string };
}

/** A fee that a change or a partial cancellation kept, with its moment. */
export interface KeptFee {
  readonly fee: Paisa;
  readonly at: Instant;
}
