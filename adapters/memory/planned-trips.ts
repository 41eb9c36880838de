import { isActive } from '../../core/bookings/booking.ts';
import type { RouteId } from '../../core/catalogue/catalogue.ts';
import { overlaps, type PlannedTrip, type PlannedTrips, type TripPlan } from '../../core/trips/planned-trips.ts';
import type { TripCrews } from '../../core/trips/crew.ts';
import { NO_TAPS } from '../../core/trips/taps.ts';
import { isWholeRoad } from '../../core/trips/sections.ts';
import { busOf } from './relations.ts';
import { stillBlocked } from './seats.ts';
import { type State, type StoredTrip, nextId, pick, put } from './state.ts';
import type { TransactionNeeds } from '../../core/stores.ts';

export const memoryPlannedTrips = (
  state: State,
  { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>,
): PlannedTrips => {
  const find: PlannedTrips['find'] = async (id) => {
    const trip = state.trips.get(id);
    return trip && toPlannedTrip(state, trip);
  };

  const routeOf = ({
    sourceCityId: source,
    destinationCityId: destination,
  }: Pick<TripPlan, 'sourceCityId' | 'destinationCityId'>): RouteId => {
    const known = pick(state.routes.values(), (route) => route.source === source && route.destination === destination);
    return known?.id ?? put(state.routes, { id: nextId<RouteId>(state), source, destination });
  };

  return {
    find,
    lock: find,

    add: async (trips) =>
      trips.map((trip) => {
        if (pick(state.trips.values(), ({ key }) => key === trip.key))
          throw new Error(`There is a trip ${trip.key} already.`);
        const { key, busId, fare, departsAt, arrivesAt, timetable, stops, fares, boardingPoints, droppingPoints } =
          trip;
        return put(state.trips, {
          key,
          busId,
          fare,
          departsAt,
          arrivesAt,
          timetable,
          stops,
          fares,
          boardingPoints,
          droppingPoints,
          id: nextId(state),
          routeId: routeOf(trip),
          status: 'ACTIVE' as const,
          placesTaken: 0,
          papersOk: false,
          departedAt: null,
          taps: NO_TAPS,
          crew: [],
          changedInOffice: false,
        });
      }),

    async save(trips) {
      for (const trip of trips) {
        const there = state.trips.get(trip.id);
        if (!there) continue;
        const { busId, fare, departsAt, arrivesAt, status, stops, fares, boardingPoints, droppingPoints } = trip;
        put(state.trips, {
          ...there,
          busId,
          fare,
          departsAt,
          arrivesAt,
          status,
          stops,
          fares,
          boardingPoints,
          droppingPoints,
          routeId: routeOf(trip),
          departedAt: trip.departedAt,
          taps: trip.taps,
          changedInOffice: trip.changedInOffice,
        });
        manifestChanged({ of: 'trip', id: trip.id });
      }
    },

    async fixed(trips, now) {
      const booked = [...state.bookings.values()].map(({ tripId }) => tripId);
      const held = state.holds.filter(({ expiresAt }) => expiresAt > now).map(({ tripId }) => tripId);
      const taken = new Set([...booked, ...held]);
      const isPartlyBlocked = (trip: (typeof trips)[number]): boolean =>
        state.blocks.some(
          ({ tripId, section, ...block }) =>
            tripId === trip.id && section && stillBlocked(block, now) && !isWholeRoad(trip, section),
        );
      return new Set(trips.filter((trip) => taken.has(trip.id) || isPartlyBlocked(trip)).map(({ id }) => id));
    },

    busy: async (bus, during) =>
      [...state.trips.values()]
        .filter((trip) => trip.busId === bus && trip.status === 'ACTIVE' && overlaps(trip, during))
        .sort((one, other) => one.departsAt - other.departsAt || one.id - other.id)
        .map(({ id, departsAt, arrivesAt }) => ({ id, departsAt, arrivesAt })),

    async cancelledButBooked(after, limit) {
      const booked = [...state.bookings.values()]
        .filter(({ status, sectionTimes }) => isActive(status) && (!sectionTimes || status !== 'COMPLETED'))
        .map(({ tripId }) => tripId);
      return [...new Set(booked)]
        .filter((id) => id > after && state.trips.get(id)?.status === 'CANCELLED')
        .sort((one, other) => one - other)
        .slice(0, limit);
    },
  };
};

export const memoryTripCrews = (
  state: State,
  { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>,
): TripCrews => ({
  async put(id, crew) {
    const trip = state.trips.get(id);
    if (!trip) return;
    put(state.trips, { ...trip, crew });
    manifestChanged({ of: 'trip', id });
  },
});

/** A trip with the data of its route and bus. */
export function toPlannedTrip(state: State, trip: StoredTrip): PlannedTrip {
  const route = state.routes.get(trip.routeId);
  if (!route) throw new Error(`Trip ${trip.id} leads nowhere.`);
  const { id, key, busId, fare, departsAt, arrivesAt, status, timetable } = trip;
  const { stops, fares, boardingPoints, droppingPoints, departedAt, taps, crew, changedInOffice } = trip;
  return {
    id,
    key,
    busId,
    fare,
    departsAt,
    arrivesAt,
    status,
    timetable,
    stops,
    fares,
    boardingPoints,
    droppingPoints,
    departedAt,
    taps,
    crew,
    changedInOffice,
    operatorId: busOf(state, trip).operatorId,
    sourceCityId: route.source,
    destinationCityId: route.destination,
  };
}
