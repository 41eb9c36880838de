import { effect, signal } from '@preact/signals';
import { isFinal } from '../../api/is-final.ts';
import { Problem } from '../../api/problem.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { api, ask, device, isRevoked } from './device.ts';
import type { KeptPoint } from './kept.ts';
import { forgetPoints, keepPoint, readLook, readPoints, takeLook } from './store.ts';

/*
 * Tells the service where the bus is, once the conductor has ticked so. The phone looks once a minute while the page is
 * open, and less often with little battery. It never watches its position, which would empty the battery by noon.
 */

const TELLING = 'telling';

/** The trip whose bus this page tells of; undefined while it tells of none. A reload of the page goes on. */
export const toldTrip = signal<number | undefined>(Number(sessionStorage.getItem(TELLING)) || undefined);

/** The reason why passengers see nothing: the browser gives no position, or the service takes none of this trip now. */
export const hidden = signal<'denied' | 'unfound' | 'not taken' | undefined>(undefined);

const MINUTE_MS = 60_000;
const EVERY_MS = MINUTE_MS;
const EVERY_MS_ON_LOW_BATTERY = 5 * MINUTE_MS;
const LOW_BATTERY = 0.2;
/** Points in a request; the service takes 100. */
const BATCH = 100;
/** The service takes no points that are older. */
const DAY_MS = 86_400_000;
const FIND_MS = 30_000;
const GIVE_UP_MS = 20_000;

/** Begins to tell where the bus of a trip is. */
export function beginTelling(trip: number): void {
  sessionStorage.setItem(TELLING, String(trip));
  hidden.value = undefined;
  toldTrip.value = trip;
}

export function stopTelling(): void {
  sessionStorage.removeItem(TELLING);
  toldTrip.value = undefined;
}

let timer: ReturnType<typeof setTimeout> | undefined;

effect(() => {
  clearTimeout(timer);
  if (isRevoked.value) stopTelling();
  if (toldTrip.value !== undefined && device.value !== undefined) void lookLater();
});

// Timers stand still while the phone sleeps.
document.addEventListener('visibilitychange', () => {
  if (toldTrip.peek() === undefined || document.visibilityState !== 'visible') return;
  clearTimeout(timer);
  void lookLater();
});

/** The level of the battery from 0 to 1. Full in browsers that do not tell. */
async function batteryLevel(): Promise<number> {
  const { getBattery } = navigator as { readonly getBattery?: () => Promise<{ readonly level: number }> };
  return getBattery
    ? getBattery.call(navigator).then(
        ({ level }) => level,
        () => 1,
      )
    : 1;
}

async function pauseBetweenLooks(): Promise<number> {
  return (await batteryLevel()) < LOW_BATTERY ? EVERY_MS_ON_LOW_BATTERY : EVERY_MS;
}

/** Looks when it is time. All tabs of the phone share the moment of the last look, so that they look once together. */
async function lookLater(): Promise<void> {
  const trip = toldTrip.peek();
  const [every, last] = [await pauseBetweenLooks(), await readLook()];
  // A last look in the far future means that the clock was set back.
  const wait = last > Date.now() + every ? every : Math.max(0, last + every - Date.now());
  if (trip === undefined || toldTrip.peek() !== trip) return;
  clearTimeout(timer);
  timer = setTimeout(() => void look(trip), wait);
}

async function look(trip: number): Promise<void> {
  const operatorId = device.peek()?.operatorId;
  if (operatorId === undefined || toldTrip.peek() !== trip) return;
  try {
    // Timers of several tabs may end at the same moment.
    if (!(await takeLook(Date.now(), await pauseBetweenLooks()))) return;
    const { coords } = await positionNow();
    const { latitude: lat, longitude: lon, accuracy, speed } = coords;
    await keepPoint({ at: serviceNow(), operatorId, tripId: trip, lat, lon, accuracy, speed });
    if (hidden.peek() !== 'not taken') hidden.value = undefined;
    await sendPoints();
  } catch (error) {
    if (!(error instanceof GeolocationPositionError)) throw error;
    hidden.value = error.code === error.PERMISSION_DENIED ? 'denied' : 'unfound';
    if (hidden.peek() === 'denied') stopTelling();
  } finally {
    void lookLater();
  }
}

const positionNow = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      enableHighAccuracy: true,
      timeout: FIND_MS,
      maximumAge: 0,
    });
  });

let sending: Promise<void> | undefined;

/** Sends the stored points, a trip at a time. Never rejects because of a missing network: the points stay stored. */
export function sendPoints(): Promise<void> {
  sending ??= sendAll()
    .catch((error: unknown) => {
      if (!(error instanceof Problem || error instanceof DOMException)) throw error;
    })
    .finally(() => (sending = undefined));
  return sending;
}

async function sendAll(): Promise<void> {
  const operatorId = device.peek()?.operatorId;
  const kept = await readPoints();
  const old = kept.filter(({ at }) => at < serviceNow() - DAY_MS);
  if (old.length > 0) await forgetPoints(old.map(({ at }) => at));
  const fresh = kept.filter((point) => !old.includes(point) && point.operatorId === operatorId);
  for (const tripId of new Set(fresh.map((point) => point.tripId))) {
    const points = fresh.filter((point) => point.tripId === tripId);
    for (let first = 0; first < points.length; first += BATCH)
      await sendBatch(tripId, points.slice(first, first + BATCH));
  }
}

async function sendBatch(tripId: number, batch: readonly KeptPoint[]): Promise<void> {
  const points = batch.map(({ at, lat, lon, accuracy, speed }) => ({
    at: new Date(at).toISOString(),
    lat,
    lon,
    accuracy,
    speed,
  }));
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  try {
    const { taken, because } = await ask(() =>
      api.post('/api/conductor/positions', { body: { trip_id: tripId, points }, signal }),
    );
    if (tripId === toldTrip.peek()) hidden.value = taken === 0 && because.WINDOW > 0 ? 'not taken' : undefined;
  } catch (error) {
    if (!isFinal(error)) throw error;
  }
  await forgetPoints(batch.map(({ at }) => at));
}
