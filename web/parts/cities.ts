import { type ReadonlySignal, signal } from '@preact/signals';
import { type ListedCity, cityMeant } from '../words/places.ts';

/** The cities between which buses run. Loaded when a page first needs them. */
export interface Cities<City extends ListedCity = ListedCity> {
  /** All cities; undefined until loaded. */
  readonly all: ReadonlySignal<readonly City[] | undefined>;
  /** Loads the cities once. After a failure the next call tries again. */
  readonly want: () => void;
  /**
   * The stored name of the city that the user typed; empty if none matches. Before the cities are loaded, returns the
   * typed text, which the service checks.
   */
  readonly meant: (typed: string) => string;
}

/** The cities that `ask` loads. Each program asks the API with the session of its own users. */
export function citiesFrom<City extends ListedCity>(ask: () => Promise<readonly City[]>): Cities<City> {
  const all = signal<readonly City[] | undefined>(undefined);
  let isAsked = false;
  return {
    all,
    want: () => {
      if (isAsked) return;
      isAsked = true;
      ask().then(
        (found) => (all.value = found),
        () => (isAsked = false),
      );
    },
    meant: (typed) => (all.value ? (cityMeant(all.value, typed) ?? '') : typed.trim()),
  };
}
