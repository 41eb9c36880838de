import type { SharedSeat } from '../../../core/audit/ports.ts';
import { type Section, overlaps } from '../../../core/trips/sections.ts';
import type { BookingId, SeatNumber, TripId } from '../../../core/kernel/ids.ts';

/** A seat of several bookings. `bookings` are their ids, joined by commas. */
export interface SharedRow {
  readonly trip: TripId;
  readonly seat: SeatNumber;
  readonly bookings: string;
}

/** The bookings that share a part of the road with another one. A seat is sold again where sections do not overlap. */
const overlapping = (sold: readonly (Section & { readonly id: BookingId })[]): readonly BookingId[] =>
  sold
    .filter((one) => sold.some((other) => other !== one && overlaps(one, other)))
    .map(({ id }) => id)
    .sort((one, other) => one - other);

export const toShared = ({ trip, seat, bookings }: SharedRow): SharedSeat => ({
  tripId: trip,
  seat,
  bookings: overlapping(
    bookings.split(',').map((text) => {
      const [id = 0, from = 0, to = 0] = text.split(':').map(Number);
      return { id: id as BookingId, from, to };
    }),
  ),
});
