import type { WrongTotal } from '../../core/audit/ports.ts';
import type { OffRoad, TakenTwice } from '../../core/audit/taken-twice.ts';
import { isActive } from '../../core/bookings/booking.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { lastStop } from '../../core/trips/sections.ts';
import { seatOf } from './relations.ts';
import { isSame, onCommonPart, stillBlocked, stillSold } from './seats.ts';
import { partsOf, takenOn } from './seat-maps.ts';
import type { State, TakenSeat } from './state.ts';

type Row = readonly [TakenTwice['takers'][0], TakenSeat];

export function seatsTakenTwice(state: State, at: Instant): readonly TakenTwice[] {
  const rows = [
    ...state.holds.filter(({ expiresAt }) => expiresAt > at).map((hold): Row => ['held', hold]),
    ...state.blocks
      .filter((block) => stillBlocked(block, at))
      .flatMap(({ seatId, ...block }): readonly Row[] => (seatId === null ? [] : [['blocked', { ...block, seatId }]])),
    ...state.sales.filter((sale) => stillSold(sale, at)).map((sale): Row => ['sold', sale]),
  ];
  return rows.flatMap(([one, taken], index) =>
    rows
      .slice(index + 1)
      .filter(([other, row]) => isSame(taken, row) && (other !== 'sold' || one === 'held'))
      .map(([other]) => ({ tripId: taken.tripId, seat: seatOf(state, taken).number, takers: [one, other] as const })),
  );
}

/** Holds, blocks and bookings whose section has a stop that their trip lacks. */
export function takenOffRoad(state: State, at: Instant): readonly OffRoad[] {
  const rows = [
    ...state.holds.filter(({ expiresAt }) => expiresAt > at).map((row) => ({ ...row, taker: 'held' as const })),
    ...state.blocks.filter((row) => stillBlocked(row, at)).map((row) => ({ ...row, taker: 'blocked' as const })),
    ...[...state.bookings.values()]
      .filter(({ status }) => isActive(status))
      .map((row) => ({ ...row, taker: 'booked' as const })),
  ];
  return rows.flatMap(({ tripId, section, taker }) => {
    const trip = state.trips.get(tripId);
    if (!trip || !section) return [];
    const { from, to } = section;
    return from < 0 || from >= to || to > lastStop(trip) ? [{ tripId, taker, from, to }] : [];
  });
}

/** Stored numbers of taken places that differ from the bookings, for whole trips and between neighbouring stops. */
export function wrongPlaces(state: State): readonly WrongTotal[] {
  const placed = [...state.bookings.values()].filter(
    ({ id, status }) => isActive(status) && !state.sales.some(({ bookingId }) => bookingId === id),
  );
  return [...state.trips.values()].flatMap((trip) => {
    const parts = partsOf(trip).map((part) => ({
      kept: takenOn(trip, part),
      counted: placed
        .filter(({ tripId, section }) => tripId === trip.id && onCommonPart(section, part))
        .reduce((sum, { seatsCount }) => sum + seatsCount, 0),
    }));
    const totals: readonly Omit<WrongTotal, 'id'>[] = [
      {
        table: 'schedules',
        column: 'places_taken',
        kept: trip.placesTaken,
        counted: Math.max(...parts.map(({ counted }) => counted)),
      },
      ...parts.flatMap((part, index): readonly Omit<WrongTotal, 'id'>[] =>
        trip.stops.length === 0 ? [] : [{ table: 'part_places', column: `places_taken of part ${index}`, ...part }],
      ),
    ];
    return totals.filter(({ kept, counted }) => kept !== counted).map((total) => ({ ...total, id: trip.id }));
  });
}
