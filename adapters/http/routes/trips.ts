import { Type } from '@sinclair/typebox';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { ListCities } from '../../../core/trips/list-cities.ts';
import type { SearchTrips } from '../../../core/trips/search-trips.ts';
import type { ViewTrip } from '../../../core/trips/view-trip.ts';
import { toTripAnswer, tripAnswer } from '../answers/trip.ts';
import { id, text } from '../fields.ts';
import { route } from '../route.ts';

interface Uses {
  readonly listCities: ListCities;
  readonly searchTrips: SearchTrips;
  readonly viewTrip: ViewTrip;
}

const city = Type.Object({ id: Type.Integer({ examples: [1] }), city_name: Type.String({ examples: ['Kathmandu'] }) }, { title: 'City' });

export const tripRoutes = ({ listCities, searchTrips, viewTrip }: Uses) => [
  route({
    method: 'get',
    path: '/api/cities',
    summary: 'List the cities that buses leave from or go to',
    description: 'By name, ascending.',
    access: 'public',
    status: 200,
    answer: Type.Array(city),
    handle: async () => (await listCities()).map(({ id: key, name }) => ({ id: key, city_name: name })),
  }),

  route({
    method: 'get',
    path: '/api/trips',
    summary: 'Search trips on sale',
    description: 'Trips that leave late enough to be booked: at least 30 minutes from now, unless the service is set otherwise. At most 100. Equal sort keys are ordered by id.',
    access: 'public',
    query: Type.Object({
      origin: text({ description: 'City of departure, whole name, ignoring case.', examples: ['Kathmandu'] }),
      destination: text({ description: 'City of arrival, whole name, ignoring case. Differs from origin.', examples: ['Pokhara'] }),
      date: text({ description: "Day of departure in the service's time zone, YYYY-MM-DD.", examples: ['2026-11-21'] }),
      bus_type: text({ description: 'Whole type, ignoring case.', examples: ['DELUXE'] }),
      min_fare: text({ description: 'Lowest fare, NPR, inclusive. What is no decimal is ignored.', examples: ['800'] }),
      max_fare: text({ description: 'Highest fare, NPR, inclusive. What is no decimal is ignored.', examples: ['1500.50'] }),
      ordering: text({ description: '`departure_time`, `-departure_time`, `fare` or `-fare`; anything else is `departure_time`.', examples: ['fare'] }),
    }),
    status: 200,
    answer: Type.Object({ count: Type.Integer({ description: 'How many results follow.', examples: [1] }), results: Type.Array(tripAnswer) }),
    handle: async ({ query: { bus_type: busType, min_fare: minFare, max_fare: maxFare, ...wishes } }) => {
      const results = await searchTrips({ ...wishes, busType, minFare, maxFare });
      return { count: results.length, results: results.map(toTripAnswer) };
    },
  }),

  route({
    method: 'get',
    path: '/api/trips/:id',
    summary: 'Look at one trip',
    description: 'Any trip on sale, even one that leaves soon or has left: a link to a trip keeps working.',
    access: 'public',
    params: Type.Object({ id: id({ description: 'The schedule id.' }) }),
    status: 200,
    answer: tripAnswer,
    refuses: { absent: ['TRIP_UNKNOWN'] },
    handle: async ({ params }) => toTripAnswer(await viewTrip(params.id as TripId)),
  }),
];
