import type { SoldSeats } from '../../core/seats/sold-seats.ts';
import { byPlace } from '../../core/fleet/seat-layout.ts';
import type { TripId } from '../../core/kernel/ids.ts';
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
        .map((sale) => ({ bookingId: sale.bookingId, ...seatOf(state, sale) }))
        .sort((one, other) => Number(other.inMap) - Number(one.inMap) || byPlace(one, other) || one.id - other.id)
        .map(({ bookingId, id, number, deck, row, col, type }) => ({ bookingId, id, number, deck, row, col, type })),

    async move(trip, moves) {
      const sales = salesOn(trip);
      const targets = sales.map(({ bookingId, seatId }) => {
        const move = moves.find((one) => one.bookingId === bookingId && one.from === seatId);
        return move && seatOf(state, { seatId: move.to }).id;
      });
      if (moves.length > 0 && (targets.includes(undefined) || sales.length !== moves.length))
        throw new Error(`The seats of trip ${trip} are not those that were to be moved.`);
      if (new Set(targets).size !== targets.length) throw new Error('A seat would be sold twice.');
      for (const [index, sale] of sales.entries())
        state.sales[state.sales.indexOf(sale)] = { ...sale, seatId: targets[index] ?? sale.seatId };
      if (moves.length > 0) manifestChanged({ of: 'trip', id: trip });
    },
  };
};
