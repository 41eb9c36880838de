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

/** A city as the API lists it. */
export interface ListedCity {
  readonly city_name: string;
  readonly aliases: readonly string[];
}

/** Every name of a city: its stored name, its name in Nepali letters and its aliases. */
const namesOf = ({ city_name: name, aliases }: ListedCity): readonly string[] => [name, inNepali(name), ...aliases];

const spellings = (city: ListedCity): readonly string[] => namesOf(city).map(sound);

/**
 * The cities that begin with the typed text, in either script, then cities that contain it. Returns all cities for an
 * empty text.
 */
export function citiesLike(cities: readonly ListedCity[], typed: string): readonly string[] {
  const wanted = sound(typed);
  const begins = cities.filter((city) => spellings(city).some((name) => name.startsWith(wanted)));
  const has = cities.filter((city) => !begins.includes(city) && spellings(city).some((name) => name.includes(wanted)));
  return wanted === '' && typed.trim() !== '' ? [] : [...begins, ...has].map(({ city_name: name }) => name);
}

/** The stored name of the city that the typed text names: a complete name or alias, or the only match. */
export function cityMeant(cities: readonly ListedCity[], typed: string): string | undefined {
  const plain = typed.trim().toLowerCase();
  if (plain === '') return undefined;
  const wanted = sound(typed);
  const named =
    cities.find((city) => namesOf(city).some((name) => name.toLowerCase() === plain)) ??
    (wanted === '' ? undefined : cities.find((city) => spellings(city).includes(wanted)));
  const like = citiesLike(cities, typed);
  return named?.city_name ?? (like.length === 1 ? like[0] : undefined);
}

/** The fewest letters in which a mistake is forgiven. In shorter texts nearly every city would be meant. */
const LEAST_LETTERS = 4;

/** Whether one text becomes the other if a letter is changed, left out or added. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  const behind = long.slice(same + 1);
  return short.slice(same) === behind || short.slice(same + 1) === behind;
}

/** The cities whose name or alias differs from the typed text by one wrong, missing or additional letter. */
export function citiesNear(cities: readonly ListedCity[], typed: string): readonly string[] {
  if ((typed.match(/[\p{L}\p{M}]/gu) ?? []).length < LEAST_LETTERS) return [];
  const [plain, wanted] = [typed.trim().toLowerCase(), sound(typed)];
  return cities
    .filter(
      (city) =>
        namesOf(city).some((name) => isNear(name.toLowerCase(), plain)) ||
        spellings(city).some((name) => isNear(name, wanted)),
    )
    .map(({ city_name: name }) => name);
}
