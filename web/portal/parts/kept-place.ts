import { effect, untracked } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** The position at which a user left a list. */
interface Place {
  /** The number of pages of the list that were loaded. */
  readonly pages: number;
  readonly y: number;
}

/** The places by the address of the list. */
const places = new Map<string, Place>();

/** The address to which the user has just come back; undefined after a click, which leads onwards. */
let cameBackTo: string | undefined;
addEventListener('popstate', () => (cameBackTo = location.href));
addEventListener('click', () => (cameBackTo = undefined), true);

interface List {
  /** The number of loaded pages; 0 until the first one is there. Read inside an effect. */
  readonly pages: () => number;
  /** Loads the next page. Resolves to false if there is none. */
  readonly more: () => Promise<boolean>;
}

/**
 * Brings a user who comes back to a list to the row where they left it. The browser alone cannot: the list is asked for
 * again, and is shorter than it was.
 */
export function useKeptPlace({ pages, more }: List, inputs: readonly unknown[]): void {
  const address = useRef('');
  useEffect(() => {
    address.current = location.href;
  }, inputs);
  useEffect(() => {
    let wanted = cameBackTo === location.href ? places.get(location.href) : undefined;
    cameBackTo = undefined;
    const bringBack = async (loaded: number): Promise<void> => {
      const place = wanted;
      if (!place || loaded === 0) return;
      if (loaded < place.pages && (await more().catch(() => false))) return;
      wanted = undefined;
      requestAnimationFrame(() => scrollTo(0, place.y));
    };
    const stop = effect(() => void bringBack(pages()));
    const note = (): void => {
      if (!wanted && location.href === address.current)
        places.set(address.current, { pages: untracked(pages), y: scrollY });
    };
    addEventListener('scroll', note, { passive: true });
    // Saves the scroll position on each click too: a link may leave the page before the last scroll event.
    addEventListener('click', note, true);
    return () => {
      stop();
      removeEventListener('scroll', note);
      removeEventListener('click', note, true);
    };
  }, []);
}
