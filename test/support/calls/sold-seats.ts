import type { SeatMove, SoldSeat, SoldSeats } from '../../../core/seats/sold-seats.ts';
import type { Stores } from '../../../core/stores.ts';
import { type Calls, TRIP } from './rows.ts';

const staying = ({ bookingId, id }: SoldSeat): SeatMove => ({ bookingId, from: id, to: id });

export const SOLD_SEAT_CALLS: Calls<Stores, SoldSeats> = {
  of: ({ soldSeats }) => soldSeats.of(TRIP),
  move: async ({ soldSeats }) => {
    const sold = await soldSeats.of(TRIP);
    await soldSeats.move(TRIP, sold.map(staying));
  },
};
