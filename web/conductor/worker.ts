/*
 * Opens the conductor's pages without a network. Scans and manifests are not its business: they are in the pages' own
 * stores, so a new version of this leaves them alone.
 */

export {};

/** Names of the files that the pages are made of, by the build. */
declare const ASSETS: readonly string[];

/** What we use of a service worker's world: TypeScript's own types of it can't stand beside those of pages. */
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

/** A cache of its own for each version: page and files always fit each other. */
const VERSION = `conductor ${ASSETS.join(' ')}`;

/** The version before stays: a page that is open may still load the rest of itself. */
const KEPT_VERSIONS = 2;

/** A network that takes longer than this to bring the page is none. */
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
  // In the order in which they were made.
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

/** The newest page there is; the one that was kept when there is no network, or hardly any. */
async function document(request: Request): Promise<Response> {
  // Of this very version: another's might not know the stores any more.
  const kept = await caches.open(VERSION).then((cache) => cache.match(page));
  if (!kept) return fetch(request);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const fresh = await fetch(request, { signal }).catch(() => undefined);
  return fresh && fresh.status < 500 ? fresh : kept;
}

/** Its name tells its content, so a kept one is as good as any. */
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
