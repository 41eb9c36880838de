import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { settings } from '../api/settings.ts';
import { wordsHere } from '../words/dictionary.ts';
import { w } from '../words/shared.ts';
import { PageTitle } from './page.tsx';

let styles: Promise<unknown> | undefined;

/** The styles of all pages that come later: one sheet, fetched once, before the first of them is shown. */
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

/** Since when this document can't fetch a page; a second try is not made. */
const RELOADED_AT = 'reloaded-at';

/** Not before it can be had: the browser's own page for a missing network knows no way back. */
const loadAnew = (): void =>
  void fetch(location.href).then(
    () => location.reload(),
    () => undefined,
  );

/** In the place of a page that could not be fetched. The address is that of the page already. */
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
 * A page that is fetched when somebody goes there, with its words. A tab that is older than the service's newest
 * version may look for a file that is gone: it then loads the whole document anew, once.
 * Without a network the page says so, and comes when there is one.
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
