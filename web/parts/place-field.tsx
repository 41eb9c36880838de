import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Option, Combobox } from './combobox.tsx';
import { language } from '../words/language.ts';
import { citiesLike, citiesNear, knowPlaces, otherName, placeName } from '../words/places.ts';
import type { Cities } from './cities.ts';

/** The texts of a field for a city. Each program has its own. */
export interface PlaceWords {
  readonly cities: string;
  readonly cityHint: string;
  readonly didYouMean: (city: string) => string;
  readonly unknownCity: (typed: string) => string;
}

/** The options for a typed text: the cities that it may mean, else those that it nearly spells, as questions. */
function optionsFor(typed: string, cities: Cities, words: PlaceWords): readonly Option[] {
  const all = cities.all.value ?? [];
  const found = citiesLike(all, typed);
  return found.length > 0
    ? found.map(optionOf)
    : citiesNear(all, typed).map((city) => ({ value: city, text: words.didYouMean(placeName(city)) }));
}

/**
 * The error of a field that names no city: a question, or the text as an unknown city. `empty` is used without a text.
 */
export function noCityError(typed: string, empty: string, cities: Cities, words: PlaceWords): string {
  const all = cities.all.value ?? [];
  if (typed.trim() === '' || citiesLike(all, typed).length > 0) return empty;
  const [near] = citiesNear(all, typed);
  return near === undefined ? words.unknownCity(typed.trim()) : words.didYouMean(placeName(near));
}

const optionOf = (city: string): Option => {
  const note = otherName(city);
  return {
    value: city,
    text: placeName(city),
    ...(note !== undefined && { note, noteLanguage: language.value === 'ne' ? 'en' : 'ne' }),
  };
};

/**
 * A field for a city, typed in Latin or Devanagari letters. `value` is the city's stored name, or empty when no city
 * matches.
 */
export function PlaceField({
  label,
  name,
  value,
  onValue,
  onTyped,
  error,
  before,
  cities,
  words,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (city: string) => void;
  /** Called with the text itself while it is typed. */
  readonly onTyped: (text: string) => void;
  readonly error?: string | undefined;
  readonly before?: ComponentChildren;
  readonly cities: Cities;
  readonly words: PlaceWords;
}) {
  /** The text while it is typed; undefined once a city is known. */
  const typed = useSignal<string | undefined>(undefined);
  const { meant } = cities;
  const isTyped = typed.value !== undefined && (value === '' || meant(typed.value) === value);
  return (
    <Combobox
      label={label}
      name={name}
      before={before}
      placeholder={words.cityHint}
      listLabel={words.cities}
      nothing={words.unknownCity((typed.value ?? '').trim())}
      error={error}
      typed={isTyped ? (typed.value ?? '') : placeName(value)}
      options={optionsFor(isTyped ? (typed.value ?? '') : '', cities, words)}
      onTyped={(text) => {
        cities.want();
        typed.value = text;
        onTyped(text);
        onValue(meant(text));
        // The names in the other script may still be loading.
        void knowPlaces().then(() => {
          if (typed.peek() === text) onValue(meant(text));
        });
      }}
      onTaken={(city) => {
        typed.value = undefined;
        onValue(city);
      }}
      onEnter={() => void knowPlaces()}
      onLeave={() => {
        if (value !== '') typed.value = undefined;
      }}
    />
  );
}
