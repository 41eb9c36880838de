import type { Schemas } from '../../api/operations.ts';
import type { Lost } from '../../parts/changing/move.tsx';
import type { KeptFor } from '../draft.ts';
import { bodyFor } from '../seats/kept-seats.tsx';
import type { RideStops } from '../parts/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Traveller = Pick<Schemas['BookingSeat'], 'passenger_gender' | 'passenger_age'>;

/** The age from which passengers may have seats that are kept for elderly people. */
const ELDERLY_AGE = 60;

/**
 * The kinds of kept seats that the passengers of a booking may have. A disability is asserted always, because pages
 * cannot read it. The change itself is refused if it is not so.
 */
const kindsFor = (travellers: readonly Traveller[]): readonly KeptFor[] => [
  ...(travellers.some(({ passenger_gender: gender }) => gender === 'F' || gender === 'O') ? ['WOMEN' as const] : []),
  'DISABLED',
  ...(travellers.some(({ passenger_age: age }) => age !== null && age >= ELDERLY_AGE) ? ['ELDERLY' as const] : []),
];

/**
 * Holds the new seats of a change, so that nobody else takes them meanwhile. Returns the seats that could not be held,
 * because others have taken them or because they are kept for others. Undefined if all are held.
 */
export async function holdSeats(
  trip: number,
  stops: RideStops,
  seats: readonly string[],
  travellers: readonly Traveller[],
): Promise<Lost | undefined> {
  if (seats.length === 0) return undefined;
  const { rejected } = await api.post('/api/trips/{id}/seats/lock', {
    path: { id: trip },
    body: { seat_numbers: [...seats], ...stops, ...bodyFor(kindsFor(travellers)) },
  });
  const [first] = rejected;
  if (!first) return undefined;
  const lost = rejected.map(({ seat_number: seat }) => seat);
  const kept = w.value.buying.keptReasons[first.reason];
  const words = w.value.changing;
  return {
    seats: lost,
    sentence: kept ? words.keptForOthers(first.seat_number, kept) : words.justTaken(lost.join(', ')),
  };
}
