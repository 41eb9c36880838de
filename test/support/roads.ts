import { paisa } from '../../core/kernel/money.ts';
import type { Section, SectionFare } from '../../core/trips/sections.ts';
import { aTrip, changePlan } from './catalogue.ts';
import type { Engine } from './engines.ts';

/** Every section of a road except the whole road. */
const sectionsOf = (parts: number): readonly Section[] =>
  Array.from({ length: parts }, (_, from) =>
    Array.from({ length: parts - from }, (_ignored, length) => ({ from, to: from + length + 1 })),
  )
    .flat()
    .filter(({ from, to }) => to - from < parts);

interface Road extends NonNullable<Parameters<typeof aTrip>[1]> {
  /**
   * The cities between the ends. The bus arrives in each an hour after the departure before, and waits there for ten
   * minutes.
   */
  readonly between: readonly string[];
  /** The fares of sections. By default every section is sold for NPR 100 for each of its parts. */
  readonly fares?: readonly SectionFare[];
}

/** A trip with stops between its ends, from Kathmandu to Pokhara by default. */
export async function aRoad(engine: Pick<Engine, 'transact'>, { between, fares, ...traits }: Road) {
  const trip = await aTrip(engine, traits);
  const cities = await engine.transact(({ catalogue }) => catalogue.saveCities(between));
  const stops = cities.map((city, index) => ({
    cityId: city,
    arrives: 70 * index + 60,
    departs: 70 * index + 70,
  }));
  await changePlan(engine, trip.id, {
    stops,
    fares:
      fares ?? sectionsOf(between.length + 1).map(({ from, to }) => ({ from, to, fare: paisa(10_000 * (to - from)) })),
  });
  return trip;
}
