import type { Instant } from '../kernel/time.ts';
import type { Times } from '../trips/sections.ts';
import { type Tap, leftAt } from '../trips/taps.ts';
import type { Booking } from './booking.ts';

type Travelled = Pick<Booking, 'section' | 'sectionTimes'>;

/** The planned departure and arrival of a booking: its section's, or those of its trip for the whole road. */
export const timesOfBooking = (
  { sectionTimes }: Pick<Booking, 'sectionTimes'>,
  { departsAt, arrivesAt }: Times,
): Times => sectionTimes ?? { departsAt, arrivesAt };

/**
 * The trip as the booking's passengers meet it. It departs from their first stop, when the bus leaves that stop, and
 * arrives at their last one.
 */
export const journeyOn = <
  T extends Times & { readonly departedAt: Instant | null; readonly taps: { readonly left: readonly Tap[] } },
>(
  booking: Travelled,
  trip: T,
): T => ({
  ...trip,
  ...timesOfBooking(booking, trip),
  departedAt: booking.section.from === 0 ? trip.departedAt : leftAt(trip.taps.left, booking.section.from),
});
