import { paisa } from '../../core/kernel/money.ts';
import type { Section, SectionFare } from '../../core/trips/sections.ts';
import { aTrip, changePlan } from './catalogue.ts';
import type { Engine } from './engines.ts';

/** Every section of a trip (from one stop to a later one), except the whole trip. */
const sectionsOf = (parts: number): readonly Section[] =>
  Array.from({ length: parts }, (_, from) =>
    Array.from({ length: parts - from }, (_ignored, length) => ({ from, to: from + length + 1 })),
  )
    .flat()
    .filter(({ from, to }) => to - from < parts);

interface Road extends NonNullable<Parameters<typeof aTrip>[1]> {
  /**
   * The cities where the bus stops between its first and last stop. The bus drives an hour to each city, and waits
   * there for ten minutes.
   */
  readonly between: readonly string[];
  /** The fares of the sections on sale. By default every section is on sale, for NPR 100 from each stop to the next. */
  readonly fares?: readonly SectionFare[];
}

/** Adds a trip with stops between its first and last stop. By default it goes from Kathmandu to Pokhara. */
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
