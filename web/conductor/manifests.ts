import { signal } from '@preact/signals';
import { Problem } from '../api/problem.ts';
import { today } from '../parts/moment.ts';
import { dayOf } from '../parts/moment.ts';
import { api, ask, device } from './device.ts';
import type { CrewTrip, KeptManifest, Manifest } from './kept.ts';
import { scansToForget, tripsToForget } from './queue.ts';
import { findScans, scans, sendWaiting } from './log.ts';
import { forget, keepManifest, keepTrips, readManifest, readManifests, readTrips } from './store.ts';

/** The trip that is open, as it is kept. */
export const opened = signal<KeptManifest | undefined>(undefined);

/** The trips of today and those under way; without a network those that were seen last. Throws Problem. */
export async function tripsOfToday(abort: AbortSignal): Promise<readonly CrewTrip[]> {
  try {
    const { results } = await ask(() => api.get('/api/conductor/trips', { signal: abort }));
    await keepTrips(results);
    return results;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const kept = await readTrips();
    const day = today();
    const usable = kept.filter(
      ({ departure_time, arrival_time }) => dayOf(departure_time) === day || Date.parse(arrival_time) > Date.now(),
    );
    if (usable.length === 0) throw error;
    return usable;
  }
}

/** Opens a trip with what is kept of it at once, then with what is new. Throws Problem when there is neither. */
export async function openTrip(id: number): Promise<void> {
  opened.value = undefined;
  opened.value = await readManifest(id);
  await refresh(id).catch((error: unknown) => {
    if (!opened.peek() || !(error instanceof Problem)) throw error;
  });
}

let asking: Promise<void> | undefined;

/** Reads the manifest again if it has changed. Throws Problem. */
export function refresh(id: number): Promise<void> {
  asking ??= readAgain(id).finally(() => (asking = undefined));
  return asking;
}

async function readAgain(id: number): Promise<void> {
  const before = await readManifest(id);
  const askedAt = Date.now();
  const response = await ask(() =>
    api.raw(`/api/conductor/trips/${id}/manifest`, { ...(before && { headers: { 'If-None-Match': before.etag } }) }),
  );
  const kept: KeptManifest =
    response.status === 304 && before
      ? { ...before, askedAt }
      : { manifest: (await response.json()) as Manifest, etag: response.headers.get('ETag') ?? '', askedAt };
  await keepManifest(kept);
  opened.value = kept;
}

/** Tells the service what waits, then reads what has become of it. Never rejects for want of a network. */
export async function catchUp(): Promise<void> {
  if (!device.peek()) return;
  await sendWaiting();
  const id = opened.peek()?.manifest.trip.id;
  if (id === undefined) return;
  await refresh(id).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}

/** Forgets the passengers of trips that are over since a day, and scans that are told. */
export async function tidyUp(now = Date.now()): Promise<void> {
  const manifests = (await readManifests()).map(({ manifest }) => manifest);
  const trips = tripsToForget(manifests, now);
  const kept = manifests.map(({ trip }) => trip.id).filter((id) => !trips.includes(id));
  const nonces = scansToForget(scans.peek(), kept, now);
  await forget(trips, nonces);
  if (nonces.length > 0) await findScans();
}
