import type { SoldSeats } from '../../core/seats/sold-seats.ts';
import { byPlace } from '../../core/fleet/seat-layout.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import { WITHOUT_STOPS, sharePart } from '../../core/trips/sections.ts';
import { seatOf } from './relations.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import type { State, StoredSale } from './state.ts';

export const memorySoldSeats = (
  state: State,
  { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>,
): SoldSeats => {
  const salesOn = (trip: TripId): readonly StoredSale[] =>
    state.sales.filter(({ tripId, active }) => tripId === trip && active);

  return {
    of: async (trip) =>
      salesOn(trip)
        .map((sale) => ({
          bookingId: sale.bookingId,
          section: sale.section ?? WITHOUT_STOPS,
          ...seatOf(state, sale),
        }))
        .sort(
          (one, other) =>
            Number(other.inMap) - Number(one.inMap) ||
            byPlace(one, other) ||
            one.id - other.id ||
            one.section.from - other.section.from,
        )
        .map(({ busId: _, inMap: __, isActive: ___, ...sold }) => sold),

    async move(trip, moves) {
      const bookings = new Set(moves.map(({ bookingId }) => bookingId));
      const sales = salesOn(trip).filter(({ bookingId }) => bookings.has(bookingId));
      const targets = sales.map(({ bookingId, seatId }) => {
        const move = moves.find((one) => one.bookingId === bookingId && one.from === seatId);
        return move && seatOf(state, { seatId: move.to }).id;
      });
      if (moves.length > 0 && (targets.includes(undefined) || sales.length !== moves.length))
        throw new Error(`The seats of trip ${trip} are not those that were to be moved.`);
      for (const [index, sale] of sales.entries())
        state.sales[state.sales.indexOf(sale)] = { ...sale, seatId: targets[index] ?? sale.seatId };
      const after = salesOn(trip);
      const isTwice = (sale: StoredSale): boolean =>
        after.some((one) => one !== sale && one.seatId === sale.seatId && sharePart(one.section, sale.section));
      if (after.some(isTwice)) throw new Error('A seat would be sold twice.');
      if (moves.length > 0) manifestChanged({ of: 'trip', id: trip });
    },
  };
};
