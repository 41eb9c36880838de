import type { RideStops } from '../seats/ride.ts';
import { api } from '../session.ts';

/**
 * Holds the new seats of a change, so that nobody else takes them meanwhile. Returns the seats that could not be held,
 * because others have taken them.
 */
export async function holdSeats(trip: number, stops: RideStops, seats: readonly string[]): Promise<readonly string[]> {
  if (seats.length === 0) return [];
  const { rejected } = await api.post('/api/trips/{id}/seats/lock', {
    path: { id: trip },
    body: { seat_numbers: [...seats], ...stops },
  });
  return rejected.map(({ seat_number: seat }) => seat);
}
