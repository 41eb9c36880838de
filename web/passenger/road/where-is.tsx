import type { Schemas } from '../../api/operations.ts';
import { language } from '../../words/language.ts';
import { placeName } from '../../words/places.ts';
import { w } from '../words.ts';
import './where-is.css';

type Place = Schemas['GettingOn']['place'];

/** Says where a point is: a link to a map, the landmark, and a small photo. Nothing for a point without a place. */
export function WhereIs({ name, place }: { readonly name: string; readonly place: Place | undefined }) {
  if (!place) return null;
  const inNepali = language.value === 'ne';
  const shown = (inNepali && place.name_ne) || placeName(name);
  const landmark = (inNepali && place.landmark_ne) || place.landmark;
  return (
    <div class="where-is">
      {place.photo_small_url !== null && (
        <img src={place.photo_small_url} alt={landmark ?? shown} loading="lazy" referrerpolicy="no-referrer" />
      )}
      <p>
        {landmark !== null && <span class="block">{landmark}</span>}
        <a href={place.map_url} target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer">
          {w.value.bookings.mapOf(shown)}
        </a>
      </p>
    </div>
  );
}
