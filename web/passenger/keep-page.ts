import { to } from '../api/settings.ts';

/** Has this page, as it is now, opened again where there is no network. Browsers without service workers go without. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(to('/bookings-worker.js'), { scope: to('/bookings') });
  const { active } = await navigator.serviceWorker.ready;
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(new URL(to('/assets/'), location.href).href));
  active?.postMessage({ page: location.href, files: [...new Set(files)] });
}
