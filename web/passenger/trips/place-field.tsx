import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type Option, Combobox } from '../../parts/combobox.tsx';
import { language } from '../../words/language.ts';
import { citiesLike, knowPlaces, otherName, placeName } from '../../words/places.ts';
import { w } from '../first-words.ts';
import { cities, meant, wantCities } from './cities.ts';

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
  error,
  before,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (city: string) => void;
  readonly error?: string | undefined;
  readonly before?: ComponentChildren;
}) {
  /** The text while it is typed; undefined once a city is known. */
  const typed = useSignal<string | undefined>(undefined);
  const words = w.value.search;
  const isTyped = typed.value !== undefined && (value === '' || meant(typed.value) === value);
  return (
    <Combobox
      label={label}
      name={name}
      before={before}
      placeholder={words.cityHint}
      listLabel={words.cities}
      nothing={words.noCity}
      error={error}
      typed={isTyped ? (typed.value ?? '') : placeName(value)}
      options={citiesLike(cities.value ?? [], isTyped ? (typed.value ?? '') : '').map(optionOf)}
      onTyped={(text) => {
        wantCities();
        typed.value = text;
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
