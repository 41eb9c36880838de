import { Type } from '@sinclair/typebox';
import { PASSING_DAYS } from '../../../core/road/keep-estimates.ts';
import type { Punctuality, ViewPunctuality } from '../../../core/road/view-punctuality.ts';
import { day, nullable } from '../route/fields.ts';
import { route } from '../route/route.ts';

const minutes = (description: string, example: number) => Type.Integer({ description, examples: [example] });

const punctualityResponse = Type.Object(
  {
    rows: Type.Array(
      Type.Object(
        {
          route: Type.String({ description: 'Names the ends of the route.', examples: ['Kathmandu – Pokhara'] }),
          stop: minutes('Gives the number of the stop; 0 is the origin.', 1),
          city: Type.String({ description: 'Names the city of the stop.', examples: ['Mugling'] }),
          passed: minutes('Counts the buses that were seen to pass the stop.', 58),
          late_median: minutes(
            'Gives the median of the minutes by which buses left the stop late; at the last stop, arrived late. It is negative if they were early.',
            12,
          ),
          late_p90: minutes('Gives the number of minutes by which nine of ten buses were late at most.', 41),
          error_30: nullable(
            minutes(
              'Gives the median of the minutes by which estimates of 30 minutes before were wrong; null without such estimates.',
              4,
            ),
          ),
          error_90: nullable(
            minutes(
              'Gives the median of the minutes by which estimates of 90 minutes before were wrong; null without such estimates.',
              9,
            ),
          ),
        },
        { title: 'PunctualityRow' },
      ),
      { description: 'Lists a row for each stop of each route, by the names of the ends and by stop.' },
    ),
  },
  { title: 'PunctualityReport' },
);

const toRow = (of: Punctuality) => ({
  route: `${of.source} – ${of.destination}`,
  stop: of.stop,
  city: of.city,
  passed: of.passed,
  late_median: of.lateMedian,
  late_p90: of.lateP90,
  error_30: of.error30,
  error_90: of.error90,
});

/** The report of how punctual a company's buses are. */
export const punctualityRoutes = ({ viewPunctuality }: { readonly viewPunctuality: ViewPunctuality }) => [
  route({
    method: 'get',
    path: '/api/operator/reports/punctuality',
    operationId: 'viewPunctuality',
    summary: 'See how punctual your buses are, by route and stop',
    description:
      'Compares the plan, and the estimates of 30 and 90 minutes before, with the moments at which your buses passed their stops. ' +
      `A stop counts when the crew has tapped it or points of the phone show that the bus is past it. Passings are kept for ${PASSING_DAYS} days.`,
    returns: 'Shows a row for each stop of each route that a bus has passed.',
    access: 'manager',
    query: Type.Object({
      from: day({ description: 'Gives the first local day of passing.', examples: ['2026-11-01'] }),
      to: day({
        description: `Gives the last local day of passing. The report covers at most ${PASSING_DAYS} days in all.`,
        examples: ['2026-11-30'],
      }),
    }),
    status: 200,
    response: punctualityResponse,
    handle: async ({ caller, query }) => ({ rows: (await viewPunctuality(caller.staff.operatorId, query)).map(toRow) }),
  }),
];
