import { useEffect } from 'preact/hooks';
import { to } from '../../api/settings.ts';

/** Stores a page for use without a network. Does nothing in browsers without service workers. */
async function keepPage(path: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
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
 * Keeps a ticket for places without a network. Failures are ignored, as they should not bother the user. `fetchPage`
 * loads the booking's page when the ticket is shown on another page.
 */
export function useKeptPage(
  booking: number | undefined,
  token: string | undefined,
  fetchPage: () => Promise<unknown> = () => Promise.resolve(),
): void {
  useEffect(() => {
    if (booking === undefined || token === undefined) return;
    // The lists are kept as well, because a person without a network starts there, or at the first page.
    void Promise.all([fetchPage(), import('./bookings.tsx'), import('./kept-list.tsx')])
      .then(() => keepPage(to(`/bookings/${booking}`)))
      .catch(() => undefined);
  }, [booking, token]);
}

/** Keeps the page of tickets opened by a link, without their tokens. */
export function useKeptTicketPage(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) void keepPage(to('/ticket')).catch(() => undefined);
  }, [isWanted]);
}
