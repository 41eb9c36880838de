import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Answer } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { dayAfter, today } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { placeName } from '../../words/places.ts';
import { w } from '../first-words.ts';
import { api } from '../session.ts';
import { tripsPage } from './wishes.ts';

/**
 * Links to the routes with the most buses. The row reserves its space while loading, and disappears if there is no
 * answer.
 */
export function PopularRoutes() {
  const routes = useSignal<Answer<'get', '/api/popular-routes'> | undefined>(undefined);
  const words = w.value.search;
  useEffect(() => {
    api.get('/api/popular-routes').then(
      (found) => (routes.value = found),
      () => (routes.value = []),
    );
  }, []);
  if (routes.value?.length === 0) return null;
  return (
    <section class="recent popular">
      <h2 id="popular">{words.popular}</h2>
      {routes.value && (
        <ul class="plain-list" role="list" aria-labelledby="popular">
          {routes.value.map(({ source_city: origin, destination_city: destination, lowest_fare: fare }) => (
            <li key={`${origin} ${destination}`}>
              <Link class="button quiet" page={tripsPage({ origin, destination, date: dayAfter(today(), 1) })}>
                <strong>{words.route(placeName(origin), placeName(destination))}</strong> {words.fromFare(money(fare))}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
