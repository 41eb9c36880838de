import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { api } from '../session.ts';
import type { Section } from '../parts/trip/section.ts';
import type { TripNow } from '../parts/trip/use-trip.ts';

/**
 * The seat map for a section of the trip (from one stop to a later one). Reloads when the trip's map reloads; meanwhile
 * the last map stays.
 */
export function useSectionMap({ trip, map }: TripNow, section: Section | null): Schemas['SeatMap'] {
  const own = useSignal<Schemas['SeatMap'] | undefined>(undefined);
  useEffect(() => {
    if (!section) {
      own.value = undefined;
      return undefined;
    }
    const asked = new AbortController();
    const query = { from_stop: String(section.from), to_stop: String(section.to) };
    void api
      .get('/api/trips/{id}/seats', { path: { id: trip.id }, query, signal: asked.signal })
      .then((answer) => (own.value = answer))
      // Ignores failures: the next change of the trip loads the map again. The service refuses to sell seats that are
      // taken.
      .catch(() => undefined);
    return () => asked.abort();
  }, [map, section?.from, section?.to]);
  return section ? (own.value ?? map) : map;
}
