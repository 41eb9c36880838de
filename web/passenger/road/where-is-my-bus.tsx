import type { ComponentChildren } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { timeOf } from '../../parts/moment.ts';
import { digits } from '../../words/digits.ts';
import { placeName } from '../../words/places.ts';
import { type DrawnStop, RoadDrawing } from './drawings.tsx';
import { w } from './road-words.ts';
import { type Ridden, drawnStops, useTripOf } from './use-road.ts';

export type Position = Pick<
  Schemas['BusPosition'],
  'at' | 'next_stop' | 'delay_minutes' | 'said' | 'eta' | 'progress' | 'arrived_at'
>;

const MINUTE_MS = 60_000;

/** Minutes after which a bus counts as not seen any more. */
const LOST_MINUTES = 30;

/**
 * Tells where a bus is, how late it is, and when it comes to the stops ahead. `position` is null while nothing is known
 * of the bus, and undefined without a network. `point` is where the passenger gets on.
 */
export function WhereIsMyBus({
  ridden,
  cities,
  position,
  point,
  children,
}: {
  readonly ridden: Ridden;
  /** The cities of the road as far as they are known without the trip. */
  readonly cities: readonly string[];
  readonly position: Position | null | undefined;
  readonly point?: string;
  readonly children?: ComponentChildren;
}) {
  const words = w.value;
  const trip = useTripOf(ridden);
  const eta = position?.eta ?? [];
  const stops = trip ? drawnStops(trip) : evenly(cities);
  return (
    <section class="card no-print" aria-labelledby="where-is-my-bus">
      <h2 id="where-is-my-bus">{words.where}</h2>
      <p>
        <strong>{newsOf(position)}</strong>
      </p>
      {position?.said && <p class="notice wait">{words.reasons[position.said.reason] ?? words.reasons['OTHER']}</p>}
      <GettingOnAt eta={eta} ridden={ridden} point={point} />
      <RoadDrawing stops={stops} progress={position ? progressOf(position, stops, trip !== undefined) : null} />
      {eta.length > 0 && (
        <>
          <h3>{words.stops}</h3>
          <ul class="plain-list expected-stops" aria-label={words.stops}>
            {eta.map(({ stop, city, at, departs_at, within_minutes: within }) => {
              const time = at ?? departs_at;
              return (
                <li key={stop}>
                  <strong>{placeName(city)}</strong> {time !== null && <span>{words.about(timeOf(time))}</span>}{' '}
                  <span class="small faint">{words.within(digits(within))}</span>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {children}
    </section>
  );
}

/** The estimated time at the passenger's own point. Nothing once the bus is past it, or without an estimate. */
function GettingOnAt({
  eta,
  ridden,
  point,
}: {
  readonly eta: Position['eta'];
  readonly ridden: Ridden;
  readonly point: string | undefined;
}) {
  const here = point === undefined ? undefined : eta.find(({ stop }) => stop === (ridden.from_stop ?? 0));
  const at = here?.points.find(({ name }) => name === point)?.at ?? here?.departs_at;
  return point === undefined || !at ? null : <p>{w.value.gettingOnAt(placeName(point), timeOf(at))}</p>;
}

/** The stops of a road whose planned minutes are not known, at equal distances. */
const evenly = (cities: readonly string[]): readonly DrawnStop[] =>
  cities.map((city, index) => ({ name: placeName(city), share: index / Math.max(1, cities.length - 1) }));

/**
 * The share of the drawn road that is behind the bus. Without the planned minutes of the stops, the bus is drawn midway
 * between the stops around it.
 */
function progressOf(
  { progress, next_stop: next, arrived_at: arrivedAt }: Position,
  stops: readonly DrawnStop[],
  isToScale: boolean,
): number | null {
  if (arrivedAt !== null) return 1;
  if (progress === null || isToScale || next === null || next === 0) return progress;
  return ((stops[next - 1]?.share ?? 0) + (stops[next]?.share ?? 1)) / 2;
}

/** When the bus was seen, and how late it is, as far as that is known. */
function newsOf(position: Position | null | undefined): string {
  const words = w.value;
  if (position === undefined) return words.unasked;
  if (position?.arrived_at) return words.arrived(timeOf(position.arrived_at));
  return (position && [seenText(position), lateText(position)].filter(Boolean).join(' · ')) || words.unknown;
}

function seenText({ at }: Position): string {
  const words = w.value;
  if (at === null) return '';
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
