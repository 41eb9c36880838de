import { refuseFaults } from '../kernel/refusal.ts';
import type { Fault } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';
import { activeSeats, layoutFaults } from './seat-layout.ts';
import type { SeatMap, WantedMap } from './seat-layout.ts';

/** The type of a seat of which none is said. */
export const USUAL_SEAT_TYPE = 'SEAT';

/** A map that somebody asks for, with its seat types in upper case; refused if it is not well drawn. */
export function checkedMap(given: WantedMap, present: SeatMap | null): WantedMap {
  const faults = [
    ...layoutFaults(given),
    ...(activeSeats(given) === 0 ? [{ field: 'seats', message: 'must have at least one that is active' }] : []),
    ...idFaults(given, present),
  ];
  refuseFaults(faults.map(({ field, message }) => ({ field: `seat_map.${field}`, message })));
  return { ...given, seats: given.seats.map((seat) => ({ ...seat, type: seat.type.toUpperCase() })) };
}

/** A seat is known by its key: one of another bus, or one that has left the map, is unknown. */
function idFaults({ seats }: WantedMap, present: SeatMap | null): readonly Fault[] {
  const known = new Set<number | undefined>(present?.seats.map(({ id }) => id));
  return [
    ...seats.flatMap(({ id }, index) =>
      id === undefined || known.has(id)
        ? []
        : [{ field: `seats[${index}].id`, message: 'is no seat of the present map' }],
    ),
    ...repeats(seats, ({ id }) => id?.toString()).map(({ index, first }) => ({
      field: `seats[${index}].id`,
      message: `is listed before, at seats[${first}]`,
    })),
  ];
}
