import { signal, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import { settings } from '../api/settings.ts';
import { wordsHere } from '../words/dictionary.ts';
import { w } from '../words/shared.ts';
import { PageTitle } from './page.tsx';

let styles: Promise<unknown> | undefined;

/**
 * Loads the style sheets of all pages that are loaded on demand. Loads them once, before the first such page is shown.
 */
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

/** The number of pages whose code is being loaded because somebody opened them. */
const awaited = signal(0);

/** The progress line below the header while the next page is loading. The old page stays on the screen. */
export const PageOnItsWay = () => (
  <div role="status">
    {awaited.value > 0 && (
      <div class="on-its-way">
        <span class="sr-only">{w.value.loading}</span>
      </div>
    )}
  </div>
);

/** Functions that load the code of a page, by the page's name. */
const byName = new Map<string, () => Promise<unknown>>();

/**
 * Loads the code of a page that the user will probably open next. Resolves when it is there. Ignores failures; opening
 * the page shows them.
 */
export const fetchAhead = (name: string): Promise<unknown> =>
  Promise.all([byName.get(name)?.(), stylesHere()]).catch(() => undefined);

/** A part of a page whose code is loaded when the part is shown. Shows nothing while loading, or if loading fails. */
export function LatePart({ load }: { readonly load: () => Promise<ComponentType> }) {
  const Part = useSignal<ComponentType | undefined>(undefined);
  useEffect(() => {
    void Promise.all([load(), stylesHere()]).then(
      async ([part]) => {
        await wordsHere();
        Part.value = part;
      },
      () => undefined,
    );
  }, []);
  return Part.value ? <Part.value /> : null;
}

/**
 * The storage key for the last address that was reloaded because its page's code was missing. This stored address
 * prevents endless reloads.
 */
const RELOADED_AT = 'reloaded-at';

/**
 * Reloads the document if the network answers. Otherwise the browser would show its own error page, from which no link
 * leads back.
 */
const loadAnew = (): void =>
  void fetch(location.href).then(
    () => location.reload(),
    () => undefined,
  );

/** A notice that a page could not be loaded. The address bar already shows the address of that page. */
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
 * A page whose code and texts are loaded on demand. After a release an old tab may request a deleted file. The document
 * then reloads once. Without a network, shows a notice and reloads when the network returns. `name` is for
 * `fetchAhead`.
 */
export const lazyPage = (load: () => Promise<ComponentType>, name?: string): ComponentType => {
  if (name !== undefined) byName.set(name, load);
  return lazy(async () => {
    awaited.value += 1;
    try {
      const [page] = await Promise.all([load(), stylesHere()]);
      await wordsHere();
      sessionStorage.removeItem(RELOADED_AT);
      return page;
    } catch {
      if (!navigator.onLine || sessionStorage.getItem(RELOADED_AT) === location.pathname) return Unfetched;
      sessionStorage.setItem(RELOADED_AT, location.pathname);
      location.reload();
      return await new Promise<ComponentType>(() => undefined);
    } finally {
      awaited.value -= 1;
    }
  });
};
