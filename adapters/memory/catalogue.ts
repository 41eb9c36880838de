import { type Catalogue, type CatalogueTrip, requestedTrip } from '../../core/catalogue/catalogue.ts';
import type { CityId } from '../../core/kernel/ids.ts';
import { minutesBetween } from '../../core/kernel/time.ts';
import { cityKey, routeKey } from '../../core/trips/city.ts';
import { stopMinuteFaults } from '../../core/trips/road-faults.ts';
import { isAhead } from '../../core/trips/sections.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { followSections } from './bookings.ts';
import { memoryPlannedTrips } from './planned-trips.ts';
import { deleteHolds } from './seats.ts';
import { busOf, isSold, seatOf } from './relations.ts';
import { NO_TAPS } from '../../core/trips/taps.ts';
import { type Hold, type StoredTrip, type State, type TakenSeat, nextId, pick, put } from './state.ts';

const differs = (trip: CatalogueTrip, there: StoredTrip): boolean =>
  (['routeId', 'busId', 'fare', 'departsAt', 'arrivesAt', 'status'] as const).some(
    (field) => trip[field] !== there[field],
  ) || hasOtherRoad(trip, there);

const hasOtherRoad = ({ stops, fares }: CatalogueTrip, there: StoredTrip): boolean =>
  JSON.stringify([stops, fares]) !== JSON.stringify([there.stops, there.fares]);

/**
 * The catalogue's trip with the stored trip's stops and fares. If the stored stops do not fit the catalogue's route or
 * times, returns the stored trip.
 */
function withPresentRoad(trip: CatalogueTrip, there: StoredTrip): CatalogueTrip {
  const { stops, fares } = there;
  const isFitting =
    trip.routeId === there.routeId &&
    stopMinuteFaults(there, minutesBetween(trip.departsAt, trip.arrivesAt)).length === 0;
  return isFitting || stops.length === 0 ? { ...trip, stops, fares } : there;
}

/** Whether a person has changed the trip, or has reported that its bus left. */
const isTouched = ({ changedInOffice, departedAt }: StoredTrip): boolean => changedInOffice || departedAt !== null;

export const memoryCatalogue = (
  state: State,
  { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>,
): Catalogue => {
  const saveCity = (name: string): CityId => {
    const known = pick(state.cities.values(), (city) => cityKey(city.name) === cityKey(name));
    if (known && known.name !== name) manifestChanged({ of: 'city', id: known.id });
    return put(state.cities, { id: known?.id ?? nextId(state), name });
  };
  const tripsByKey = () => new Map([...state.trips.values()].map((trip) => [trip.key, trip]));
  /** Whether the trip's bus has every seat that was sold for the trip. */
  const fits = (trip: StoredTrip): boolean => {
    const sold = state.sales.filter(({ tripId, active }) => tripId === trip.id && active);
    const hasPlaces = busOf(state, trip).seatMap === null;
    const isAboard = (sale: TakenSeat): boolean => {
      const seat = seatOf(state, sale);
      return seat.isActive && seat.busId === trip.busId;
    };
    return (hasPlaces || trip.placesTaken === 0) && sold.every(isAboard);
  };

  const asAdded = {
    placesTaken: 0,
    papersOk: false,
    departedAt: null,
    taps: NO_TAPS,
    crew: [],
    changedInOffice: false,
    timetable: null,
    boardingPoints: [],
    droppingPoints: [],
  };

  return {
    async known() {
      return {
        cities: new Map([...state.cities.values()].map(({ id, name }) => [cityKey(name), id])),
        operators: new Map(
          [...state.staff.values()].flatMap(({ operatorId, userId, position }) => {
            const owner = userId !== null && position === 'OWNER' ? state.users.get(userId) : undefined;
            return owner && owner.email !== null ? [[owner.email, operatorId]] : [];
          }),
        ),
        routes: new Map(
          [...state.routes.values()].map(({ id, source, destination }) => [routeKey(source, destination), id]),
        ),
      };
    },

    saveCities: async (names) => names.map(saveCity),

    takeTurn: async () => undefined,

    saveRoutes: async (routes) =>
      routes.map(({ source, destination }) => {
        const known = pick(
          state.routes.values(),
          (route) => route.source === source && route.destination === destination,
        );
        return put(state.routes, { id: known?.id ?? nextId(state), source, destination });
      }),

    addTrips: async (trips) => {
      const known = tripsByKey();
      return trips.map((trip) => {
        const there = known.get(trip.key);
        if (there) return { id: there.id, differs: differs(requestedTrip(trip, there), there) };
        return {
          id: put(state.trips, { ...trip, ...asAdded, id: nextId(state) }),
          differs: false,
        };
      });
    },

    statusChanges: async (trips) => {
      const known = tripsByKey();
      return trips.flatMap(({ key, status }) => {
        const there = known.get(key);
        return there && !isTouched(there) && there.status !== status
          ? [{ id: there.id, key, departsAt: there.departsAt, status }]
          : [];
      });
    },

    changeTrips: async (trips, now) => {
      const known = tripsByKey();
      const fixed = await memoryPlannedTrips(state, { manifestChanged }).fixed([...known.values()], now);
      return trips.map((listed) => {
        const there = known.get(listed.key);
        if (!there) throw new Error(`There is no trip ${listed.key}.`);
        const wanted = requestedTrip(listed, there);
        const isFixed = hasOtherRoad(wanted, there) && fixed.has(there.id);
        const trip = isFixed ? withPresentRoad(wanted, there) : wanted;
        if (isTouched(there)) return 'kept';
        const isCancelled = there.status === 'ACTIVE' && trip.status === 'CANCELLED';
        if (isCancelled && there.arrivesAt <= now) return 'kept';
        const goes = isAhead(there, now) || isAhead(trip, now);
        const isExchanged = there.busId !== trip.busId;
        const goesAgain = !isAhead(there, now) || (there.status !== 'ACTIVE' && trip.status === 'ACTIVE');
        if (goes && (isExchanged ? isSold(state, there) : goesAgain && !fits(there))) return 'sold';
        if (isFixed && !differs(trip, there)) return 'kept';
        put(state.trips, { ...there, ...trip });
        followSections(state, { ...there, ...trip }, now);
        manifestChanged({ of: 'trip', id: there.id });
        if (isFixed) return 'changed without its road';
        return isCancelled ? 'cancelled' : 'changed';
      });
    },

    async dropStrandedHolds(now) {
      const isStranded = (hold: Hold): boolean => {
        const { busId, isActive } = seatOf(state, hold);
        return !isActive || state.trips.get(hold.tripId)?.busId !== busId;
      };
      return deleteHolds(state, state.holds.filter(isStranded), now).filter(({ seats }) => seats.length > 0);
    },
  };
};
