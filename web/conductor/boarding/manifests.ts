import { effect, signal } from '@preact/signals';
import { Problem } from '../../api/problem.ts';
import { dayOf, today } from '../../parts/moment.ts';
import { api, ask, device } from './device.ts';
import type { CrewTrip, KeptManifest, Manifest } from './kept.ts';
import { scansToForget, tapsToForget, tripsToForget } from './queue.ts';
import { KEPT_AHEAD_MS } from './trip-times.ts';
import { findScans, scans, sendWaiting } from './log.ts';
import { delays, findDelays } from './delay-log.ts';
import { findTaps, taps } from './tap-log.ts';
import { forget, keepManifest, keepTrips, readManifest, readManifests, readTrips } from './store.ts';

/** The open trip's manifest, as stored. */
export const opened = signal<KeptManifest | undefined>(undefined);

let company: number | undefined;
effect(() => {
  if (device.value?.operatorId === company) return;
  company = device.value?.operatorId;
  opened.value = undefined;
});

/**
 * Reads the trips of today and tomorrow, and trips under way. If the request fails, returns the stored trips. Throws
 * Problem if no trips are stored.
 */
export async function crewTrips(abort: AbortSignal): Promise<readonly CrewTrip[]> {
  const token = device.peek()?.token ?? '';
  const lastDay = dayOf(Date.now() + KEPT_AHEAD_MS);
  try {
    const { results: ofToday } = await ask(() => api.get('/api/conductor/trips', { signal: abort }));
    const { results: ofTomorrow } = await ask(() =>
      api.get('/api/conductor/trips', { query: { date: lastDay }, signal: abort }),
    );
    // The phone's local day may differ from the service's, so both lists may contain a trip.
    const results = [...new Map([...ofToday, ...ofTomorrow].map((trip) => [trip.id, trip])).values()];
    await keepTrips(results, token);
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

/** Opens a trip with the stored manifest, then reloads the manifest. Throws Problem if both fail. */
export async function openTrip(id: number): Promise<void> {
  opened.value = undefined;
  opened.value = await readManifest(id);
  await refresh(id).catch((error: unknown) => {
    if (!opened.peek() || !(error instanceof Problem)) throw error;
  });
}

let asking: Promise<void> | undefined;

/** Reloads the manifest if it has changed. Throws Problem. */
export function refresh(id: number): Promise<void> {
  asking ??= readAgain(id).finally(() => (asking = undefined));
  return asking;
}

async function readAgain(id: number): Promise<void> {
  const token = device.peek()?.token ?? '';
  const kept = await ask(() => readAndKeep(id, token));
  if (device.peek()?.token === token) opened.value = kept;
}

/** Reads a trip's manifest if it has changed, and stores it. */
export async function readAndKeep(id: number, token: string): Promise<KeptManifest> {
  const before = await readManifest(id);
  const askedAt = Date.now();
  const response = await api.raw(`/api/conductor/trips/${id}/manifest`, {
    ...(before?.etag && { headers: { 'If-None-Match': before.etag } }),
  });
  const kept: KeptManifest =
    response.status === 304 && before
      ? { ...before, askedAt }
      : { manifest: (await response.json()) as Manifest, etag: response.headers.get('ETag') ?? '', askedAt };
  await keepManifest(kept, token);
  return kept;
}

/** Sends waiting scans and taps, then reloads the manifest. Never rejects because of a missing network. */
export async function catchUp(): Promise<void> {
  if (!device.peek()) return;
  await sendWaiting();
  // Loaded when it is needed, because the page on which a phone is enrolled sends no points.
  void import('./telling.ts').then(({ sendPoints }) => sendPoints()).catch(() => undefined);
  const id = opened.peek()?.manifest.trip.id;
  if (id === undefined) return;
  await refresh(id).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}

/** Deletes the passengers of trips that arrived more than a day ago, and their sent scans and taps. */
export async function tidyUp(now = Date.now()): Promise<void> {
  const manifests = (await readManifests()).map(({ manifest }) => manifest);
  const trips = tripsToForget(manifests, now);
  const kept = manifests.map(({ trip }) => trip.id).filter((id) => !trips.includes(id));
  const oldScans = scansToForget(scans.peek(), kept, now);
  const oldTaps = tapsToForget(taps.peek(), kept, now);
  const oldDelays = tapsToForget(delays.peek(), kept, now);
  await forget({ trips, scans: oldScans, taps: oldTaps, delays: oldDelays });
  if (oldScans.length > 0) await findScans();
  if (oldTaps.length > 0) await findTaps();
  if (oldDelays.length > 0) await findDelays();
}
