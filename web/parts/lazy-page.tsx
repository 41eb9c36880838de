import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { settings } from '../api/settings.ts';
import { wordsHere } from '../words/dictionary.ts';
import { w } from '../words/shared.ts';
import { PageTitle } from './page.tsx';

let styles: Promise<unknown> | undefined;

/** Loads the one style sheet of all later pages, once, before the first of them is shown. */
const stylesHere = (): Promise<unknown> =>
  (styles ??= Promise.all(
    settings.later_styles.map(
      (href) =>
        new Promise<void>((resolve, reject) => {
          const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
          link.addEventListener('load', () => resolve());
          link.addEventListener('error', () => reject(new Error(`${href} could not be fetched.`)));
          document.head.append(link);
        }),
    ),
  ).catch((error: unknown) => {
    styles = undefined;
    throw error;
  }));

/** Storage key: when this document was reloaded for a missing page. Prevents a second reload. */
const RELOADED_AT = 'reloaded-at';

/** Fetches before reloading: the browser's own error page would be a dead end. */
const loadAnew = (): void =>
  void fetch(location.href).then(
    () => location.reload(),
    () => undefined,
  );

/** Shown when a page could not be loaded. The address already is that page's. */
function Unfetched() {
  useEffect(() => {
    addEventListener('online', loadAnew);
    return () => removeEventListener('online', loadAnew);
  }, []);
  return (
    <>
      <PageTitle>{w.value.failed}</PageTitle>
      <p role="alert">{w.value.problems['OFFLINE']}</p>
      <button type="button" onClick={loadAnew}>
        {w.value.tryAgain}
      </button>
    </>
  );
}

/**
 * A page loaded on demand, with its words. After a release an old tab may ask for a deleted file: then the document
 * reloads once. Without a network the page says so, and loads when the network returns.
 */
export const lazyPage = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => {
    try {
      const [page] = await Promise.all([load(), stylesHere()]);
      await wordsHere();
      sessionStorage.removeItem(RELOADED_AT);
      return page;
    } catch {
      if (!navigator.onLine || sessionStorage.getItem(RELOADED_AT) === location.pathname) return Unfetched;
      sessionStorage.setItem(RELOADED_AT, location.pathname);
      location.reload();
      return new Promise<ComponentType>(() => undefined);
    }
  });
