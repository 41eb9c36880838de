import type { Schemas } from '../../../../api/operations.ts';
import { api } from '../../../session.ts';

type Trip = Schemas['OfficeTrip'];

/** The trips of a timetable from a day on: those that may still change, and those that passengers have booked. */
export interface Affected {
  readonly free: readonly Trip[];
  readonly booked: readonly Trip[];
}

const PAGE = 100;

/** Looks through the trips of its bus, page by page: the API lists no trips by timetable. */
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
