import type { SaleTerms } from '../../core/companies/company.ts';
import type { OperatorId, TripId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import type { TransactionNeeds } from '../../core/stores.ts';
import { seatStatus } from '../../core/seats/seat-map.ts';
import { type CityRepo, type CityStore, byCityName, cityKey } from '../../core/trips/city.ts';
import { sortKeyOf } from '../../core/trips/search-trips.ts';
import type {
  SearchPosition,
  TripFilter,
  TripListing,
  TripOrder,
  TripRepo,
  TripSearch,
} from '../../core/trips/ports.ts';
import type { Trip } from '../../core/trips/trip.ts';
import { type Section, citiesOf, soldSection, wholeRoad } from '../../core/trips/sections.ts';
import { leftAt } from '../../core/trips/taps.ts';
import { blockedPlaces, memorySeatMaps, partsOf, takenOn } from './seat-maps.ts';
import { busOf, isInService } from './relations.ts';
import { type StoredTrip, type State, nextId, pick, put } from './state.ts';

export function termsOf(state: State, id: OperatorId): SaleTerms {
  const company = state.operators.get(id);
  if (!company) throw new Error(`There is no company ${id}.`);
  const { status, commissionRate, cancellationTiers, changeTiers } = company;
  return { status, commissionRate, cancellationTiers, changeTiers };
}

async function findTrip(state: State, id: TripId): Promise<Trip | undefined> {
  const trip = state.trips.get(id);
  if (!trip) return undefined;
  const { id: busId, operatorId, type, approvalStatus, status: busStatus, totalSeats, seatMap } = busOf(state, trip);
  const { status, fare, departsAt, arrivesAt, departedAt, taps, papersOk, stops, fares } = trip;
  const route = state.routes.get(trip.routeId);
  if (!route) throw new Error(`Trip ${id} leads nowhere.`);
  return {
    id,
    status,
    fare,
    departsAt,
    arrivesAt,
    departedAt,
    taps,
    papersOk,
    stops,
    fares,
    sourceCityId: route.source,
    destinationCityId: route.destination,
    company: termsOf(state, operatorId),
    bus: { id: busId, operatorId, type, approvalStatus, status: busStatus, totalSeats, hasSeatMap: seatMap !== null },
  };
}

export const memoryTrips = (state: State): TripRepo => ({
  find: (id) => findTrip(state, id),
  async ofBooking(id) {
    const booking = state.bookings.get(id);
    return booking && findTrip(state, booking.tripId);
  },
  findForSale: (id) => findTrip(state, id),

  async takePlaces(id, count, now, section) {
    const trip = state.trips.get(id);
    if (!trip || !isInService(state, id) || busOf(state, trip).seatMap) return false;
    const { totalSeats } = busOf(state, trip);
    const parts = partsOf(trip, section);
    if (parts.some((part) => takenOn(trip, part) + blockedPlaces(state, id, now, part) + count > totalSeats))
      return false;
    addPlaces(trip, count, section);
    return true;
  },

  async placesLeft(id, now, section) {
    const trip = state.trips.get(id);
    if (!trip || busOf(state, trip).seatMap) return 0;
    const taken = partsOf(trip, section).map((part) => takenOn(trip, part) + blockedPlaces(state, id, now, part));
    return Math.max(0, busOf(state, trip).totalSeats - Math.max(...taken));
  },

  async freePlaces(id, count, section) {
    const trip = state.trips.get(id);
    if (trip && trip.placesTaken >= count) addPlaces(trip, -count, section);
  },
});

/** Adds to the number of taken places on each part of a section. */
function addPlaces(trip: StoredTrip, count: number, section: Section | undefined): void {
  if (trip.stops.length === 0) {
    trip.placesTaken += count;
    return;
  }
  const places = partsOf(trip).map((part) => takenOn(trip, part));
  for (const { from } of partsOf(trip, section)) places[from] = (places[from] ?? 0) + count;
  trip.partPlaces = places;
  trip.placesTaken = Math.max(...places);
}

const ORDER: Readonly<Record<TripOrder, (one: TripListing, other: TripListing) => number>> = {
  departure_time: (one, other) => one.departsAt - other.departsAt,
  '-departure_time': (one, other) => other.departsAt - one.departsAt,
  fare: (one, other) => one.fare - other.fare,
  '-fare': (one, other) => other.fare - one.fare,
};

export const memoryTripSearch = (state: State): TripSearch => {
  const onSale = (trip: StoredTrip, wanted: Section = wholeRoad(trip)): TripListing | undefined => {
    const bus = busOf(state, trip);
    const route = state.routes.get(trip.routeId);
    const section =
      route && soldSection({ ...trip, sourceCityId: route.source, destinationCityId: route.destination }, wanted);
    if (route && !section) return undefined;
    const source = section && state.cities.get(section.sourceCityId);
    const destination = section && state.cities.get(section.destinationCityId);
    const operator = state.operators.get(bus.operatorId);
    if (!route || !source || !destination || !operator)
      throw new Error(`Trip ${trip.id} leads nowhere or is nobody's.`);
    const isOnSale =
      trip.status === 'ACTIVE' &&
      bus.approvalStatus === 'APPROVED' &&
      bus.status === 'ACTIVE' &&
      trip.papersOk &&
      operator.status === 'ACTIVE';
    return isOnSale
      ? {
          id: trip.id,
          section: wanted,
          trip: { departsAt: trip.departsAt, arrivesAt: trip.arrivesAt },
          sourceCity: source.name,
          destinationCity: destination.name,
          departsAt: section.departsAt,
          arrivesAt: section.arrivesAt,
          fare: section.fare,
          status: trip.status,
          seatsLeft: 0,
          stops: trip.stops,
          fares: trip.fares,
          stopCities: citiesOf({ ...trip, sourceCityId: route.source, destinationCityId: route.destination }).map(
            (id) => state.cities.get(id)?.name ?? '',
          ),
          bus: {
            id: bus.id,
            name: bus.name,
            registrationNo: bus.registrationNo,
            type: bus.type,
            totalSeats: bus.totalSeats,
            amenities: bus.amenities,
            hasSeatMap: bus.seatMap !== null,
          },
          operator: { id: operator.id, companyName: operator.companyName },
          ratingSum: operator.ratingSum,
          ratingCount: operator.ratingCount,
        }
      : undefined;
  };

  const counted = async (trip: TripListing, now: Instant): Promise<TripListing> => ({
    ...trip,
    seatsLeft: await seatsLeft(state, trip.id, now, trip.section),
  });

  return {
    async search(filter, now) {
      const found = [...state.trips.values()]
        .flatMap((trip) => sectionsSought(trip, filter).flatMap((section) => onSale(trip, section) ?? []))
        .filter((trip) => fits(trip, filter));
      const { after, order, limit } = filter;
      const behind = found.filter((trip) => after === undefined || isBehind(trip, order, after));
      const first = behind.sort((one, other) => ORDER[order](one, other) || one.id - other.id).slice(0, limit);
      return Promise.all(
        first.map(async (trip) => ({
          ...(await counted(trip, now)),
          ...(filter.points === true && { boardingPoints: state.trips.get(trip.id)?.boardingPoints ?? [] }),
        })),
      );
    },
    async find(id: TripId, now, section) {
      const trip = state.trips.get(id);
      const listing = trip && onSale(trip, section);
      if (!listing) return undefined;
      const { boardingPoints, droppingPoints } = trip;
      const { cancellationTiers } = termsOf(state, listing.operator.id);
      return { ...(await counted(listing, now)), boardingPoints, droppingPoints, cancellationTiers };
    },
  };
};

/**
 * The sections of a trip that a search may find. A search that does not name both cities finds only whole trips.
 * Sections whose first stop the bus left early are excluded.
 */
function sectionsSought(trip: StoredTrip, { origin, destination }: TripFilter): readonly Section[] {
  const isBetween = origin !== undefined && destination !== undefined;
  return [wholeRoad(trip), ...(isBetween ? trip.fares : [])]
    .map(({ from, to }) => ({ from, to }))
    .filter(({ from }) => (from === 0 ? trip.departedAt : leftAt(trip.taps.left, from)) === null);
}

function isBehind(trip: TripListing, order: TripOrder, { sortKey, id }: SearchPosition): boolean {
  const key = sortKeyOf(order, trip);
  if (key === sortKey) return trip.id > id;
  return order.startsWith('-') ? key < sortKey : key > sortKey;
}

const fits = (trip: TripListing, { origin, destination, busType, minFare, maxFare, departs }: TripFilter): boolean =>
  (origin === undefined || cityKey(trip.sourceCity) === cityKey(origin)) &&
  (destination === undefined || cityKey(trip.destinationCity) === cityKey(destination)) &&
  (busType === undefined || trip.bus.type === busType) &&
  (minFare === undefined || trip.fare >= minFare) &&
  (maxFare === undefined || trip.fare <= maxFare) &&
  trip.departsAt >= departs.start &&
  (departs.end === undefined || trip.departsAt < departs.end);

/** The number of the trip's seats that its seat map shows as free. */
export async function seatsLeft(state: State, trip: TripId, now: Instant, section?: Section): Promise<number> {
  const map = await memorySeatMaps(state).view(trip, undefined, now, section);
  if (!map) return 0;
  return map.hasSeatMap ? map.seats.filter((seat) => seatStatus(seat) === 'AVAILABLE').length : map.seatsLeft;
}

export const memoryCities = (state: State): CityRepo => ({
  all: async () => [...state.cities.values()].sort(byCityName),
});

export const memoryCityStore = (
  state: State,
  { manifestChanged }: Pick<TransactionNeeds, 'manifestChanged'>,
): CityStore => {
  const named = (name: string) => pick(state.cities.values(), (city) => cityKey(city.name) === cityKey(name));
  return {
    add: async (name) => (named(name) ? 'taken' : put(state.cities, { id: nextId(state), name })),
    lock: async (id) => state.cities.get(id),
    async rename(id, name) {
      const other = named(name);
      if (other && other.id !== id) return false;
      put(state.cities, { id, name });
      manifestChanged({ of: 'city', id });
      return true;
    },
  };
};
