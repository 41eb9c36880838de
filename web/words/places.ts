import { signal } from '@preact/signals';
import { onLanguage } from './dictionary.ts';
import { language } from './language.ts';

/**
 * Names of cities in Nepali letters, keyed by English name. Loaded late, because English pages do not need them at
 * first.
 */
const inNepaliLetters = signal<Readonly<Record<string, string>>>({});

let asked: Promise<void> | undefined;

/** Loads the names in Nepali letters, once. */
export const knowPlaces = (): Promise<void> =>
  (asked ??= import('../../adapters/language/places.ts').then(
    ({ NEPALI_PLACES }) => void (inNepaliLetters.value = NEPALI_PLACES),
    () => void (asked = undefined),
  ));

onLanguage(async (chosen) => {
  if (chosen === 'ne') await knowPlaces();
});

const BUS_PARK = ' bus park';

/** A known name in Nepali letters. People type places, so a place may be called `constructor`. */
const knownName = (place: string): string | undefined =>
  Object.hasOwn(inNepaliLetters.value, place) ? inNepaliLetters.value[place] : undefined;

/** Writes the name of a city or a place in Nepali letters. Returns unknown names unchanged. */
function inNepali(place: string): string {
  const known = knownName(place);
  if (known !== undefined) return known;
  const city = place.endsWith(BUS_PARK) ? knownName(place.slice(0, -BUS_PARK.length)) : undefined;
  return city === undefined ? place : `${city} बसपार्क`;
}

/** The name of a city, or of a place in a city, in the language of the page. */
export const placeName = (city: string): string => (language.value === 'ne' ? inNepali(city) : city);

/**
 * The city's name in the letters that the page's language does not use. Undefined if the name in Nepali letters is
 * unknown.
 */
export function otherName(city: string): string | undefined {
  const nepali = inNepali(city);
  if (nepali === city) return undefined;
  return language.value === 'ne' ? city : nepali;
}

/** A rough key of a name's sound, because people spell names in several ways: Katmandu or Kaathmandu, ि or ी. */
const sound = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^a-zऀ-ॿ]/g, '')
    .replace(/aa/g, 'a')
    .replace(/ee/g, 'i')
    .replace(/oo/g, 'u')
    .replace(/([bcdgjkpst])h/g, '$1')
    .replace(/[vw]/g, 'b')
    .replace(/[ँं]/g, '')
    .replace(/ी/g, 'ि')
    .replace(/ू/g, 'ु')
    .replace(/व/g, 'ब')
    .replace(/[शष]/g, 'स')
    .replace(/[ञण]/g, 'न');

const spellings = (city: string): readonly string[] => [sound(city), sound(inNepali(city))];

/**
 * The cities that begin with the typed text, in either script, then cities that contain it. Returns all cities for an
 * empty text.
 */
export function citiesLike(cities: readonly string[], typed: string): readonly string[] {
  const wanted = sound(typed);
  const begins = cities.filter((city) => spellings(city).some((name) => name.startsWith(wanted)));
  const has = cities.filter((city) => !begins.includes(city) && spellings(city).some((name) => name.includes(wanted)));
  return wanted === '' && typed.trim() !== '' ? [] : [...begins, ...has];
}

/** The city that the typed text names: a complete name in either script, or the only match. */
export function cityMeant(cities: readonly string[], typed: string): string | undefined {
  const plain = typed.trim().toLowerCase();
  if (plain === '') return undefined;
  const like = citiesLike(cities, typed);
  return (
    cities.find((city) => city.toLowerCase() === plain || inNepali(city) === typed.trim()) ??
    like.find((city) => spellings(city).includes(sound(typed))) ??
    (like.length === 1 ? like[0] : undefined)
  );
}
