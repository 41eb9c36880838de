import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type OpenDBCallbacks,
  type StoreNames,
  openDB,
} from 'idb';
import { withStops } from './earlier-versions.ts';
import type { CrewTrip, Device, KeptDelay, KeptManifest, KeptPoint, KeptScan, KeptTap } from './kept.ts';

/*
 * The phone's storage: its enrolment, trips, manifests, and every scan and tap until its trip is deleted. A scan
 * is on disk before its result is shown, a tap before the page shows it.
 */

interface Kept extends DBSchema {
  device: { key: string; value: Device };
  trips: { key: string; value: readonly CrewTrip[] };
  manifests: { key: number; value: KeptManifest };
  scans: { key: string; value: KeptScan };
  /** Reports that the bus left a stop (taps), keyed by nonce. Version 2 of the stores added them. */
  taps: { key: string; value: KeptTap };
  /** The delays that the conductor told, keyed by nonce. Version 3 of the stores added them and the points. */
  delays: { key: string; value: KeptDelay };
  /** Points of the bus that are not sent yet, keyed by moment. */
  points: { key: number; value: KeptPoint };
  /** The moment at which some tab last looked where the bus is. Version 4 of the stores added it. */
  looks: { key: string; value: number };
}

/** The version of the stores. A new version only adds to the stores of the version before. */
const VERSION = 4;
const NAME = 'conductor';
const ONLY = 'only';

let opening: Promise<IDBPDatabase<Kept>> | undefined;

const CALLBACKS: OpenDBCallbacks<Kept> = {
  upgrade(db, from, _to, upgrading) {
    if (from < 1) {
      db.createObjectStore('device');
      db.createObjectStore('trips');
      db.createObjectStore('manifests', { keyPath: 'manifest.trip.id' });
      db.createObjectStore('scans', { keyPath: 'nonce' });
    }
    if (from < 2) {
      db.createObjectStore('taps', { keyPath: 'nonce' });
      void addStops(upgrading.objectStore('manifests'));
    }
    if (from < 3) {
      db.createObjectStore('delays', { keyPath: 'nonce' });
      db.createObjectStore('points', { keyPath: 'at' });
    }
    if (from < 4) db.createObjectStore('looks');
  },
  // Another tab with newer pages waits to upgrade the stores. This tab reloads to become the newer version.
  blocking: (_from, _to, { target }) => {
    (target as IDBDatabase).close();
    location.reload();
  },
  terminated: () => (opening = undefined),
};

/** Converts the manifests of version 1. IndexedDB finishes the upgrade after these requests. */
async function addStops(manifests: IDBPObjectStore<Kept, StoreNames<Kept>[], 'manifests', 'versionchange'>) {
  await Promise.all((await manifests.getAll()).map((kept) => manifests.put(withStops(kept))));
}

function database(): Promise<IDBPDatabase<Kept>> {
  opening ??= openDB(NAME, VERSION, CALLBACKS).catch((error: unknown) => {
    // The stores were made by a newer version of the pages, which was rolled back or cannot be loaded now. This version
    // can use the stores, because a newer version only adds to them.
    if (error instanceof DOMException && error.name === 'VersionError') return openDB(NAME, undefined, CALLBACKS);
    throw error;
  });
  return opening;
}

export const readDevice = async (): Promise<Device | undefined> => (await database()).get('device', ONLY);
export const keepDevice = async (device: Device): Promise<unknown> => (await database()).put('device', device, ONLY);

export const readTrips = async (): Promise<readonly CrewTrip[]> => (await (await database()).get('trips', ONLY)) ?? [];
export const keepTrips = (trips: readonly CrewTrip[], token: string): Promise<void> =>
  keepFor(token, 'trips', (store) => store.put(trips, ONLY));

export const readManifests = async (): Promise<readonly KeptManifest[]> => (await database()).getAll('manifests');
export const readManifest = async (trip: number): Promise<KeptManifest | undefined> =>
  (await database()).get('manifests', trip);
export const keepManifest = (kept: KeptManifest, token: string): Promise<void> =>
  keepFor(token, 'manifests', (store) => store.put(kept));

/** Stores data that was requested with a token, unless the phone's enrolment has ended or changed since. */
async function keepFor<Name extends 'trips' | 'manifests'>(
  token: string,
  name: Name,
  put: (store: IDBPObjectStore<Kept, ('device' | Name)[], Name, 'readwrite'>) => Promise<unknown>,
): Promise<void> {
  const writing = (await database()).transaction<('device' | Name)[], 'readwrite'>(['device', name], 'readwrite');
  if ((await writing.objectStore('device').get(ONLY))?.token === token) await put(writing.objectStore(name));
  await writing.done;
}

/** All scans, in the order of scanning. */
export const readScans = async (): Promise<readonly KeptScan[]> =>
  (await (await database()).getAll('scans')).sort((one, other) => one.order - other.order);

