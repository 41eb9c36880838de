import { type ReadonlySignal, signal } from '@preact/signals';
import { type Language, keepLanguage, language } from './language.ts';

/**
 * The type of translated texts. A translation has the same keys as the English texts. A text stays a text, and a
 * function keeps its parameters.
 */
export type Translated<Words> = {
  readonly [K in keyof Words]: Words[K] extends string
    ? string
    : Words[K] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Translated<Words[K]>;
};

const loading: ((chosen: Language) => Promise<void>)[] = [];
let isPrepared = false;
let arriving: Promise<unknown> = Promise.resolve();

/** Registers a function that loads texts. Pages change their language only after all these functions have finished. */
export function onLanguage(load: (chosen: Language) => Promise<void>): void {
  loading.push(load);
  if (isPrepared && language.value === 'ne') arriving = Promise.all([arriving, load('ne')]);
}

/**
 * The texts of one area of the pages. English is bundled with the code; Nepali is loaded when needed. Pages that load
 * later wait for `wordsHere` before they are shown.
 */
export function dictionary<Words extends object>(
  en: Words,
  inNepali: () => Promise<{ readonly ne: Translated<Words> }>,
): ReadonlySignal<Translated<Words>> {
  const words = signal<Translated<Words>>(en as Translated<Words>);
  const load = async (chosen: Language): Promise<void> => {
    words.value = chosen === 'ne' ? (await inNepali()).ne : (en as Translated<Words>);
  };
  onLanguage(load);
  return words;
}

/** Resolves once the texts of all code that is loaded so far have loaded. */
export const wordsHere = (): Promise<unknown> => arriving;

/** Loads all texts of a language, then switches the whole page to that language at once. */
export async function speak(chosen: Language): Promise<void> {
  await Promise.all(loading.map((load) => load(chosen)));
  keepLanguage(chosen);
}

/** Loads the texts before the first paint: in the reader's language, or in English if loading fails. */
export async function prepareWords(): Promise<void> {
  document.documentElement.lang = language.value;
  isPrepared = true;
  if (language.value === 'en') return;
  await Promise.all(loading.map((load) => load(language.value))).catch(() => {
    language.value = 'en';
    document.documentElement.lang = 'en';
  });
}
