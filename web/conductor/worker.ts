/*
 * Opens the conductor's pages without a network. A new version of this worker does not touch scans and manifests,
 * because they are in IndexedDB.
 */

export {};

/** The pages' files, filled in by the build. */
declare const ASSETS: readonly string[];

/**
 * Types of those parts of a service worker that are used here. TypeScript's own types for workers conflict with those
 * for pages.
 */
interface Lasting extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Asking extends Lasting {
  readonly request: Request;
  readonly respondWith: (answer: Promise<Response>) => void;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  addEventListener(event: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(event: 'fetch', listener: (event: Asking) => void): void;
}
declare const self: WorkerScope;

const base = self.location.pathname.replace(/\/conductor\/worker\.js$/, '');
const page = `${base}/conductor`;
const addresses = ASSETS.map((name) => `${base}/assets/${name}`);

/** A cache for each version, so that page and files always match. */
const VERSION = `conductor ${ASSETS.join(' ')}`;

/**
 * The number of versions whose caches are kept. The previous one stays, because an open page may still load its files.
 */
const KEPT_VERSIONS = 2;

/** Milliseconds to wait for the network. A slower network counts as none. */
const PATIENCE_MS = 3_000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll([page, ...addresses]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions().then(() => self.clients.claim()));
});

async function forgetOldVersions(): Promise<void> {
  // The caches of earlier versions, oldest first.
  const versions = (await caches.keys()).filter((name) => name.startsWith('conductor ') && name !== VERSION);
  await Promise.all(versions.slice(0, 1 - KEPT_VERSIONS || undefined).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(document(request));
  else if (pathname.startsWith(`${base}/assets/`)) event.respondWith(asset(request));
});

/** Returns the newest page. Without a network, or with a very slow one, returns the stored page. */
async function document(request: Request): Promise<Response> {
  // Serves the page of this version, because a page of another version may not fit the stored data.
  const kept = await caches.open(VERSION).then((cache) => cache.match(page));
  if (!kept) return fetch(request);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const fresh = await fetch(request, { signal }).catch(() => undefined);
  return fresh && fresh.status < 500 ? fresh : kept;
}

/**
 * Returns a file from the cache, otherwise from the network. A file's name contains its hash, so a stored copy is never
 * stale.
 */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) {
    const cache = await caches.open(VERSION);
    await cache.put(request, fresh.clone());
  }
  return fresh;
}
