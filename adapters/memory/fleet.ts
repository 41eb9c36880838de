import { isOfAnotherCompany } from '../../core/fleet/bus.ts';
import type { BusRepo } from '../../core/fleet/ports.ts';
import type { Seat, SeatLayout } from '../../core/fleet/seat-layout.ts';
import { isSold, nextId, pick, put } from './state.ts';
import type { State, StoredBus } from './state.ts';

export const memoryBuses = (state: State): BusRepo => ({
  known: async () =>
    new Map(
      [...state.buses.values()].map(({ registrationNo, id, operatorId }) => [registrationNo, { id, operatorId }]),
    ),

  save: async (buses) =>
    buses.map((bus) => {
      const known = pick(state.buses.values(), ({ registrationNo }) => registrationNo === bus.registrationNo);
      if (!known) return put(state.buses, { ...bus, id: nextId(state), seats: bus.seatMap?.seats ?? [] });
      if (isOfAnotherCompany(known, bus.operatorId)) return 'foreign';
      return put(state.buses, { ...bus, id: known.id, seatMap: known.seatMap, seats: known.seats });
    }),

  saveSeatMaps: async (maps, now) =>
    maps.map(({ busId, seatMap }) => {
      const bus = state.buses.get(busId);
      if (!bus) throw new Error(`There is no bus ${busId}.`);
      const gainsOrLosesMap = (bus.seatMap === null) !== (seatMap === null);
      const ahead = [...state.trips.values()].filter((trip) => trip.busId === busId && trip.departsAt > now);
      if (gainsOrLosesMap && ahead.some((trip) => isSold(state, trip))) return 'sold';
      put(state.buses, { ...bus, seatMap, seats: [...(seatMap?.seats ?? []), ...usedBefore(state, bus, seatMap)] });
      return 'saved';
    }),
});

/** Seats that are no longer on the map but were held or booked on some trip of the bus. */
function usedBefore(state: State, bus: StoredBus, map: SeatLayout | null): readonly Seat[] {
  const taken = [...state.holds, ...state.sales].filter(({ busId }) => busId === bus.id);
  const used = new Set(taken.map(({ seat }) => seat));
  const present = new Set(map?.seats.map(({ number }) => number));
  return bus.seats
    .filter(({ number }) => !present.has(number) && used.has(number))
    .map((seat) => ({ ...seat, isActive: false }));
}