/** Merges scans into the stored scans, so that changes by other tabs stay. Resolves when all are safely on disk. */
export async function keepScans(scans: readonly KeptScan[]): Promise<void> {
  const writing = (await database()).transaction('scans', 'readwrite', { durability: 'strict' });
  const add = async (scan: KeptScan): Promise<unknown> =>
    writing.store.put({ ...(await writing.store.get(scan.nonce)), ...scan });
  await Promise.all([...scans.map(add), writing.done]);
}

/** All taps, in the order of tapping. */
export const readTaps = async (): Promise<readonly KeptTap[]> =>
  (await (await database()).getAll('taps')).sort((one, other) => one.order - other.order);

/** Stores a tap. Resolves when it is safely on disk. */
export async function keepTap(tap: KeptTap): Promise<void> {
  const writing = (await database()).transaction('taps', 'readwrite', { durability: 'strict' });
  await Promise.all([writing.store.put(tap), writing.done]);
}

/** Reads the delays that the conductor told, in the order of telling. */
export const readDelays = async (): Promise<readonly KeptDelay[]> =>
  (await (await database()).getAll('delays')).sort((one, other) => one.at - other.at);

/** Stores what was told of a delay. Resolves when it is safely on disk. */
export async function keepDelay(delay: KeptDelay): Promise<void> {
  const writing = (await database()).transaction('delays', 'readwrite', { durability: 'strict' });
  await Promise.all([writing.store.put(delay), writing.done]);
}

/** The unsent points of the bus, in the order of their moments. */
export const readPoints = async (): Promise<readonly KeptPoint[]> => (await database()).getAll('points');
export const keepPoint = async (point: KeptPoint): Promise<unknown> => (await database()).put('points', point);

/** Reads when some tab of this phone last looked where the bus is; 0 before the first look. */
export const readLook = async (): Promise<number> => (await (await database()).get('looks', ONLY)) ?? 0;

/** Notes a look at `now`. Returns false if another tab looked less than `every` milliseconds before. */
export async function takeLook(now: number, every: number): Promise<boolean> {
  const writing = (await database()).transaction('looks', 'readwrite');
  const last = (await writing.store.get(ONLY)) ?? 0;
  // A last look in the far future means that the clock was set back.
  const isTaken = Math.abs(now - last) >= every;
  if (isTaken) await writing.store.put(now, ONLY);
  await writing.done;
  return isTaken;
}

/** Deletes points that the service has, and points that it will not take any more. */
export async function forgetPoints(moments: readonly number[]): Promise<void> {
  const writing = (await database()).transaction('points', 'readwrite');
  await Promise.all([...moments.map((at) => writing.store.delete(at)), writing.done]);
}

/** Data to delete: manifests by trip; scans, taps and delays by nonce. */
interface Forgotten {
  readonly trips?: readonly number[];
  readonly scans?: readonly string[];
  readonly taps?: readonly string[];
  readonly delays?: readonly string[];
}

export async function forget({ trips = [], scans = [], taps = [], delays = [] }: Forgotten): Promise<void> {
  const writing = (await database()).transaction(['manifests', 'scans', 'taps', 'delays'], 'readwrite');
  await Promise.all([
    ...trips.map((trip) => writing.objectStore('manifests').delete(trip)),
    ...scans.map((nonce) => writing.objectStore('scans').delete(nonce)),
    ...taps.map((nonce) => writing.objectStore('taps').delete(nonce)),
    ...delays.map((nonce) => writing.objectStore('delays').delete(nonce)),
    writing.done,
  ]);
}

/** Deletes the data of a company that this phone has left. Scans and taps of the company stay. */
export async function forgetCompany(): Promise<void> {
  const writing = (await database()).transaction(['manifests', 'trips'], 'readwrite');
  await Promise.all([writing.objectStore('manifests').clear(), writing.objectStore('trips').clear(), writing.done]);
}

/**
 * Permanently deletes an enrolment's data: the device, trips, passengers, answered scans and taps. Unsent scans and
 * taps stay. Does nothing if the phone has a newer enrolment.
 */
export async function endEnrolment(token: string): Promise<void> {
  const writing = (await database()).transaction(
    ['device', 'manifests', 'trips', 'scans', 'taps', 'delays', 'points'],
    'readwrite',
  );
  const devices = writing.objectStore('device');
  const ended = await devices.get(ONLY);
  if (ended?.token === token) {
    const scans = writing.objectStore('scans');
    const taps = writing.objectStore('taps');
    const delays = writing.objectStore('delays');
    const told = (await scans.getAll()).filter(({ answer }) => answer !== undefined);
    const toldTaps = (await taps.getAll()).filter(({ answeredAt }) => answeredAt !== undefined);
    await Promise.all([
      devices.put({ token: '', name: '', companyName: '', operatorId: ended.operatorId }, ONLY),
      writing.objectStore('manifests').clear(),
      writing.objectStore('trips').clear(),
      ...told.map(({ nonce }) => scans.delete(nonce)),
      ...toldTaps.map(({ nonce }) => taps.delete(nonce)),
      ...(await delays.getAll()).flatMap(({ nonce, answeredAt }) =>
        answeredAt === undefined ? [] : [delays.delete(nonce)],
      ),
      writing.objectStore('points').clear(),
    ]);
  }
  await writing.done;
}
