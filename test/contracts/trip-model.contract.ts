import fc from 'fast-check';
import { empty, memoryEngine, onEveryDatabase } from '../support/engines.ts';
import { tripHappenings } from '../support/trip-actions.ts';
import { letHappenToTrips } from '../support/trip-model.ts';

/*
 * MODEL_RUNS looks as long as one likes. A run that failed names its seed and path: MODEL_SEED=… MODEL_PATH=… plays it
 * again.
 */
const { MODEL_RUNS, MODEL_SEED, MODEL_PATH } = process.env;
const played = (numRuns: number): fc.Parameters<unknown> => ({
  numRuns: Number(MODEL_RUNS ?? numRuns),
  ...(MODEL_SEED !== undefined && { seed: Number(MODEL_SEED) }),
  ...(MODEL_PATH !== undefined && { path: MODEL_PATH }),
});

const LAWFUL = 'leaves every seat with one holder, and every rupee a seat or a refund';
const WHILE = 60 * 60_000;

describe('whatever a company and its passengers do to trips (memory)', () => {
  it(LAWFUL, async function () {
    this.timeout(WHILE);
    await fc.assert(
      fc.asyncProperty(tripHappenings, (groups) => letHappenToTrips(memoryEngine(), groups)),
      played(150),
    );
  });
});

onEveryDatabase('whatever a company and its passengers do to trips', (engine, database) => {
  it(LAWFUL, async function () {
    this.timeout(WHILE);
    await fc.assert(
      fc.asyncProperty(tripHappenings, async (groups) => {
        await empty(database());
        await letHappenToTrips(engine(), groups);
      }),
      { ...played(6), endOnFailure: true },
    );
  });
});
