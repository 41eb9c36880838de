import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import type { LowestFares } from '../../../core/trips/lowest-fares.ts';
import type { PopularRoutes } from '../../../core/trips/popular-routes.ts';
import { journeyQuery } from './city.ts';
import { TOMORROW, nullable, rupees, text } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly lowestFares: LowestFares;
  readonly popularRoutes: PopularRoutes;
}

export const faresRoutes = ({ lowestFares, popularRoutes }: Uses) => [
  route({
    method: 'get',
    path: '/api/fares',
    operationId: 'listLowestFares',
    summary: 'Compare the lowest fares of a week',
    description:
      'Shows the lowest fare of each of seven days between two cities. It counts the trips that a search finds, sold out or not.',
    returns: 'Shows seven days, each with its lowest fare.',
    access: 'public',
    query: Type.Object({
      ...journeyQuery,
      date: text({
        format: 'date',
        description: "Gives the first of the days, YYYY-MM-DD in the service's time zone; by default today.",
        examples: [TOMORROW],
      }),
    }),
    status: 200,
    response: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', examples: [TOMORROW] }),
          lowest_fare: nullable(
            rupees({
              description: 'Gives the lowest fare of one seat on this day, in NPR; null when no trip is on sale.',
            }),
          ),
        },
        { title: 'DayFare' },
      ),
    ),
    handle: async ({ query }) =>
      (await lowestFares(query)).map(({ date, fare }) => ({
        date,
        lowest_fare: fare === null ? null : toRupees(fare),
      })),
  }),

  route({
    method: 'get',
    path: '/api/popular-routes',
    operationId: 'listPopularRoutes',
    summary: 'List the routes with the most buses',
    description:
      'Lists at most six routes by the number of trips on sale in the next two days, most first. The list may be up to a minute old.',
    returns: 'Lists at most six routes, the one with the most trips first.',
    access: 'public',
    status: 200,
    response: Type.Array(
      Type.Object(
        {
          source_city: Type.String({ examples: ['Kathmandu'] }),
          destination_city: Type.String({ examples: ['Pokhara'] }),
          trips: Type.Integer({ description: 'Counts the trips on sale in the next two days.', examples: [12] }),
          lowest_fare: rupees({ description: 'Gives the fare of one seat, in NPR.' }),
        },
        { title: 'PopularRoute' },
      ),
    ),
    handle: async () =>
      (await popularRoutes()).map(({ sourceCity, destinationCity, trips, fare }) => ({
        source_city: sourceCity,
        destination_city: destinationCity,
        trips,
        lowest_fare: toRupees(fare),
      })),
  }),
];
