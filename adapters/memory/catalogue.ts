import { ACTIVE_STATUSES } from '../../core/bookings/booking.ts';
import type { CityId, TripId } from '../../core/kernel/ids.ts';
import { cityKey, routeKey } from '../../core/trips/catalogue.ts';
import type { Catalogue, CatalogueSeat, CatalogueSeatMap, CatalogueTrip } from '../../core/trips/catalogue.ts';
import { nextId } from './state.ts';
import type { KeptBus, KeptTrip, State } from './state.ts';

/** The one of the values that has it, if any: natural keys are unique. */
const pick = <Value>(values: Iterable<Value>, has: (value: Value) => boolean): Value | undefined => [...values].find(has);

export const memoryCatalogue = (state: State): Catalogue => {
  const put = <Id extends number, Row extends { readonly id: Id }>(rows: Map<Id, Row>, row: Row): Id => {
    rows.set(row.id, row);
    return row.id;
  };
  const saveCity = (name: string): CityId => {
    const known = pick(state.cities.values(), (city) => cityKey(city.name) === cityKey(name));
    return put(state.cities, { id: known?.id ?? nextId(state), name });
  };
  const isSold = (trip: KeptTrip): boolean =>
    [...state.bookings.values()].some(({ tripId, status }) => tripId === trip.id && (ACTIVE_STATUSES as readonly string[]).includes(status));
  /** Seats that are gone from the map, but were held or booked on some trip of the bus. */
  const usedBefore = (bus: KeptBus, map: CatalogueSeatMap | null): CatalogueSeat[] => {
    const isOfBus = (trip: TripId): boolean => state.trips.get(trip)?.busId === bus.id;
    const used = new Set([...state.holds, ...state.sales].filter(({ tripId }) => isOfBus(tripId)).map(({ seat }) => seat));
    const kept = new Set(map?.seats.map(({ number }) => number));
    return bus.seats.filter(({ number }) => !kept.has(number) && used.has(number)).map((seat) => ({ ...seat, isActive: false }));
  };

  return {
    async known() {
      return {
        cities: new Map([...state.cities.values()].map(({ id, name }) => [cityKey(name), id])),
        operators: new Map([...state.operators.values()].map(({ id, userId }) => [state.users.get(userId)?.email ?? '', id])),
        buses: new Map([...state.buses.values()].map(({ id, registrationNo }) => [registrationNo, id])),
        routes: new Map([...state.routes.values()].map(({ id, source, destination }) => [routeKey(source, destination), id])),
      };
    },

    saveCities: async (names) => names.map(saveCity),

    saveBuses: async (buses, now) => buses.map((bus) => {
      const known = pick(state.buses.values(), ({ registrationNo }) => registrationNo === bus.registrationNo);
      const winsOrLosesMap = known !== undefined && (known.seatMap === null) !== (bus.seatMap === null);
      if (winsOrLosesMap && [...state.trips.values()].some((trip) => trip.busId === known.id && trip.departsAt > now && isSold(trip))) return 'sold';
      return put(state.buses, { ...bus, id: known?.id ?? nextId(state), seats: [...(bus.seatMap?.seats ?? []), ...(known ? usedBefore(known, bus.seatMap) : [])] });
    }),

    saveRoutes: async (routes) => routes.map(({ source, destination }) => {
      const known = pick(state.routes.values(), (route) => route.source === source && route.destination === destination);
      return put(state.routes, { id: known?.id ?? nextId(state), source, destination });
    }),

    saveTrips: async (trips: readonly CatalogueTrip[], now) => {
      const byKey = new Map([...state.trips.values()].map((trip) => [trip.key, trip]));
      return trips.map((trip) => {
        const known = byKey.get(trip.key);
        if (known && known.busId !== trip.busId && known.departsAt > now && isSold(known)) return 'sold';
        return put(state.trips, { ...trip, id: known?.id ?? nextId(state), placesTaken: known?.placesTaken ?? 0 });
      });
    },
  };
};
