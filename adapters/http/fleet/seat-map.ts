import { type Static, Type } from '@sinclair/typebox';
import { KEPT_FOR, type KeptFor } from '../../../core/fleet/kept-seats.ts';
import { type SeatLayout, type SeatMap, USUAL_SEAT_TYPE, type WantedMap } from '../../../core/fleet/seat-layout.ts';
import type { SeatId, SeatNumber } from '../../../core/kernel/ids.ts';
import { choice, nullable, orNull, sized, whole } from '../route/fields.ts';

/* The seat map of a bus in requests and responses. */

const [MOST_ROWS, MOST_COLS, MOST_DECKS, MOST_SEATS] = [40, 8, 2, 120];

const wantedSeat = Type.Object({
  id: Type.Optional(
    Type.Integer({
      description:
        'Identifies an existing seat. A seat with an id keeps its bookings when it is moved or renumbered. Without an id a new seat is made.',
      examples: [17],
    }),
  ),
  seat_number: sized(
    { max: 10 },
    { description: 'Gives the number of the seat, which is unique on the map.', examples: ['A1'] },
  ),
  deck: whole({ minimum: 1, maximum: MOST_DECKS }, { examples: [1] }),
  row: whole({ minimum: 1, maximum: MOST_ROWS }, { examples: [1] }),
  col: whole({ minimum: 1, maximum: MOST_COLS }, { examples: [1] }),
  seat_type: Type.Optional(
    sized(
      { max: 20 },
      {
        description: `Names the type of the seat, by default ${USUAL_SEAT_TYPE}. It is kept in upper case.`,
        examples: ['WINDOW'],
      },
    ),
  ),
  is_active: Type.Optional(
    Type.Boolean({
      description: 'Is true, the default, if the seat can be sold; false if it cannot.',
      examples: [true],
    }),
  ),
  kept_for: Type.Optional(
    orNull(
      choice(KEPT_FOR, {
        description:
          'Names the passengers for whom the seat is kept until some hours before the departure; null, the default, means anybody.',
        examples: ['WOMEN'],
      }),
    ),
  ),
});

const wantedMap = Type.Object(
  {
    rows: whole({ minimum: 1, maximum: MOST_ROWS }, { examples: [10] }),
    cols: whole({ minimum: 1, maximum: MOST_COLS }, { examples: [5] }),
    deck_count: whole({ minimum: 1, maximum: MOST_DECKS }, { examples: [1] }),
    seats: Type.Array(wantedSeat, {
      minItems: 1,
      maxItems: MOST_SEATS,
      description: 'Lists the seats of the map, at least one of them active.',
    }),
  },
  {
    title: 'WantedSeatMap',
    examples: [
      {
        rows: 1,
        cols: 2,
        deck_count: 1,
        seats: [
          { seat_number: 'A1', deck: 1, row: 1, col: 1, seat_type: 'WINDOW' },
          { seat_number: 'A2', deck: 1, row: 1, col: 2 },
        ],
      },
    ],
  },
);

/** A seat map in a request. Null for a bus without a seat map. */
export const wantedSeatMap = orNull(wantedMap);

export const toWantedMap = (given: Static<typeof wantedMap>): WantedMap => ({
  rows: given.rows,
  cols: given.cols,
  deckCount: given.deck_count,
  seats: given.seats.map((seat) => ({
    ...(seat.id !== undefined && { id: seat.id as SeatId }),
    number: seat.seat_number as SeatNumber,
    deck: seat.deck,
    row: seat.row,
    col: seat.col,
    type: seat.seat_type ?? USUAL_SEAT_TYPE,
    isActive: seat.is_active ?? true,
    ...(seat.kept_for && { keptFor: seat.kept_for }),
  })),
});

const shownSeat = {
  seat_number: Type.String({ examples: ['A1'] }),
  deck: Type.Integer({ examples: [1] }),
  row: Type.Integer({ examples: [1] }),
  col: Type.Integer({ examples: [1] }),
  seat_type: Type.String({ description: 'Names the type of the bus, in upper case.', examples: ['WINDOW'] }),
  is_active: Type.Boolean({ description: 'Is true if the seat can be sold; false if it cannot.' }),
  kept_for: nullable(
    Type.Unsafe<KeptFor>({
      type: 'string',
      enum: KEPT_FOR,
      description: 'Names the passengers for whom the seat is kept; null means anybody.',
    }),
  ),
};

const bounds = {
  rows: Type.Integer({ examples: [10] }),
  cols: Type.Integer({ examples: [5] }),
  deck_count: Type.Integer({ examples: [1] }),
};

const busSeatMap = Type.Object(
  {
    ...bounds,
    seats: Type.Array(Type.Object({ id: Type.Integer({ examples: [17] }), ...shownSeat }), {
      description: 'Lists the seats, by deck, row and column.',
    }),
  },
  { title: 'BusSeatMap' },
);

/** A template from which a company starts its seat map. The seats have no ids, because they belong to no bus yet. */
export const templateSeatMap = Type.Object(
  { ...bounds, seats: Type.Array(Type.Object(shownSeat)) },
  { title: 'TemplateSeatMap' },
);

const toSeat = (seat: SeatLayout['seats'][number]) => ({
  seat_number: seat.number,
  deck: seat.deck,
  row: seat.row,
  col: seat.col,
  seat_type: seat.type,
  is_active: seat.isActive,
  kept_for: seat.keptFor ?? null,
});

export const toTemplateMap = ({ rows, cols, deckCount, seats }: SeatLayout) => ({
  rows,
  cols,
  deck_count: deckCount,
  seats: seats.map(toSeat),
});

const toBusSeatMap = ({ rows, cols, deckCount, seats }: SeatMap) => ({
  rows,
  cols,
  deck_count: deckCount,
  seats: seats.map((seat) => ({ id: seat.id, ...toSeat(seat) })),
});

/** The seat map of a bus. Null for a bus without a seat map. */
export const seatMapOfBus = Type.Object({ seat_map: nullable(busSeatMap) });
export const toSeatMapOfBus = (map: SeatMap | null) => ({ seat_map: map && toBusSeatMap(map) });
