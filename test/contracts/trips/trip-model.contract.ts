import fc from 'fast-check';
import { empty, onEveryEngine } from '../../support/engines.ts';
import { tripHappenings } from '../../support/trip-actions.ts';
import { letHappenToTrips } from '../../support/trip-model.ts';

/** The number of runs. The environment variable MODEL_RUNS replaces this number. */
const runs = (usual: number): number => Number(process.env['MODEL_RUNS'] ?? usual);

const WHILE = 60 * 60_000;

onEveryEngine('random changes by a company and its passengers', (engine, database) => {
  it('random changes of trips leave each seat with one passenger and each payment with a seat or refund', async function () {
    this.timeout(WHILE);
    await fc.assert(
      fc.asyncProperty(tripHappenings, async (groups) => {
        await empty(database());
        await letHappenToTrips(engine(), groups);
      }),
      { numRuns: runs(6), endOnFailure: true },
    );
  });
});
