import { type Static, Type } from '@sinclair/typebox';
import type { CityRepo } from '../../../core/trips/city.ts';
import { sectionUnknown, tripUnknown } from '../../../core/trips/refusals.ts';
import { type FoundTrips, type SearchTrips, type TripQuery, TRIP_ORDERS } from '../../../core/trips/search-trips.ts';
import type { PlaceUrlNeeds } from '../../../core/trips/places.ts';
import type { ViewTrip } from '../../../core/trips/view-trip.ts';
import { journeyQuery, namedCityResponse, toNamedCityResponse } from './city.ts';
import { sectionInQuery, sectionQuery } from './section.ts';
import { foundTripResponse, toFoundTrip, toTripDetail, tripDetailResponse } from './trip.ts';
import { text, TOMORROW, tripPath } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses extends PlaceUrlNeeds {
  readonly cities: CityRepo;
  readonly searchTrips: SearchTrips;
  readonly viewTrip: ViewTrip;
}

/** Encodes a value that callers only send back. The encoding keeps them from relying on its content. */
const sealed = (text: string): string => Buffer.from(text).toString('base64url');

/**
 * Decodes a value that `sealed` encoded. Any other text becomes `unsealed`, which is refused as a position in a search.
 */
function opened(sent: string): string {
  const text = Buffer.from(sent, 'base64url').toString();
  return sealed(text) === sent ? text : 'unsealed';
}

/** The filters of a search for trips. */
export const searchQuery = Type.Object({
  ...journeyQuery,
  date: text({
    format: 'date',
    description: "Gives the day of departure in the service's time zone, YYYY-MM-DD.",
    examples: [TOMORROW],
  }),
  bus_type: text({ description: 'Gives the whole type of the bus, in upper or lower case.', examples: ['DELUXE'] }),
  min_fare: text({
    description: 'Gives the lowest fare, in NPR, inclusive. It is ignored unless it is a decimal number.',
    examples: ['800'],
  }),
  max_fare: text({
    description: 'Gives the highest fare, in NPR, inclusive. It is ignored unless it is a decimal number.',
    examples: ['1500.50'],
  }),
  after: text({
    description:
      'Is the `next` of an answer to the same filters and ordering: the search continues after its last trip.',
  }),
  ordering: text({
    shown: { enum: TRIP_ORDERS, default: 'departure_time' },
    description: 'Says how the results are ordered. An unknown value counts as `departure_time`.',
    examples: ['fare'],
  }),
  points: text({
    description: 'Is `true` if each result shall name its `boarding_points`; anything else means no.',
    examples: ['true'],
  }),
});

/** The trips that a search has found. */
export const foundTripsResponse = Type.Object(
  {
    count: Type.Integer({ description: 'Counts the results in this answer.', examples: [1] }),
    results: Type.Array(foundTripResponse),
    next: Type.Optional(
      Type.String({
        description: 'Is the text to send as `after` to get more results. It is absent when there are none.',
        examples: ['WyJbXCJrYXRobWFuZHVcIl0iLDE3OTUxNDcyMDAwMDAsNDJd'],
      }),
    ),
  },
  { title: 'FoundTrips' },
);

/** The search that a query asks for. */
export const wishesOf = ({
  after,
  points,
  bus_type: busType,
  min_fare: minFare,
  max_fare: maxFare,
  ...wishes
}: Static<typeof searchQuery>): TripQuery => ({
  ...wishes,
  points: points === 'true',
  after: opened(after),
  busType,
  minFare,
  maxFare,
});

export const toFoundTrips = ({ trips, next }: FoundTrips) => ({
  count: trips.length,
  results: trips.map(toFoundTrip),
  ...(next !== undefined && { next: sealed(next) }),
});

export const tripRoutes = ({ cities, searchTrips, viewTrip, ...needs }: Uses) => [
  route({
    method: 'get',
    path: '/api/cities',
    operationId: 'listCities',
    summary: 'List the cities that buses leave from or go to',
    description: 'Lists the cities between which trips are planned, by name, ascending.',
    returns: 'Lists all cities that buses leave from or go to, by name.',
    access: 'public',
    status: 200,
    response: Type.Array(namedCityResponse),
    handle: async () => (await cities.all()).map(toNamedCityResponse),
  }),

  route({
    method: 'get',
    path: '/api/trips',
    operationId: 'searchTrips',
    summary: 'Search trips on sale',
    description:
      'Finds trips that leave late enough to be booked: at least 30 minutes from now, ' +
      'unless the service is set otherwise. A search answers at most 100 trips. ' +
      'With both cities it also finds sections of longer trips. Equal sort keys are ordered by id. ' +
      'When there are more, `next` leads on.',
    returns: 'Lists the trips on sale that match the search.',
    access: 'public',
    query: searchQuery,
    status: 200,
    response: foundTripsResponse,
    handle: async ({ query }) => toFoundTrips(await searchTrips(wishesOf(query))),
  }),

  route({
    method: 'get',
    path: '/api/trips/:id',
    operationId: 'getTrip',
    summary: 'Look at one trip',
    description:
      'Shows any trip on sale, even one that leaves soon or has left: a link to a trip keeps working. With two stops, it shows the section between them.',
    returns: 'Shows the trip, with its stops, fares and conditions.',
    access: 'public',
    params: tripPath,
    query: Type.Object(sectionQuery),
    status: 200,
    response: tripDetailResponse,
    refuses: [tripUnknown, sectionUnknown],
    handle: async ({ params, query }) => toTripDetail(needs)(await viewTrip(params.id, sectionInQuery(query))),
  }),
];
