import { Type } from '@sinclair/typebox';
import { AMENITIES } from '../../../core/fleet/amenities.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { minutesBetween, toIso } from '../../../core/kernel/time.ts';
import { toldTiers } from '../../../core/companies/company.ts';
import { boardingPlaces } from '../../../core/trips/boarding-places.ts';
import type { TripListing } from '../../../core/trips/ports.ts';
import type { PlaceUrlNeeds } from '../../../core/trips/places.ts';
import { type PlacedInTime, type PlaceInTime, pointAt } from '../../../core/trips/points.ts';
import type { ViewedTrip } from '../../../core/trips/view-trip.ts';
import { averageStars } from '../../../core/trips/trip.ts';
import { arrivalMoment, departureMoment, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';
import { tierResponse } from '../companies/tier.ts';
import { shownSale, toShownSale } from './sale-opening.ts';
import { pointPlace, toPointPlace } from './place.ts';
import { shownFares, shownStopsInTime, toShownFares, toStopsInTime } from './stops.ts';

/** A trip on sale, or a section of it (from one stop to a later one). */
const tripResponse = Type.Object({
  id: Type.Integer({
    description: 'Identifies the trip. Requests for seats and bookings name it as `schedule_id`.',
    examples: [42],
  }),
  source_city: Type.String({ examples: ['Kathmandu'] }),
  destination_city: Type.String({ examples: ['Pokhara'] }),
  from_stop: Type.Integer({
    description: 'Gives the number of the stop at which the section begins; 0 is where the bus starts.',
    examples: [0],
  }),
  to_stop: Type.Integer({ description: 'Gives the number of the stop at which the section ends.', examples: [1] }),
  departure_time: departureMoment(),
  arrival_time: arrivalMoment({ examples: ['2026-11-20T11:15:00.000Z'] }),
  trip_departure_time: moment({ description: 'Tells when the bus departs from the first stop of the whole road.' }),
  trip_arrival_time: moment({
    description: 'Tells when the bus arrives at the last stop of the whole road.',
    examples: ['2026-11-20T11:15:00.000Z'],
  }),
  duration_minutes: Type.Integer({ examples: [420] }),
  fare: rupees({ description: 'Gives the fare of one seat, in NPR.' }),
  status: Type.String({
    enum: ['ACTIVE'],
    description: 'Gives the status of the trip. Only ACTIVE trips are on sale.',
  }),
  seats_left: Type.Integer({
    minimum: 0,
    description: 'Counts the seats that are neither booked nor held at this moment.',
    examples: [23],
  }),
  ...shownSale,
  bus: Type.Object({
    id: Type.Integer({ examples: [5] }),
    bus_name: Type.String({ examples: ['Blue Sky Deluxe'] }),
    registration_no: Type.String({ examples: ['BA 3 KHA 1234'] }),
    bus_type: Type.String({ description: 'Names the type of the bus, in upper case.', examples: ['DELUXE'] }),
    total_seats: Type.Integer({ examples: [35] }),
    amenities: Type.Array(Type.String({ enum: AMENITIES }), {
      description: 'Lists the comforts that the bus offers beside a seat.',
      examples: [['AC', 'WIFI']],
    }),
    has_seat_map: Type.Boolean({
      description: 'Is true if seats are chosen on a seat map; false if places are only counted.',
    }),
  }),
  operator: Type.Object({
    id: Type.Integer({ examples: [3] }),
    company_name: Type.String({ examples: ['Blue Sky Travels'] }),
  }),
  rating_avg: nullable(
    Type.Number({
      description: "Gives the average stars of the operator's trips, to one decimal; null when nobody has rated.",
      examples: [4.3],
    }),
  ),
  rating_count: Type.Integer({ examples: [17] }),
  stops: shownStopsInTime(Type.String({ examples: ['Mugling'] }), 'Stop', {}),
  fares: shownFares,
});

const toTripResponse = (trip: TripListing) => ({
  id: trip.id,
  source_city: trip.sourceCity,
  destination_city: trip.destinationCity,
  from_stop: trip.section.from,
  to_stop: trip.section.to,
  departure_time: toIso(trip.departsAt),
  arrival_time: toIso(trip.arrivesAt),
  trip_departure_time: toIso(trip.trip.departsAt),
  trip_arrival_time: toIso(trip.trip.arrivesAt),
  duration_minutes: Math.round(minutesBetween(trip.departsAt, trip.arrivesAt)),
  fare: toRupees(trip.fare),
  status: trip.status,
  seats_left: trip.seatsLeft,
  ...toShownSale(trip),
  bus: {
    id: trip.bus.id,
    bus_name: trip.bus.name,
    registration_no: trip.bus.registrationNo,
    bus_type: trip.bus.type,
    total_seats: trip.bus.totalSeats,
    amenities: [...trip.bus.amenities],
    has_seat_map: trip.bus.hasSeatMap,
  },
  operator: { id: trip.operator.id, company_name: trip.operator.companyName },
  rating_avg: averageStars(trip.ratingSum, trip.ratingCount),
  rating_count: trip.ratingCount,
  stops: toStopsInTime({ stops: trip.stops, ...trip.trip }, trip.stopCities),
  fares: toShownFares(trip),
});

export const placeInTime = (description: string) =>
  Type.Object(
    {
      name: Type.String({ examples: ['Kalanki'] }),
      at: nullable(moment({ examples: ['2026-11-20T04:30:00.000Z'] })),
    },
    { title: 'PlaceInTime', description },
  );

export const toPlaceInTime = ({ name, at }: PlaceInTime) => ({ name, at: isoOrNull(at) });

/** The point and the moment at which a passenger gets on, with the place of the point. */
export const gettingOn = Type.Object(
  {
    name: Type.String({ examples: ['Kalanki'] }),
    at: nullable(moment({ examples: ['2026-11-20T04:30:00.000Z'] })),
    place: pointPlace,
  },
  {
    title: 'GettingOn',
    description:
      'Tells where and when the first passenger gets on: at the point that was chosen, else in the city. `at` is null for a point that the trip does not have.',
  },
);

export const toGettingOn =
  (needs: PlaceUrlNeeds) =>
  ({ place, ...inTime }: PlacedInTime) => ({ ...toPlaceInTime(inTime), place: toPointPlace(needs)(place) });

const pointInTime = {
  name: Type.String({ examples: ['Kalanki'] }),
  at: moment({ examples: ['2026-11-20T04:30:00.000Z'] }),
};

const pointsInTime = (description: string) =>
  Type.Array(Type.Object(pointInTime, { title: 'PointInTime' }), { description });

const placedPoints = (description: string) =>
  Type.Array(Type.Object({ ...pointInTime, place: pointPlace }, { title: 'PlacedPoint' }), { description });

/** A trip in search results. */
export const foundTripResponse = Type.Object(
  {
    ...tripResponse.properties,
    boarding_points: Type.Optional(
      pointsInTime(
        'Lists the points where passengers get on, and when. Only a search with `points=true` answers them.',
      ),
    ),
  },
  { title: 'Trip' },
);

export const toFoundTrip = (trip: TripListing) => ({
  ...toTripResponse(trip),
  ...(trip.boardingPoints && {
    boarding_points: boardingPlaces(trip).map(({ name, at }) => ({ name, at: toIso(at) })),
  }),
});

/** A trip on sale, with its boarding and dropping points and its cancellation fees. */
export const tripDetailResponse = Type.Object(
  {
    ...tripResponse.properties,
    boarding_points: placedPoints(
      'Lists the points where passengers get on, and when. A booking may name any other point.',
    ),
    dropping_points: placedPoints('Lists the points where passengers get off, and when.'),
    cancellation_tiers: Type.Array(tierResponse, {
      description:
        'Lists the fees for cancelling a paid booking. The first tier for which it is early enough applies; later than all of them, the fee is the whole price.',
    }),
  },
  { title: 'TripDetail' },
);

export const toTripDetail = (needs: PlaceUrlNeeds) => (trip: ViewedTrip) => {
  const toPlace = toPointPlace(needs);
  const inTime = (point: ViewedTrip['boardingPoints'][number]) => ({
    name: point.name,
    at: toIso(pointAt(point, trip.trip.departsAt)),
    place: toPlace(point.place),
  });
  return {
    ...toTripResponse(trip),
    boarding_points: trip.boardingPoints.map(inTime),
    dropping_points: trip.droppingPoints.map(inTime),
    cancellation_tiers: toldTiers(trip.cancellationTiers),
  };
};
