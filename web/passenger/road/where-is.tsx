import type { Schemas } from '../../api/operations.ts';
import { language } from '../../words/language.ts';
import { placeName } from '../../words/places.ts';
import { w } from '../words.ts';
import { PlaceDrawing } from './drawings.tsx';
import { useCentre } from './use-road.ts';
import './where-is.css';

type Place = Schemas['GettingOn']['place'];

/**
 * Says where a point is: a link to a map, the landmark, a small photo, and a drawing of its city. Nothing for a point
 * without a place. `points` are all points of its stop.
 */
export function WhereIs({
  name,
  place,
  city,
  points = [],
}: {
  readonly name: string;
  readonly place: Place | undefined;
  readonly city: string;
  readonly points?: readonly Schemas['PlacedPoint'][];
}) {
  const centre = useCentre(place ? city : undefined);
  if (!place) return null;
  const inNepali = language.value === 'ne';
  const shown = (inNepali && place.name_ne) || placeName(name);
  const landmark = (inNepali && place.landmark_ne) || place.landmark;
  const others = points.flatMap((other) => (other.place && other.name !== name ? [other.place] : []));
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
      <PlaceDrawing place={{ ...place, name: shown }} centre={centre} others={others} />
    </div>
  );
}
