import type { BookedSeat, BookedSeats } from '../../core/bookings/booked-seats.ts';
import { searchKeyOf } from '../../core/bookings/booking-code.ts';
import { byPlace } from '../../core/fleet/seat-layout.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { soldSeatIdOf } from './boardings.ts';
import { seatOf } from './relations.ts';
import type { State, StoredSale } from './state.ts';

export const memoryBookedSeats = (
  state: State,
  { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>,
): BookedSeats => {
  const salesOf = (booking: BookingId): readonly StoredSale[] =>
    state.sales
      .filter(({ bookingId, active }) => bookingId === booking && active)
      .sort((one, other) => byPlace(seatOf(state, one), seatOf(state, other)));

  const toBookedSeat = (sale: StoredSale): BookedSeat => {
    const { seatId: id, name, age, gender, boardingPoint, droppingPoint, nameChanges = 0 } = sale;
    const boardedAt = state.seatMarks.get(soldSeatIdOf(state, sale))?.boardedAt ?? null;
    const seat = seatOf(state, sale).number;
    return { id, seat, name, age, gender, boardingPoint, droppingPoint, nameChanges, boardedAt };
  };

  return {
    of: async (booking) => salesOf(booking).map(toBookedSeat),

    async savePassengers({ id: booking, tripId, ...words }, seats) {
      for (const sale of salesOf(booking)) {
        const given = seats.find(({ id }) => id === sale.seatId);
        if (!given) continue;
        const { name, age, gender, boardingPoint, droppingPoint, nameChanges } = given;
        Object.assign(sale, { name, age, gender, boardingPoint, droppingPoint, nameChanges });
      }
      state.searchKeys.set(
        booking,
        searchKeyOf(
          words,
          seats.map(({ name }) => name),
        ),
      );
      manifestChanged({ of: 'trip', id: tripId });
    },
  };
};
