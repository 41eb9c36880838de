import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb';
import type { CrewTrip, Device, KeptManifest, KeptScan } from './kept.ts';

/*
 * What the phone keeps: who it is, the trips, their manifests, and every scan until its trip is forgotten. A scan is on
 * the disk before anything is said about it.
 */

interface Kept extends DBSchema {
  device: { key: string; value: Device };
  trips: { key: string; value: readonly CrewTrip[] };
  manifests: { key: number; value: KeptManifest };
  scans: { key: string; value: KeptScan };
}

/** Each version makes what it adds to the one before, and leaves all that is there alone. */
const VERSION = 1;
const NAME = 'conductor';
const ONLY = 'only';

let opening: Promise<IDBPDatabase<Kept>> | undefined;

const CALLBACKS: OpenDBCallbacks<Kept> = {
  upgrade(db, from) {
    if (from < 1) {
      db.createObjectStore('device');
      db.createObjectStore('trips');
      db.createObjectStore('manifests', { keyPath: 'manifest.trip.id' });
      db.createObjectStore('scans', { keyPath: 'nonce' });
    }
  },
  // A newer version of the pages waits in another tab for its stores: this one becomes the newer version, too.
  blocking: (_from, _to, { target }) => {
    (target as IDBDatabase).close();
    location.reload();
  },
  terminated: () => (opening = undefined),
};

function database(): Promise<IDBPDatabase<Kept>> {
  opening ??= openDB(NAME, VERSION, CALLBACKS).catch((error: unknown) => {
    // A later version was here, and was taken back, or can't be fetched now. What it added is not in the way.
    if (error instanceof DOMException && error.name === 'VersionError') return openDB(NAME, undefined, CALLBACKS);
    throw error;
  });
  return opening;
}

export const readDevice = async (): Promise<Device | undefined> => (await database()).get('device', ONLY);
export const keepDevice = async (device: Device): Promise<unknown> => (await database()).put('device', device, ONLY);

export const readTrips = async (): Promise<readonly CrewTrip[]> => (await (await database()).get('trips', ONLY)) ?? [];
export const keepTrips = async (trips: readonly CrewTrip[]): Promise<unknown> =>
  (await database()).put('trips', trips, ONLY);

export const readManifests = async (): Promise<readonly KeptManifest[]> => (await database()).getAll('manifests');
export const readManifest = async (trip: number): Promise<KeptManifest | undefined> =>
  (await database()).get('manifests', trip);
export const keepManifest = async (kept: KeptManifest): Promise<unknown> => (await database()).put('manifests', kept);

/** In the order in which they were made. */
export const readScans = async (): Promise<readonly KeptScan[]> =>
  (await (await database()).getAll('scans')).sort((one, other) => one.order - other.order);

/**
 * Adds to what is kept of scans: what another tab, or the next line, has learnt of them meanwhile stays. Resolves when
 * they are on the disk, whatever happens to the browser or the battery after that.
 */
export async function keepScans(scans: readonly KeptScan[]): Promise<void> {
  const writing = (await database()).transaction('scans', 'readwrite', { durability: 'strict' });
  const add = async (scan: KeptScan): Promise<unknown> =>
    writing.store.put({ ...(await writing.store.get(scan.nonce)), ...scan });
  await Promise.all([...scans.map(add), writing.done]);
}

/** Forgets manifests of trips, and scans. */
export async function forget(trips: readonly number[], nonces: readonly string[]): Promise<void> {
  const writing = (await database()).transaction(['manifests', 'scans'], 'readwrite');
  await Promise.all([
    ...trips.map((trip) => writing.objectStore('manifests').delete(trip)),
    ...nonces.map((nonce) => writing.objectStore('scans').delete(nonce)),
    writing.done,
  ]);
}

/** Forgets what belongs to a company for which this phone does not work any more. Its scans stay. */
export async function forgetCompany(): Promise<void> {
  const writing = (await database()).transaction(['manifests', 'trips'], 'readwrite');
  await Promise.all([writing.objectStore('manifests').clear(), writing.objectStore('trips').clear(), writing.done]);
}
