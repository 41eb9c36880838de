import { expect } from 'chai';
import fc from 'fast-check';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import type { TripId } from '../../../core/kernel/ids.ts';
import type { Section } from '../../../core/trips/sections.ts';
import { empty, type Engine, onEveryEngine } from '../../support/engines.ts';
import { payingOn } from '../../support/paying.ts';
import { LAYOUTS, letHappenOnSections, type TryOverlap } from '../../support/section-model.ts';
import type { Interval } from '../../support/section-oracle.ts';
import { aSectionWorld, sectionsInCore } from '../../support/section-service.ts';
import { type On, type RoadPlan, roadPlans, type SectionStep, sectionSteps } from '../../support/section-steps.ts';

/** The number of steps of a run. Each run has two new trips. */
const STEPS = 50;

/** The number of runs. The environment variable MODEL_STEPS sets the number of steps of all runs together. */
const runs = (usual: number): number => Math.ceil(Number(process.env['MODEL_STEPS'] ?? usual) / STEPS);

/** The usual number of steps of all runs together. A step takes many times longer on databases than in memory. */
const USUAL = { memory: 5_000, SQLite: 2_000, Postgres: 500 };

const WHILE = 60 * 60_000;

type Plans = Readonly<Record<On, RoadPlan>>;

async function happen(
  engine: Engine,
  plans: Plans,
  steps: readonly (SectionStep | null)[],
  looks: number,
  tryOverlap?: TryOverlap,
): Promise<void> {
  const paying = payingOn(engine);
  const world = await aSectionWorld(engine, plans, LAYOUTS, paying.clock());
  const service = sectionsInCore(engine, paying, world);
  await letHappenOnSections({ plans, steps, world, service, looks, tryOverlap });
}

const TABLES = { sold: 'booking_seats', held: 'seat_locks', blocked: 'seat_blocks' } as const;

/** Copies the row of a taken seat to an overlapping section of the trip. The database must refuse the copy. */
const tryOverlapIn =
  ({ knex }: Database): TryOverlap =>
  async (trip: TripId, { seat, kind, from, to }: Interval, section: Section) => {
    const bus = knex('schedules').where('id', trip).select('bus_id');
    const there = { schedule_id: trip, from_stop: from, to_stop: to };
    const rows = await knex(TABLES[kind])
      .where(kind === 'sold' ? { ...there, active: true } : there)
      .whereIn('seat_id', knex('bus_seats').where({ bus_id: bus, seat_number: seat }).select('id'))
      .select<Record<string, unknown>[]>('*');
    const [{ id: _id, ...row } = {}] = rows;
    expect(rows.length, `rows in ${TABLES[kind]} of seat ${seat} from stop ${from} to ${to}`).to.equal(1);
    const added = knex(TABLES[kind])
      .insert({ ...row, from_stop: section.from, to_stop: section.to })
      .then(
        () => 'added',
        () => 'refused',
      );
    expect(await added, `a second row in ${TABLES[kind]} from stop ${section.from} to ${section.to}`).to.equal(
      'refused',
    );
  };

onEveryEngine('random sales between stops', (engine, database, kind) => {
  it('random sales between stops give the same results as a simple list of intervals, and the database refuses overlaps', async function () {
    this.timeout(WHILE);
    await fc.assert(
      fc.asyncProperty(roadPlans, sectionSteps(STEPS, { hasDoors: true }), async (plans, steps) => {
        await empty(database());
        await happen(engine(), plans, steps, 2, tryOverlapIn(database()));
      }),
      { numRuns: runs(kind === 'Postgres' ? USUAL.Postgres : USUAL.SQLite), endOnFailure: true },
    );
  });
});
