import type { TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { SectionFare } from '../../core/trips/sections.ts';
import { changePlan } from './catalogue.ts';
import type { Engine } from './engines.ts';

/** A stop for tests: its city, and the minutes after the trip's departure at which the bus arrives and leaves. */
export type StopForTests = readonly [city: string, arrives: number, departs: number];

const VIA_MUGLING: readonly StopForTests[] = [['Mugling', 150, 160]];

/**
 * Adds stops between the first and the last stop of a trip. Each section costs NPR 500. `sold` lists the sections on
 * sale; by default all sections are on sale.
 */
export async function addStops(
  engine: Pick<Engine, 'transact'>,
  trip: TripId,
  stops: readonly StopForTests[] = VIA_MUGLING,
  sold?: readonly (readonly [from: number, to: number])[],
): Promise<void> {
  const cities = await engine.transact(({ catalogue }) => catalogue.saveCities(stops.map(([city]) => city)));
  const last = stops.length + 1;
  const all = Array.from({ length: last }, (_, from) =>
    Array.from({ length: last - from }, (__, more) => [from, from + more + 1] as const),
  ).flat();
  const fares = (sold ?? all)
    .filter(([from, to]) => from > 0 || to < last)
    .map(([from, to]): SectionFare => ({ from, to, fare: paisa(50_000) }));
  await changePlan(engine, trip, {
    stops: stops.map(([, arrives, departs], index) => ({ cityId: cities[index]!, arrives, departs })),
    fares,
  });
}
