import { useEffect } from 'preact/hooks';
import { to } from '../api/settings.ts';

/** Has the page of a booking open again where there is no network. Browsers without service workers go without. */
async function keepPage(booking: number): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const scope = to('/bookings');
  const { installing, waiting, active } = await navigator.serviceWorker.register(to('/bookings-worker.js'), { scope });
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(new URL(to('/assets/'), location.href).href));
  const page = new URL(to(`/bookings/${booking}`), location.href).href;
  // Not `serviceWorker.ready`: for a document that was opened outside the scope it never is.
  (installing ?? waiting ?? active)?.postMessage({ page, files: [...new Set(files)] });
}

/**
 * A ticket is needed where networks are worst. That it can't be kept is no reason to bother its owner. `fetchPage`
 * fetches the page itself where the ticket is seen on another one.
 */
export function useKeptPage(
  booking: number | undefined,
  token: string | undefined,
  fetchPage: () => Promise<unknown> = () => Promise.resolve(),
): void {
  useEffect(() => {
    if (booking === undefined || token === undefined) return;
    void fetchPage()
      .then(() => keepPage(booking))
      .catch(() => undefined);
  }, [booking, token]);
}
