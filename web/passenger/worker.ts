/*
 * The service worker of the bookings' pages: a ticket that was seen opens again at a bus stop without a signal. It
 * keeps the document and the files that the page says it is made of, and nothing of what the API answers: tickets are
 * kept by the page, and go with the session.
 */

/** What a page sends: its own address for the document, and those of its files. */
interface Made {
  readonly page: string;
  readonly files: readonly string[];
}

const CACHE = 'bookings';
/** Every booking has the same document. */
const DOCUMENT = 'document';

// The library of types for pages knows nothing of those for workers, and both can't be had at once.
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
  // From the browser's own cache mostly: the page has just been made of them.
  await Promise.all(files.filter((file) => !kept.has(file)).map((file) => cache.add(file)));
  // Only now, so that a document that opens without a network has its files.
  const document = await fetch(page);
  if (!document.ok) return;
  const [now, before] = await Promise.all([document.clone().text(), cache.match(DOCUMENT).then((old) => old?.text())]);
  await cache.put(DOCUMENT, document);
  if (before === undefined || before === now) return;
  // A new release. Until there is one, the list of bookings needs files that a ticket doesn't, and the other way round.
  const needed = new Set([...files, new URL(DOCUMENT, location.href).href]);
  await Promise.all([...kept].filter((url) => !needed.has(url)).map((url) => cache.delete(url)));
}

const orKept = async (request: Request): Promise<Response> =>
  fetch(request).catch(async (error: unknown) => {
    const kept = await (await caches.open(CACHE)).match(DOCUMENT);
    if (kept) return kept;
    throw error;
  });

// A file's name says what is in it: who asks for it, and how, makes no difference.
const fromCache = async (request: Request): Promise<Response> =>
  (await (await caches.open(CACHE)).match(request, { ignoreVary: true })) ?? fetch(request);

listen('message', (event) => event.waitUntil(keep(event.data)));
listen('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') event.respondWith(orKept(request));
  else if (new URL(request.url).pathname.includes('/assets/')) event.respondWith(fromCache(request));
});
