/*
 * The service worker of the first page, of bookings, and of tickets opened by a link, short or long. It shows stored
 * tickets without a network. It caches the HTML document and the files that the page names, but no API answers. The
 * page itself stores tickets, and deletes them when the session ends.
 */

/** The message with which a page asks to be stored for offline use: its address, and its files' addresses. */
interface Made {
  readonly page: string;
  readonly files: readonly string[];
}

const CACHE = 'bookings';
/** The single cache entry of the HTML document that all these pages share. */
const DOCUMENT = 'document';

// Declares the parts of a service worker that are used here. TypeScript's own types for workers conflict with those for
// pages.
interface WaitingEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Asking extends WaitingEvent {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}
const listen = self.addEventListener.bind(self) as (
  kind: string,
  react: (event: Asking & MessageEvent<Made>) => void,
) => void;

async function keep({ page, files }: Made): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  // The browser's cache answers most of these requests, because the page has just loaded the files.
  await Promise.all(files.filter((file) => !kept.has(file)).map((file) => cache.add(file)));
  // Stores the HTML document last, so that all files of a stored document are stored, too.
  const document = await fetch(page);
  if (!document.ok) return;
  const [now, before] = await Promise.all([document.clone().text(), cache.match(DOCUMENT).then((old) => old?.text())]);
  await cache.put(DOCUMENT, document);
  if (before === undefined || before === now) return;
  // Deletes old files only if the HTML document has changed, which means a new release. Within a release all files
  // stay, because the pages of bookings and of tickets need different files.
  const needed = new Set([...files, new URL(DOCUMENT, location.href).href]);
  await Promise.all([...kept].filter((url) => !needed.has(url)).map((url) => cache.delete(url)));
}

/**
 * Whether a page works without a network: the first page, bookings, tickets and the short links to them. The portal and
 * the conductor's app on this host have their own HTML documents.
 */
const isKept = (path: string): boolean => {
  const page = path.slice(new URL('./', location.href).pathname.length);
  return page === '' || /^(?:bookings|ticket|t)(?:$|\/)/.test(page);
};

const orKept = async (request: Request): Promise<Response> =>
  fetch(request).catch(async (error: unknown) => {
    const kept = await (await caches.open(CACHE)).match(DOCUMENT);
    if (kept) return kept;
    throw error;
  });

// A file's name contains its hash, so the request's headers make no difference.
const fromCache = async (request: Request): Promise<Response> =>
  (await (await caches.open(CACHE)).match(request, { ignoreVary: true })) ?? fetch(request);

listen('message', (event) => event.waitUntil(keep(event.data)));
listen('fetch', (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === 'navigate') {
    if (isKept(path)) event.respondWith(orKept(request));
  } else if (path.includes('/assets/')) event.respondWith(fromCache(request));
});
