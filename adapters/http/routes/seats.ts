import { Type } from '@sinclair/typebox';
import type { SeatNumber, TripId } from '../../../core/kernel/ids.ts';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import type { LockSeats } from '../../../core/seats/lock-seats.ts';
import type { ReleaseSeats } from '../../../core/seats/release-seats.ts';
import { seatStatus } from '../../../core/seats/seat-map.ts';
import type { ViewSeatMap } from '../../../core/seats/view-seat-map.ts';
import { id, item, moment, rupees } from '../fields.ts';
import { route } from '../route.ts';

interface Uses {
  readonly viewSeatMap: ViewSeatMap;
  readonly lockSeats: LockSeats;
  readonly releaseSeats: ReleaseSeats;
}

const tripParams = Type.Object({ id: id({ description: 'The schedule id.' }) });

const mappedSeat = Type.Object({
  seat_number: Type.String({ examples: ['A1'] }),
  deck: Type.Integer({ examples: [1] }),
  row: Type.Integer({ examples: [1] }),
  col: Type.Integer({ examples: [1] }),
  seat_type: Type.String({ examples: ['WINDOW'] }),
  status: Type.String({
    enum: ['AVAILABLE', 'LOCKED', 'LOCKED_BY_ME', 'BOOKED', 'BLOCKED'],
    description: 'LOCKED_BY_ME needs your access token; without it your own holds show as LOCKED.',
  }),
}, { title: 'Seat' });

const seatMap = Type.Object({
  has_seat_map: Type.Boolean(),
  fare: rupees({ description: 'NPR, for one seat' }),
  total_seats: Type.Optional(Type.Integer({ description: 'Only without a seat map.', examples: [14] })),
  seats_left: Type.Optional(Type.Integer({ minimum: 0, description: 'Only without a seat map.', examples: [5] })),
  rows: Type.Optional(Type.Integer({ description: 'Only with a seat map, as all that follows.', examples: [10] })),
  cols: Type.Optional(Type.Integer({ examples: [4] })),
  deck_count: Type.Optional(Type.Integer({ examples: [1] })),
  seats: Type.Optional(Type.Array(mappedSeat, { description: 'By deck, row and column.' })),
  lock_minutes: Type.Optional(Type.Number({ description: 'How long a hold lasts.', examples: [10] })),
}, { title: 'SeatMap' });

export const seatRoutes = ({ viewSeatMap, lockSeats, releaseSeats }: Uses) => [
  route({
    method: 'get',
    path: '/api/trips/:id/seats',
    summary: 'See the seats of a trip',
    description: 'A bus with a seat map shows its seats, another one how many places are left. Works for a trip of any status.',
    access: 'optional',
    params: tripParams,
    status: 200,
    answer: seatMap,
    refuses: { absent: ['TRIP_UNKNOWN'] },
    handle: async ({ caller, params }) => {
      const map = await viewSeatMap(params.id as TripId, caller?.userId);
      if (!map.hasSeatMap) return { has_seat_map: false, fare: toRupees(map.fare), total_seats: map.totalSeats, seats_left: map.seatsLeft };
      return {
        has_seat_map: true,
        rows: map.rows,
        cols: map.cols,
        deck_count: map.deckCount,
        fare: toRupees(map.fare),
        seats: map.seats.map((seat) => ({
          seat_number: seat.number, deck: seat.deck, row: seat.row, col: seat.col, seat_type: seat.type, status: seatStatus(seat),
        })),
        lock_minutes: map.lockMinutes,
      };
    },
  }),

  route({
    method: 'post',
    path: '/api/trips/:id/seats/lock',
    summary: 'Hold seats for a few minutes',
    description: 'Sets your whole selection on the trip: seats that you held and do not name again are let go of. '
      + 'Each seat is granted or rejected by itself; only a granted one is yours to book until `expires_at`.',
    access: 'passenger',
    limit: 'hold',
    params: tripParams,
    body: Type.Object({
      seat_numbers: Type.Array(item(), { description: 'Repetitions count once; only the first 6 are used. None at all lets go of everything.', examples: [['A1', 'A2']] }),
    }),
    status: 200,
    answer: Type.Object({
      granted: Type.Array(Type.String(), { examples: [['A1']] }),
      rejected: Type.Array(Type.Object({
        seat_number: Type.String({ examples: ['A2'] }),
        reason: Type.String({ description: '`Not a valid seat.`, `Already booked.` or `Currently held by another passenger.`', examples: ['Already booked.'] }),
      })),
      expires_at: moment({ examples: ['2026-11-20T04:25:00.000Z'] }),
    }),
    refuses: { absent: ['TRIP_UNKNOWN'], conflict: ['TRIP_DEPARTED', 'NO_SEAT_MAP'] },
    handle: async ({ caller, params, body }) => {
      const locked = await lockSeats(caller.userId, params.id as TripId, body.seat_numbers as SeatNumber[]);
      return {
        granted: locked.granted,
        rejected: locked.rejected.map(({ seat, reason }) => ({ seat_number: seat, reason })),
        expires_at: toIso(locked.expiresAt),
      };
    },
  }),

  route({
    method: 'post',
    path: '/api/trips/:id/seats/release',
    summary: 'Let go of all your seats on a trip',
    access: 'passenger',
    params: tripParams,
    status: 200,
    answer: Type.Object({ released: Type.Integer({ description: 'How many seats that were.', examples: [2] }) }),
    refuses: { absent: ['TRIP_UNKNOWN'] },
    handle: async ({ caller, params }) => ({ released: await releaseSeats(caller.userId, params.id as TripId) }),
  }),
];
