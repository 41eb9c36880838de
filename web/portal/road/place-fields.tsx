import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import type { TypedForm } from '../../parts/use-form.ts';
import { numberIn } from '../parts/number-in.ts';
import { w } from './places-words.ts';
import type { Place, PlaceBody } from './place-calls.ts';

/** A place while the user types it. */
export interface TypedPlace {
  readonly city_id: string;
  readonly name: string;
  readonly name_ne: string;
  readonly lat: string;
  readonly lon: string;
  readonly landmark: string;
  readonly landmark_ne: string;
}

export const NO_PLACE: TypedPlace = {
  city_id: '',
  name: '',
  name_ne: '',
  lat: '',
  lon: '',
  landmark: '',
  landmark_ne: '',
};

export const typedOf = (place: Place): TypedPlace => ({
  city_id: String(place.city.id),
  name: place.name,
  name_ne: place.name_ne ?? '',
  lat: String(place.lat),
  lon: String(place.lon),
  landmark: place.landmark ?? '',
  landmark_ne: place.landmark_ne ?? '',
});

const orNull = (typed: string): string | null => typed.trim() || null;

export const bodyOf = ({ name, name_ne, lat, lon, landmark, landmark_ne }: TypedPlace): PlaceBody => ({
  name: name.trim(),
  name_ne: orNull(name_ne),
  lat: numberIn(lat),
  lon: numberIn(lon),
  landmark: orNull(landmark),
  landmark_ne: orNull(landmark_ne),
});

/** Decimals of a position that a phone measured. The sixth is about 11 centimetres. */
const DECIMALS = 6;

/** Fields for everything of a place but its city. */
export function PlaceFields({ form, sending }: { readonly form: TypedForm<TypedPlace>; readonly sending: Sending }) {
  const words = w.value;
  const field = (name: keyof TypedPlace) => form.field(name, sending.errorOf);
  const measure = (): void =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        form.change({ lat: latitude.toFixed(DECIMALS), lon: longitude.toFixed(DECIMALS) }),
      () => sending.refuse(words.noPosition),
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  return (
    <>
      <Field label={words.name} hint={words.nameHint} maxLength={150} {...field('name')} />
      <Field
        label={words.nepaliName}
        hint={words.nepaliNameHint}
        required={false}
        maxLength={150}
        {...field('name_ne')}
      />
      <Field label={words.landmark} hint={words.landmarkHint} required={false} maxLength={200} {...field('landmark')} />
      <Field
        label={words.nepaliLandmark}
        hint={words.nepaliLandmarkHint}
        required={false}
        maxLength={200}
        {...field('landmark_ne')}
      />
      <Field label={words.latitude} inputMode="decimal" {...field('lat')} />
      <Field label={words.longitude} inputMode="decimal" {...field('lon')} />
      <button type="button" onClick={measure}>
        {words.useMyPosition}
      </button>
    </>
  );
}
