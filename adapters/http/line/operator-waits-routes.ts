import { Type } from '@sinclair/typebox';
import type { ViewTripLine } from '../../../core/line/view-waits.ts';
import { noSuchTrip } from '../../../core/trips/refusals.ts';
import { tripPath } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly viewTripLine: ViewTripLine;
}

const people = Type.Integer({ minimum: 0, description: 'Counts the people in line.', examples: [3] });
const seats = Type.Integer({ minimum: 0, description: 'Counts the seats that they want together.', examples: [5] });

export const operatorWaitRoutes = ({ viewTripLine }: Uses) => [
  route({
    method: 'get',
    path: '/api/operator/trips/:id/waits',
    operationId: 'getTripWaits',
    summary: 'See how many people wait for a trip',
    description: 'Counts the people who wait for seats of a trip, those with an offer too. It names nobody.',
    returns: 'Counts the people in line and the seats that they want, for the trip and for each section.',
    access: 'clerk',
    params: tripPath,
    status: 200,
    response: Type.Object({
      people,
      seats,
      offered: Type.Integer({
        minimum: 0,
        description: 'Counts the seats that are offered to people in line now.',
        examples: [2],
      }),
      sections: Type.Array(
        Type.Object({
          from_stop: Type.Integer({
            description: 'Gives the number of the stop where the section begins; 0 is the origin.',
            examples: [0],
          }),
          to_stop: Type.Integer({ description: 'Gives the number of the stop where the section ends.', examples: [1] }),
          people,
          seats,
        }),
        { description: 'Lists the sections for which somebody waits, ordered by their stops.' },
      ),
    }),
    refuses: [noSuchTrip],
    handle: async ({ caller, params }) => {
      const line = await viewTripLine(caller.staff.operatorId, params.id);
      return {
        people: line.people,
        seats: line.seats,
        offered: line.offered,
        sections: line.sections.map((section) => ({
          from_stop: section.from,
          to_stop: section.to,
          people: section.people,
          seats: section.seats,
        })),
      };
    },
  }),
];
