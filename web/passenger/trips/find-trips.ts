import { api } from '../session.ts';
import type { Trip, Wishes } from './wishes.ts';

export interface Found {
  readonly trips: readonly Trip[];
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** Trips of a day, a hundred at a time, earliest first. `after` is the `next` of the previous page. */
export async function findTrips(
  { origin, destination, date }: Pick<Wishes, 'origin' | 'destination' | 'date'>,
  signal?: AbortSignal,
  after = '',
): Promise<Found> {
  const { results, next } = await api.get('/api/trips', {
    query: { origin, destination, date, after, points: 'true' },
    ...(signal && { signal }),
  });
  return { trips: results, next };
}

/** Loads the remaining pages, because filtering and sorting need all trips of the day. */
export async function findTheRest(
  wishes: Pick<Wishes, 'origin' | 'destination' | 'date'>,
  found: Found,
  signal?: AbortSignal,
): Promise<Found> {
  let all = found;
  while (all.next !== undefined) {
    const more = await findTrips(wishes, signal, all.next);
    all = { trips: [...all.trips, ...more.trips], next: more.next };
  }
  return all;
}
