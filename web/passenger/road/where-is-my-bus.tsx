import type { Schemas } from '../../api/operations.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { timeOf } from '../../parts/moment.ts';
import { digits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { w } from './road-words.ts';
import './road.css';

type Position = Pick<
  Schemas['LiveJourney'],
  'at' | 'lat' | 'delay_minutes' | 'said' | 'eta' | 'progress' | 'arrived_at' | 'cities'
>;

const MINUTE_MS = 60_000;

/** Minutes after which a bus counts as not seen any more. */
const LOST_MINUTES = 30;

/** Tells where a bus is, how late it is, and when it comes to the stops ahead. */
export function WhereIsMyBus({ position }: { readonly position: Position }) {
  const words = w.value;
  const { eta, progress, arrived_at: arrivedAt, said, cities } = position;
  return (
    <section class="card" aria-labelledby="where-is-my-bus">
      <h2 id="where-is-my-bus">{words.where}</h2>
      <p>
        <strong>{arrivedAt === null ? newsOf(position) : words.arrived(timeOf(arrivedAt))}</strong>
      </p>
      {said !== null && <p class="notice wait">{words.reasons[said.reason] ?? words.reasons['OTHER']}</p>}
      <Strip cities={cities} progress={arrivedAt === null ? progress : 1} />
      {eta.length > 0 && (
        <>
          <h3>{words.stops}</h3>
          <ul class="plain-list" aria-label={words.stops}>
            {eta.map(({ stop, city, at, departs_at, within_minutes: within }) => {
              const time = at ?? departs_at;
              return (
                <li key={stop} class="row apart">
                  <span>{placeName(city)}</span>
                  <span>
                    {time !== null && <strong>{words.about(timeOf(time))}</strong>}{' '}
                    <span class="faint">{words.within(digits(within))}</span>
                  </span>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}

/** When the bus was seen, and how late it is, as far as that is known. */
const newsOf = (position: Position): string => [seenText(position), lateText(position)].filter(Boolean).join(' · ');

function seenText({ at, lat, eta }: Position): string {
  const words = w.value;
  if (at === null || lat === null) return eta.length === 0 ? words.unknown : '';
  const minutes = Math.max(0, Math.floor((serviceNow() - Date.parse(at)) / MINUTE_MS));
  if (minutes > LOST_MINUTES) return words.notSeen(timeOf(at));
  return minutes === 0 ? words.seenNow : words.seen(digits(minutes), minutes === 1);
}

/** How late the bus is: the greater of what was measured and what was told. Empty while neither is known. */
function lateText({ delay_minutes: measured, said }: Position): string {
  const words = w.value;
  if (measured === null && said === null) return '';
  const late = Math.max(measured ?? 0, said?.minutes ?? 0);
  return late > 0 ? words.late(digits(late)) : words.onTime;
}

const WIDTH = 300;

/** The road as a line with its stops, and the share of it that is behind the bus. */
function Strip({ cities, progress }: { readonly cities: readonly string[]; readonly progress: number | null }) {
  const [from, to] = [cities[0] ?? '', cities.at(-1) ?? ''];
  const x = (share: number): number => 10 + share * (WIDTH - 20);
  return (
    <svg class="road" viewBox={`0 0 ${WIDTH} 24`} role="img" aria-label={w.value.way(placeName(from), placeName(to))}>
      <path class="road-ahead" d={`M${x(0)} 12H${x(1)}`} />
      {progress !== null && <path class="road-behind" d={`M${x(0)} 12H${x(progress)}`} />}
      {cities.map((city, index) => (
        <circle key={city} class="road-stop" cx={x(index / Math.max(1, cities.length - 1))} cy="12" r="4" />
      ))}
      {progress !== null && <circle class="road-bus" cx={x(progress)} cy="12" r="8" />}
    </svg>
  );
}
