import { Type } from '@sinclair/typebox';
import { toIso } from '../../../core/kernel/time.ts';
import { openingNamed } from '../../../core/line/door.ts';
import type { ReadDoors } from '../../../core/line/door-board.ts';
import {
  doorClear,
  doorUnknown,
  noPlace,
  notYet,
  phoneNeeded,
  placeUsed,
  tooEarly,
} from '../../../core/line/door-refusals.ts';
import type { EnterDoor } from '../../../core/line/enter-door.ts';
import type { GivenPlace, JoinDoor, ViewPlace } from '../../../core/line/join-door.ts';
import { moment, nullable, text } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { doorResponse, toDoor } from './door.ts';

interface Uses {
  readonly readDoors: ReadDoors;
  readonly joinDoor: JoinDoor;
  readonly viewPlace: ViewPlace;
  readonly enterDoor: EnterDoor;
}

const params = Type.Object({
  id: Type.String({ description: 'Names the door: the moment of its opening in UTC, such as 20261005T041500.' }),
});

/** Caches may serve the answer to everybody while it is new. */
const CACHED = {
  'Cache-Control': { description: 'Says how long caches may serve the answer.', value: () => 'public, max-age=5' },
};

const placeResponse = Type.Object(
  {
    place: Type.Integer({ description: 'Gives the place, counted from 1 as people join.', examples: [17] }),
    number: nullable(
      Type.Integer({
        description: 'Gives the place in the order of admission; null before the draw.',
        examples: [1204],
      }),
    ),
    token: Type.String({ description: 'Is the token that proves the place. It changes when the number is drawn.' }),
  },
  { title: 'DoorPlace' },
);

const toPlace = ({ place, number, token }: GivenPlace) => ({ place, number, token });

export const doorRoutes = ({ readDoors, joinDoor, viewPlace, enterDoor }: Uses) => {
  const shownDoor = async (name: string) => {
    const board = await readDoors();
    const opensAt = openingNamed(name);
    const shown = opensAt === undefined ? undefined : board.doors.get(opensAt);
    if (!shown) throw doorUnknown();
    return { board, shown };
  };

  return [
    route({
      method: 'get',
      path: '/api/doors',
      operationId: 'listDoors',
      summary: 'List the openings of sales',
      description:
        'Lists the moments at which the sale of trips opens, until the rush after each is over. ' +
        'The answer is made anew every five seconds.',
      returns: 'Lists the doors that are not CLEAR, the earliest opening first.',
      access: 'public',
      limit: 'none',
      tagged: 'content',
      headersOf: CACHED,
      status: 200,
      response: Type.Array(doorResponse),
      handle: async () => {
        const board = await readDoors();
        return [...board.doors.values()].filter(({ state }) => state !== 'CLEAR').map((shown) => toDoor(board, shown));
      },
    }),

    route({
      method: 'get',
      path: '/api/doors/:id',
      operationId: 'getDoor',
      summary: 'Look at the opening of a sale',
      description:
        'Shows how many people wait and how many were let in, the same for all. The answer is made anew every five ' +
        'seconds: ask again after `poll_seconds`.',
      returns: 'Shows the door with this id.',
      access: 'public',
      limit: 'none',
      tagged: 'content',
      headersOf: CACHED,
      params,
      status: 200,
      response: doorResponse,
      refuses: [doorUnknown],
      handle: async ({ params: { id } }) => {
        const { board, shown } = await shownDoor(id);
        return toDoor(board, shown);
      },
    }),

    route({
      method: 'get',
      path: '/api/doors/:id/draw',
      operationId: 'getDraw',
      summary: 'Check the draw of a door',
      description:
        'Shows the hash of the seed from the start, and the seed after the draw. Places are ordered by their ' +
        'HMAC-SHA256 in lower-case hex: the key is the bytes of the seed, the text the place in decimal.',
      returns: 'Shows the seed and its hash, and how many places were drawn.',
      access: 'public',
      limit: 'none',
      params,
      status: 200,
      response: Type.Object({
        seed_hash: Type.String({ description: "Is the SHA-256 of the seed's bytes, in lower-case hex." }),
        seed: nullable(Type.String({ description: 'Gives the 32 bytes of the seed in hex; null before the draw.' })),
        places: nullable(Type.Integer({ description: 'Counts the drawn places; null before the draw.' })),
      }),
      refuses: [doorUnknown],
      handle: async ({ params: { id } }) => {
        const { door } = (await shownDoor(id)).shown;
        return { seed_hash: door.seed.hash, seed: door.drawn === null ? null : door.seed.seed, places: door.drawn };
      },
    }),

    route({
      method: 'post',
      path: '/api/doors/:id/join',
      operationId: 'joinDoor',
      summary: 'Take a place in line for an opening',
      description:
        'Gives the account a place. Whoever joins before the opening is drawn; whoever joins later stands at the end. ' +
        'Joining again answers the same place, until its pass has run out.',
      returns: 'Shows the place of the account.',
      access: 'passenger',
      params,
      status: 200,
      response: placeResponse,
      refuses: [doorUnknown, tooEarly, doorClear, phoneNeeded],
      handle: async ({ caller, params: { id } }) => toPlace(await joinDoor(caller.userId, id)),
    }),

    route({
      method: 'get',
      path: '/api/doors/:id/place',
      operationId: 'getDoorPlace',
      summary: 'Look at your place in line for an opening',
      description: 'Shows the place of the account, and its number once the order is drawn.',
      returns: 'Shows the place of the account.',
      access: 'passenger',
      params,
      status: 200,
      response: placeResponse,
      refuses: [noPlace],
      handle: async ({ caller, params: { id } }) => toPlace(await viewPlace(caller.userId, id)),
    }),

    route({
      method: 'post',
      path: '/api/doors/:id/enter',
      operationId: 'enterDoor',
      summary: 'Go in when it is your turn',
      description:
        'Gives the pass to buy with, once the number of the place was called. While the pass is good it is given again.',
      returns: 'Gives the pass, which requests send in the header `Door-Pass`.',
      access: 'passenger',
      params,
      body: Type.Object({ token: text({ needed: true, description: 'Is the token of the place.' }) }),
      status: 200,
      response: Type.Object({
        pass: Type.String({ description: 'Is the pass, for the header `Door-Pass`.' }),
        expires_at: moment({ description: 'Tells when the pass runs out.' }),
      }),
      refuses: [doorUnknown, doorClear, notYet, placeUsed],
      handle: async ({ caller, params: { id }, body }) => {
        const { pass, expiresAt } = await enterDoor(caller.userId, id, body.token);
        return { pass, expires_at: toIso(expiresAt) };
      },
    }),
  ];
};
