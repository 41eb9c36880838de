import { type KeptFor, kindsFor } from '../../parts/changing/kept-kinds.ts';
import type { Lost } from '../../parts/changing/move.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import type { Booking } from './change-props.ts';
import type { Stops } from './road.ts';

/** Holds the seats, kept ones of these kinds too. Returns the seats that somebody else has. */
export async function hold(
  id: number,
  seats: readonly string[],
  stops: Stops,
  kinds: readonly KeptFor[] = [],
): Promise<readonly string[]> {
  const body = { seat_numbers: [...seats], ...stops, ...(kinds.length > 0 && { for: [...kinds] }) };
  const { rejected } = await api.post('/api/agent/trips/{id}/seats/lock', { path: { id }, body });
  return rejected.map(({ seat_number }) => seat_number);
}

/**
 * Holds the new seats of a change. Returns the seats that somebody else has, with a sentence. Undefined if all are
 * held.
 */
export async function lostSeats(
  trip: number,
  stops: Stops,
  seats: readonly string[],
  { seats: travellers }: Pick<Booking, 'seats'>,
): Promise<Lost | undefined> {
  if (seats.length === 0) return undefined;
  const lost = await hold(trip, seats, stops, kindsFor(travellers));
  return lost.length === 0 ? undefined : { seats: lost, sentence: w.value.agency.changing.justTaken(lost.join(', ')) };
}
