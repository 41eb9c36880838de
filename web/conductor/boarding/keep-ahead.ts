import { signal } from '@preact/signals';
import { Problem } from '../../api/problem.ts';
import { device } from './device.ts';
import type { CrewTrip, KeptManifest } from './kept.ts';
import { readAndKeep } from './manifests.ts';
import { readManifests } from './store.ts';
import { isAhead } from './trip-times.ts';

/** Milliseconds for which a stored manifest is not read again, unless its trip is opened. */
const FRESH_MS = 5 * 60_000;

/** Ids of the trips whose manifests are on this phone. */
export const keptTrips = signal<ReadonlySet<number>>(new Set());

const findKeptTrips = async (): Promise<readonly KeptManifest[]> => {
  const kept = await readManifests();
  keptTrips.value = new Set(kept.map(({ manifest }) => manifest.trip.id));
  return kept;
};

let keeping: Promise<void> | undefined;

/**
 * Stores the manifests of the trips that leave within the next 24 hours, so that they can be opened without a network.
 * Stops at the first failure; the list of trips asks again when the network is back.
 */
export function keepAhead(trips: readonly CrewTrip[]): Promise<void> {
  keeping ??= readAhead(trips).finally(() => (keeping = undefined));
  return keeping;
}

async function readAhead(trips: readonly CrewTrip[]): Promise<void> {
  const kept = await findKeptTrips();
  const token = device.peek()?.token ?? '';
  const now = Date.now();
  const isFresh = (id: number): boolean =>
    kept.some(({ manifest, askedAt }) => manifest.trip.id === id && askedAt > now - FRESH_MS);
  for (const { id } of trips.filter((trip) => isAhead(trip, now) && !isFresh(trip.id))) {
    if (!navigator.onLine || device.peek()?.token !== token) return;
    try {
      await readAndKeep(id, token);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return;
    }
    keptTrips.value = new Set([...keptTrips.peek(), id]);
  }
}
