import type { Schemas } from '../../api/operations.ts';
import { kindsFor } from '../../parts/changing/kept-kinds.ts';
import type { Lost } from '../../parts/changing/move.tsx';
import { bodyFor } from '../seats/kept-seats.tsx';
import type { RideStops } from '../parts/ride.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Traveller = Pick<Schemas['BookingSeat'], 'passenger_gender' | 'passenger_age'>;

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
