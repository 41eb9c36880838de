import { type Static, Type } from '@sinclair/typebox';
import { LARGEST_ID, type SeatNumber } from '../../../core/kernel/ids.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { KEPT_FOR, type KeptFor, areKinds } from '../../../core/fleet/kept-seats.ts';
import { ENDS, LIKES, type SeatWish } from '../../../core/seats/choosable-seats.ts';
import { doorPassNeeded } from '../../../core/line/door-refusals.ts';
import type { RefuseWithoutPass } from '../../../core/line/door-pass.ts';
import type { LockedSeats } from '../../../core/seats/hold-selection.ts';
import type { LockSeats } from '../../../core/seats/lock-seats.ts';
import {
  keptForUnknown,
  noSeatMap,
  notTogether,
  seatsOrBest,
  tooFewSeatsFree,
  tooManyHolds,
  seatsPerDay,
} from '../../../core/seats/refusals.ts';
import type { ReleaseSeats } from '../../../core/seats/release-seats.ts';
import { MOST_SEATS, seatStatus } from '../../../core/seats/seat-map.ts';
import type { ViewSeatMap } from '../../../core/seats/view-seat-map.ts';
import { sectionUnknown, notOnSale, tripDeparted, tripUnknown } from '../../../core/trips/refusals.ts';
import { givenSection, sectionBody, sectionInQuery, sectionQuery } from '../trips/section.ts';
import { choice, item, moment, nullable, oneOf, rupees, tripPath, whole } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly viewSeatMap: ViewSeatMap;
  readonly lockSeats: LockSeats;
  readonly releaseSeats: ReleaseSeats;
  readonly refuseWithoutPass: RefuseWithoutPass;
}

const mappedSeat = Type.Object(
  {
    seat_number: Type.String({ examples: ['A1'] }),
    deck: Type.Integer({ examples: [1] }),
    row: Type.Integer({ examples: [1] }),
    col: Type.Integer({ examples: [1] }),
    seat_type: Type.String({ examples: ['WINDOW'] }),
    status: Type.String({
      enum: ['AVAILABLE', 'LOCKED', 'LOCKED_BY_ME', 'BOOKED', 'BLOCKED'],
      description:
        'Gives the state of the seat. LOCKED_BY_ME needs your access token; without it your own holds show as LOCKED.',
    }),
    kept_for: nullable(
      Type.Unsafe<KeptFor>({
        type: 'string',
        enum: KEPT_FOR,
        description:
          'Names the passengers for whom an AVAILABLE seat is kept; null means anybody. It is always null for other seats.',
      }),
    ),
  },
  { title: 'Seat' },
);

const fare = rupees({ description: 'Gives the fare of one seat, in NPR.' });

const mapped = Type.Object(
  {
    has_seat_map: Type.Literal(true),
    rows: Type.Integer({ examples: [10] }),
    cols: Type.Integer({ examples: [4] }),
    deck_count: Type.Integer({ examples: [1] }),
    fare,
    seats: Type.Array(mappedSeat, { description: 'Lists the seats, by deck, row and column.' }),
    lock_minutes: Type.Number({ description: 'Gives the number of minutes for which a seat is held.', examples: [10] }),
  },
  { title: 'MappedSeats', description: 'Shows the seats of a bus with a seat map.' },
);

const counted = Type.Object(
  {
    has_seat_map: Type.Literal(false),
    fare,
    total_seats: Type.Integer({ examples: [14] }),
    seats_left: Type.Integer({ minimum: 0, examples: [5] }),
  },
  {
    title: 'CountedSeats',
    description: 'Shows how many places are left on a bus without a seat map, where places are only counted.',
  },
);

const seatMap = oneOf('has_seat_map', [mapped, counted], { title: 'SeatMap' });

/** The body of a request to hold seats. */
export const holdBody = {
  seat_numbers: Type.Optional(
    Type.Array(item(), {
      description:
        'Lists the numbers of the seats to hold. Repetitions count once; only the first 6 are used. An empty list releases all your holds on the trip.',
      examples: [['A1', 'A2']],
    }),
  ),
  best: Type.Optional(
    whole(
      { minimum: 1, maximum: MOST_SEATS },
      {
        description:
          'Counts the seats to choose, instead of `seat_numbers`. The best free seats are held, all or none; seats that you hold already count as free.',
        examples: [2],
      },
    ),
  ),
  together: Type.Optional(
    Type.Boolean({
      description:
        'Is true if only chosen seats that hang together will do; false if others will, too. Seats hang together side by side, across an aisle, or behind each other.',
    }),
  ),
  like: Type.Optional(choice(LIKES, { description: 'Names the kind of seat that is preferred among the best seats.' })),
  near: Type.Optional(
    choice(ENDS, { description: 'Names the end of the bus that the best seats are near to. The default is FRONT.' }),
  ),
  deck: Type.Optional(
    whole(
      { minimum: 1, maximum: LARGEST_ID },
      { description: 'Gives the only deck on which the best seats are chosen.' },
    ),
  ),
  for: Type.Optional(
    Type.Array(item(), {
      description:
        'Lists the kinds of kept seats that the passengers may have: WOMEN, DISABLED, ELDERLY. Without a kind, seats that are kept for it are rejected until some hours before the departure.',
      examples: [['WOMEN']],
    }),
  ),
  ...sectionBody,
};

/** The kinds of kept seats that the body names. */
export function givenKeptFor({ for: given = [] }: Static<typeof held>): readonly KeptFor[] {
  if (!areKinds(given)) throw keptForUnknown();
  return given;
}

const held = Type.Object(holdBody);

