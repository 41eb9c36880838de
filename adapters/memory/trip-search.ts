import type { TripId } from '../../core/kernel/ids.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { seatStatus } from '../../core/seats/seat-map.ts';
import { cityKey } from '../../core/trips/catalogue.ts';
import type { TripFilter, TripListing, TripOrder, TripSearch } from '../../core/trips/ports.ts';
import { papersComplete } from '../../core/trips/trip.ts';
import { memorySeatMaps } from './seat-maps.ts';
import { busOf } from './state.ts';
import type { KeptTrip, State } from './state.ts';

const ORDER: Readonly<Record<TripOrder, (one: TripListing, other: TripListing) => number>> = {
  'departure_time': (one, other) => one.departsAt - other.departsAt,
  '-departure_time': (one, other) => other.departsAt - one.departsAt,
  'fare': (one, other) => one.fare - other.fare,
  '-fare': (one, other) => other.fare - one.fare,
};

export const memoryTripSearch = (state: State): TripSearch => {
  const onSale = (trip: KeptTrip): TripListing | undefined => {
    const bus = busOf(state, trip);
    const route = state.routes.get(trip.routeId);
    const source = route && state.cities.get(route.source);
    const destination = route && state.cities.get(route.destination);
    const operator = state.operators.get(bus.operatorId);
    if (!source || !destination || !operator) throw new Error(`Trip ${trip.id} leads nowhere or is nobody's.`);
    const isOnSale = trip.status === 'ACTIVE' && bus.approvalStatus === 'APPROVED' && bus.status === 'ACTIVE' && papersComplete(bus.documents);
    return isOnSale ? {
      id: trip.id, sourceCity: source.name, destinationCity: destination.name, departsAt: trip.departsAt, arrivesAt: trip.arrivesAt,
      fare: trip.fare, status: trip.status, seatsLeft: 0,
      bus: {
        id: bus.id, name: bus.name, registrationNo: bus.registrationNo, type: bus.type,
        totalSeats: bus.totalSeats, hasSeatMap: bus.seatMap !== null,
      },
      operator: { id: operator.id, companyName: operator.companyName },
      ratingSum: operator.ratingSum, ratingCount: operator.ratingCount,
    } : undefined;
  };

  const counted = async (trip: TripListing, now: Instant): Promise<TripListing> => ({ ...trip, seatsLeft: await seatsLeft(state, trip.id, now) });

  return {
    async search(filter, now) {
      const found = [...state.trips.values()].flatMap((trip) => onSale(trip) ?? []).filter((trip) => fits(trip, filter));
      const first = found.sort((one, other) => ORDER[filter.order](one, other) || one.id - other.id).slice(0, filter.limit);
      return Promise.all(first.map((trip) => counted(trip, now)));
    },
    async find(id: TripId, now) {
      const trip = state.trips.get(id);
      const listing = trip && onSale(trip);
      return listing && counted(listing, now);
    },
  };
};

const fits = (trip: TripListing, { origin, destination, busType, minFare, maxFare, departs }: TripFilter): boolean =>
  (origin === undefined || cityKey(trip.sourceCity) === cityKey(origin))
  && (destination === undefined || cityKey(trip.destinationCity) === cityKey(destination))
  && (busType === undefined || trip.bus.type === busType)
  && (minFare === undefined || trip.fare >= minFare)
  && (maxFare === undefined || trip.fare <= maxFare)
  && trip.departsAt >= departs.start
  && (departs.end === undefined || trip.departsAt < departs.end);

/** What the trip's seat map shows as free. */
async function seatsLeft(state: State, trip: TripId, now: Instant): Promise<number> {
  const map = await memorySeatMaps(state).view(trip, undefined, now);
  if (!map) return 0;
  return map.hasSeatMap ? map.seats.filter((seat) => seatStatus(seat) === 'AVAILABLE').length : map.seatsLeft;
}
