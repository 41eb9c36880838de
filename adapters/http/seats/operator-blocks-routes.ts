import { Type } from '@sinclair/typebox';
import { type Block, blocksChanged, seatsHeld, seatsSold, loggedBlock } from '../../../core/seats/block.ts';
import type { ChangeBlocks, ViewBlocks } from '../../../core/seats/change-blocks.ts';
import { memberOf } from '../../../core/companies/member.ts';
import type { SeatNumber } from '../../../core/kernel/ids.ts';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { type Instant, parseMoment } from '../../../core/kernel/time.ts';
import { WITHOUT_STOPS } from '../../../core/trips/sections.ts';
import { noSuchTrip, tripCancelled, tripDeparted } from '../../../core/trips/refusals.ts';
import { givenSection, sectionBody } from '../trips/section.ts';
import { item, moment, nullable, orNull, sized, tripPath, whole } from '../route/fields.ts';
import { counterShare } from '../../../core/seats/refusals.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly viewBlocks: ViewBlocks;
  readonly changeBlocks: ChangeBlocks;
}

const response = Type.Object({
  blocks: Type.Array(
    Type.Object({
      seat_number: Type.Optional(
        Type.String({
          description: 'Gives the number of the blocked seat, on a bus with a seat map.',
          examples: ['A1'],
        }),
      ),
      places: Type.Optional(Type.Integer({ description: 'Counts the blocked places, on a bus without a seat map.' })),
      from_stop: Type.Integer({
        description: 'Gives the number of the stop from which on the seat or place is blocked.',
        examples: [0],
      }),
      to_stop: Type.Integer({
        description: 'Gives the number of the stop up to which the seat or place is blocked.',
        examples: [1],
      }),
      reason: Type.String({ examples: ['For the agent in Pokhara'] }),
      until: nullable(
        moment({ description: 'Tells when the block ends by itself, in ISO 8601 and UTC; null means never.' }),
      ),
    }),
  ),
});

/** The first and last stop of a block, on a trip without stops in between. */
const WHOLE = { from_stop: WITHOUT_STOPS.from, to_stop: WITHOUT_STOPS.to };

const toResponse = (blocks: readonly Block[]) => ({
  blocks: blocks.map((block) => ({ ...WHOLE, ...loggedBlock(block) })),
});

const wanted = Type.Object({
  seat_number: Type.Optional(
    item({
      description:
        'Gives the number of the seat to block, on a bus with a seat map. Each seat may be blocked once on each part of the road.',
      examples: ['A1'],
    }),
  ),
  places: Type.Optional(
    whole({ minimum: 1, maximum: 999 }, { description: 'Counts the blocked places, on a bus without a seat map.' }),
  ),
  ...sectionBody,
  reason: sized({ max: 300 }, { examples: ['For the agent in Pokhara'] }),
  until: Type.Optional(
    orNull(
      item({
        format: 'date-time',
        description: 'Tells when, in the future, the block ends by itself; null or no field means never.',
        examples: ['2999-11-20T04:15:00.000Z'],
      }),
    ),
  ),
});

export const blockRoutes = ({ viewBlocks, changeBlocks }: Uses) => [
  route({
    method: 'get',
    path: '/api/operator/trips/:id/blocks',
    operationId: 'getTripBlocks',
    summary: 'See what is blocked on a trip',
    description:
      'Lists the seats and places that the company keeps from online sale on a trip, ' +
      'in the order in which they were given. Blocks whose time is over are not listed.',
    returns: 'Lists the blocked seats and places of the trip, in the order in which they were given.',
    access: 'conductor',
    params: tripPath,
    tagged: 'content',
    status: 200,
    response,
    refuses: [noSuchTrip],
    handle: async ({ caller, params: { id: trip } }) => toResponse(await viewBlocks(caller.staff.operatorId, trip)),
  }),

  route({
    method: 'put',
    path: '/api/operator/trips/:id/blocks',
    operationId: 'changeTripBlocks',
    summary: 'Say what is blocked on a trip',
    description:
      'Replaces the list of seats and places that are kept from online sale. Send the whole list: ' +
      'what is not in it is free again. Blocked seats and places are shown to nobody as free; ' +
      'your counter can sell them, which uses the block up. ' +
      'Seats that passengers have are named in `seats` of the refusal. With `If-Match`, ' +
      'a list that has changed since you read it is left as it is.',
    returns: 'Lists the blocked seats and places as they are now.',
    access: 'clerk',
    params: tripPath,
    exists: ({ caller, params: { id: trip } }) => viewBlocks(caller.staff.operatorId, trip),
    tagged: 'content',
    body: Type.Object(
      { blocks: Type.Array(wanted, { maxItems: 999 }) },
      { examples: [{ blocks: [{ seat_number: 'A1', reason: 'For the agent in Pokhara' }] }] },
    ),
    status: 200,
    response,
    refuses: [noSuchTrip, tripCancelled, tripDeparted, seatsSold, seatsHeld, blocksChanged, counterShare],
    handle: async ({ caller, params: { id: trip }, body, isKnown }) =>
      toResponse(
        await changeBlocks(
          memberOf(caller),
          trip,
          body.blocks.map(({ seat_number: seat, places, reason, until, ...stops }, index) => ({
            ...(seat !== undefined && { seat: seat as SeatNumber }),
            ...(places !== undefined && { places }),
            reason,
            section: givenSection(stops, `blocks[${index}].`),
            until: momentOf(until, `blocks[${index}].until`),
          })),
          (present) => isKnown(toResponse(present)),
        ),
      ),
  }),
];

function momentOf(given: string | null | undefined, field: string): Instant | null {
  if (given === undefined || given === null || given === '') return null;
  const at = parseMoment(given);
  if (at === undefined) throw invalidField(field, `${field} must be a moment, such as 2026-12-01T07:00:00+05:45.`);
  return at;
}
