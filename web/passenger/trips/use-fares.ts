import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../session.ts';

/** The lowest fare in rupees by day such as `2026-11-21`; null on days without a bus. Days not yet known are absent. */
type Fares = Readonly<Record<string, number | null>>;

/** Loads the lowest fares of the week from `date` on. Stays empty while a city is missing, and without a network. */
export function useFares(origin: string, destination: string, date: string): ReadonlySignal<Fares> {
  const fares = useSignal<Fares>({});
  useEffect(() => {
    fares.value = {};
    if (origin === '' || destination === '' || origin === destination) return;
    const asked = new AbortController();
    api.get('/api/fares', { query: { origin, destination, date }, signal: asked.signal }).then(
      (days) => (fares.value = Object.fromEntries(days.map((day) => [day.date, day.lowest_fare]))),
      () => undefined,
    );
    return () => asked.abort();
  }, [origin, destination, date]);
  return fares;
}
