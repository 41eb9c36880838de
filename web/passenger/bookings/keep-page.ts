import { useEffect } from 'preact/hooks';
import { to } from '../../api/settings.ts';
import { fetchAhead } from '../../parts/lazy-page.tsx';

/**
 * Stores a page for use without a network, and the page of the short links in texts with it. Does nothing in browsers
 * without service workers.
 */
async function keepPage(path: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await fetchAhead('short link');
  const { installing, waiting, active } = await navigator.serviceWorker.register(to('/bookings-worker.js'));
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(new URL(to('/assets/'), location.href).href));
  const page = new URL(path, location.href).href;
  // `serviceWorker.ready` is not used, because it never resolves in a document outside the worker's scope.
  (installing ?? waiting ?? active)?.postMessage({ page, files: [...new Set(files)] });
}

/**
 * Stores the page of a ticket, so that it opens without a network. Ignores failures, which should not bother the user.
 * `fetchPage` loads the booking's page when another page shows the ticket.
 */
export function useKeptPage(
  booking: number | undefined,
  token: string | undefined,
  fetchPage: () => Promise<unknown> = () => Promise.resolve(),
): void {
  useEffect(() => {
    if (booking === undefined || token === undefined) return;
    // Loads both lists of bookings, too, because people without a network start at a list or at the first page.
    void Promise.all([fetchPage(), import('./bookings.tsx'), import('./kept-list.tsx')])
      .then(() => keepPage(to(`/bookings/${booking}`)))
      .catch(() => undefined);
  }, [booking, token]);
}

/** Stores the page for tickets opened by a link, without their tokens. */
export function useKeptTicketPage(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) void keepPage(to('/ticket')).catch(() => undefined);
  }, [isWanted]);
}
