import type { Booking } from '../bookings/booking.ts';
import type { SeatMap } from '../fleet/seat-layout.ts';
import { type Assignment, assignSeats } from '../seats/assign-seats.ts';
import type { SeatMove, SoldSeat } from '../seats/sold-seats.ts';
import type { MovedSeat, UnseatedSeat } from './disruption.ts';

/** The seats that a trip's passengers get on the new bus. */
export interface NewSeats {
  readonly moves: readonly SeatMove[];
  /** Passengers who get a seat with another number. */
  readonly moved: readonly (MovedSeat & Pick<SeatMove, 'bookingId'>)[];
  readonly unseated: readonly UnseatedSeat[];
}

/**
 * Gives a trip's passengers seats on a new bus with a seat map. Seats are given in the order of the passengers' first
 * stops, then of the old seats on the map. The seats in `staying` belong to passengers who have arrived, and stay
 * theirs.
 */
export function seatPassengers(
  sold: readonly SoldSeat[],
  map: SeatMap,
  assignments: readonly Assignment[],
  bookings: readonly Booking[],
  staying: readonly SoldSeat[],
): NewSeats {
  const codes = new Map(bookings.map(({ id, code }) => [id, code]));
  const codeOf = ({ bookingId }: SoldSeat): string => codes.get(bookingId) ?? '';
  const { seated, unseated } = assignSeats(sold, map.seats, assignments, staying);
  return {
    moves: seated.map(({ sold: { bookingId, id: from }, seat: { id: to } }) => ({ bookingId, from, to })),
    moved: seated
      .filter(({ sold: one, seat }) => one.number !== seat.number)
      .map(({ sold: one, seat: { number } }) => ({
        bookingId: one.bookingId,
        bookingCode: codeOf(one),
        seat: one.number,
        newSeat: number,
      })),
    unseated: unseated.map((one) => ({ bookingCode: codeOf(one), seat: one.number })),
  };
}

/**
 * Gives a trip's passengers places on a new bus without a seat map. Counts places separately between each two
 * neighbouring stops. Places go to the earliest bookings first.
 */
export function countPassengers(bookings: readonly Booking[], places: number): NewSeats {
  const inOrder = [...bookings].sort((one, other) => one.bookedAt - other.bookedAt || one.id - other.id);
  const taken: number[] = [];
  const unseated = inOrder.flatMap(({ code, seatsCount, section: { from, to } }) => {
    const parts = Array.from({ length: to - from }, (_, index) => from + index);
    const room = places - Math.max(...parts.map((part) => taken[part] ?? 0));
    const seated = Math.max(0, Math.min(seatsCount, room));
    for (const part of parts) taken[part] = (taken[part] ?? 0) + seated;
    return Array.from({ length: seatsCount - seated }, () => ({ bookingCode: code, seat: null }));
  });
  return { moves: [], moved: [], unseated };
}
