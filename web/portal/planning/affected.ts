import type { Schemas } from '../../api/operations.ts';
import { api } from '../session.ts';

type Trip = Schemas['OfficeTrip'];

/** A timetable's trips from a given day on: `free` without bookings, and `booked` with bookings. */
export interface Affected {
  readonly free: readonly Trip[];
  readonly booked: readonly Trip[];
}

const PAGE = 100;

/** Reads all active trips of the company and filters them, because the API cannot list trips by timetable. */
export async function tripsOf(timetable: Schemas['Timetable'], from: string, signal: AbortSignal): Promise<Affected> {
  const trips: Trip[] = [];
  let cursor: string | null = null;
  do {
    const query = { from, status: 'ACTIVE', limit: PAGE, ...(cursor !== null && { cursor }) } as const;
    const page: { results: Trip[]; next_cursor: string | null } = await api.get('/api/operator/trips', {
      query,
      signal,
    });
    trips.push(...page.results.filter(({ timetable_id }) => timetable_id === timetable.id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return {
    free: trips.filter(({ seats }) => seats.sold === 0),
    booked: trips.filter(({ seats }) => seats.sold > 0),
  };
}
