import { type Fault, refuseFaults } from '../kernel/refusal.ts';
import { repeats } from '../kernel/repeats.ts';
import { type SeatMap, type WantedMap, activeSeats, layoutFaults } from './seat-layout.ts';

/** The type of a seat given without one. */
export const USUAL_SEAT_TYPE = 'SEAT';

/** Checks a requested map and returns it with seat types in upper case. */
export function checkedMap(given: WantedMap, present: SeatMap | null): WantedMap {
  const faults = [
    ...layoutFaults(given),
    ...(activeSeats(given) === 0 ? [{ field: 'seats', message: 'must have at least one that is active' }] : []),
    ...idFaults(given, present),
  ];
  refuseFaults(faults.map(({ field, message }) => ({ field: `seat_map.${field}`, message })));
  return { ...given, seats: given.seats.map((seat) => ({ ...seat, type: seat.type.toUpperCase() })) };
}

/** Refuses ids of seats that are not on the bus's present map. */
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
