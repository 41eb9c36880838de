import type { SeatNumber } from '../kernel/ids.ts';

interface Seated {
  readonly seats: readonly { readonly seat: SeatNumber }[];
  readonly seatsCount: number;
}

/**
 * Returns the sorted seat numbers as text, such as `A1, A2`. Returns the number of places, such as `2 seats`, on a bus
 * without a seat map.
 */
export const seatsInWords = ({ seats, seatsCount }: Seated): string =>
  seats.length > 0
    ? seats
        .map(({ seat }) => seat)
        .sort()
        .join(', ')
    : `${seatsCount} ${seatsCount === 1 ? 'seat' : 'seats'}`;