/** The seats that the body names, or the wish for the best ones. Refuses both and neither. */
export function givenSeats(body: Static<typeof held>): readonly SeatNumber[] | SeatWish {
  const { seat_numbers: seats, best: count, together, like, near, deck } = body;
  if ((seats === undefined) === (count === undefined)) throw seatsOrBest();
  return count === undefined ? (seats as SeatNumber[]) : { count, together, like, near, deck };
}

export const holdResponse = Type.Object({
  granted: Type.Array(Type.String(), { examples: [['A1']] }),
  rejected: Type.Array(
    Type.Object({
      seat_number: Type.String({ examples: ['A2'] }),
      reason: Type.String({
        description:
          'Gives the reason in words: `Not a valid seat.`, `Already booked.`, `Currently held by another passenger.`, `Held too long. Try again in a minute.`, `Kept for women.`, `Kept for people with disabilities.` or `Kept for elderly people.`',
        examples: ['Already booked.'],
      }),
    }),
  ),
  expires_at: moment({
    description: 'Tells until when the granted seats are held; of several ends, it is the first.',
    examples: ['2026-11-20T04:25:00.000Z'],
  }),
  together: Type.Optional(
    Type.Boolean({
      description:
        'Is true if the chosen seats hang together, or are one seat; false if they do not. It is present only if you asked for the `best` seats.',
    }),
  ),
});

export const toHold = ({ granted, rejected, expiresAt, together }: LockedSeats) => ({
  granted,
  rejected: rejected.map(({ seat, reason }) => ({ seat_number: seat, reason })),
  expires_at: toIso(expiresAt),
  ...(together !== undefined && { together }),
});

export const releaseResponse = Type.Object({
  released: Type.Integer({ description: 'Counts the seats that were released.', examples: [2] }),
});

export const seatRoutes = ({ viewSeatMap, lockSeats, releaseSeats, refuseWithoutPass }: Uses) => [
  route({
    method: 'get',
    path: '/api/trips/:id/seats',
    operationId: 'getSeatMap',
    summary: 'See the seats of a trip',
    description:
      'Shows the seats of a bus with a seat map, or how many places are left on another one. ' +
      'It works for a trip of any status. With two stops, it shows the section between them.',
    returns: 'Shows the seats of the trip, or the number of places that are left.',
    access: 'optional',
    params: tripPath,
    query: Type.Object(sectionQuery),
    status: 200,
    response: seatMap,
    refuses: [tripUnknown, sectionUnknown],
    handle: async ({ caller, params, query }) =>
      toSeatMap(await viewSeatMap(params.id, caller?.userId, sectionInQuery(query))),
  }),

  route({
    method: 'post',
    path: '/api/trips/:id/seats/lock',
    operationId: 'lockSeats',
    summary: 'Hold seats for a few minutes',
    description:
      'Sets your whole selection on the trip, on one section: seats that you held and do not name again are let go of, also those of another section. ' +
      'Each seat is granted or rejected by itself; only a granted one is yours to book until `expires_at`. ' +
      'You may hold seats on 5 trips at a time, and one seat for 60 minutes without a break. ' +
      'While the rush after an opening lasts, the header `Door-Pass` is needed. ' +
      'With `best` instead of numbers, the service chooses free seats that are close to each other; if it cannot, nothing changes.',
    returns: 'Lists the seats that were granted and those that were rejected.',
    access: 'passenger',
    limit: 'hold',
    params: tripPath,
    body: held,
    status: 200,
    response: holdResponse,
    refuses: [
      tripUnknown,
      tripDeparted,
      notOnSale,
      doorPassNeeded,
      noSeatMap,
      tooFewSeatsFree,
      notTogether,
      seatsPerDay,
      tooManyHolds,
    ],
    handle: async ({ caller: { userId }, params, body, header }) => {
      const [seats, section, keptFor] = [givenSeats(body), givenSection(body), givenKeptFor(body)];
      // Letting go of seats needs no pass.
      const judgePass =
        'count' in seats || seats.length > 0
          ? await refuseWithoutPass({ userId, tripId: params.id, pass: header('door-pass') })
          : undefined;
      return toHold(await lockSeats(userId, params.id, seats, section, undefined, keptFor, judgePass));
    },
  }),

  route({
    method: 'post',
    path: '/api/trips/:id/seats/release',
    operationId: 'releaseSeats',
    summary: 'Let go of all your seats on a trip',
    description:
      'Ends your holds on the trip, so that others can book the seats. With two stops, it ends those that you hold on exactly this section.',
    returns: 'Counts the seats that were released.',
    access: 'passenger',
    params: tripPath,
    body: Type.Object(sectionBody),
    status: 200,
    response: releaseResponse,
    refuses: [tripUnknown],
    handle: async ({ caller, params, body }) => ({
      released: await releaseSeats(caller.userId, params.id, givenSection(body)),
    }),
  }),
];

/** The seats of a trip as an answer. */
export function toSeatMap(map: Awaited<ReturnType<ViewSeatMap>>): Static<typeof seatMap> {
  if (!map.hasSeatMap)
    return {
      has_seat_map: false as const,
      fare: toRupees(map.fare),
      total_seats: map.totalSeats,
      seats_left: map.seatsLeft,
    };
  return {
    has_seat_map: true as const,
    rows: map.rows,
    cols: map.cols,
    deck_count: map.deckCount,
    fare: toRupees(map.fare),
    seats: map.seats.map((seat) => ({
      seat_number: seat.number,
      deck: seat.deck,
      row: seat.row,
      col: seat.col,
      seat_type: seat.type,
      status: seatStatus(seat),
      kept_for: (seatStatus(seat) === 'AVAILABLE' && seat.keptFor) || null,
    })),
    lock_minutes: map.lockMinutes,
  };
}

export { seatMap as seatMapResponse };
