import type { BookedSeat, BookedSeats } from '../../core/bookings/booked-seats.ts';
import { searchKeyOf } from '../../core/bookings/booking-code.ts';
import { byPlace } from '../../core/fleet/seat-layout.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { bySeat } from '../../core/seats/seat-map.ts';
import { soldSeatIdOf } from './boardings.ts';
import { seatOf } from './relations.ts';
import { heldWith, isAboard, isBlocked } from './seats.ts';
import type { State, StoredSale } from './state.ts';

/** Stands for the booking of a cancelled seat whose booking keeps other seats. No booking has this key. */
const NO_BOOKING = 0 as BookingId;

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

    async giveUp(booking, seats, now) {
      const isMeant = (sale: StoredSale): boolean =>
        sale.bookingId === booking && sale.active && seats.includes(seatOf(state, sale).number);
      const sales = state.sales.filter(isMeant);
      // The sale stays in the list, because its position is its key.
      for (const [index, sale] of state.sales.entries())
        if (sales.includes(sale)) state.sales[index] = { ...sale, bookingId: NO_BOOKING, active: false };
      const isFree = (sale: StoredSale): boolean =>
        isAboard(state, sale) && !heldWith(state, sale, now) && !isBlocked(state, sale, now);
      return sales
        .map((sale) => {
          const { section } = sale;
          return { seat: seatOf(state, sale).number, isFree: isFree(sale), ...(section && { section }) };
        })
        .sort(bySeat);
    },

    async saveRest({ id, tripId }, rest) {
      const booking = state.bookings.get(id);
      if (booking) state.bookings.set(id, { ...booking, ...rest });
      manifestChanged({ of: 'trip', id: tripId });
    },
  };
};
