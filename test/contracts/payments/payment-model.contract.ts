import fc from 'fast-check';
import { empty, onEveryEngine } from '../../support/engines.ts';
import { happenings } from '../../support/payment-actions.ts';
import { letHappen } from '../../support/payment-model.ts';

const { CI, MODEL_RUNS } = process.env;
/** The number of runs, which is larger in CI. The environment variable MODEL_RUNS replaces both numbers. */
const runs = (inCi: number, atDesk: number): number => Number(MODEL_RUNS ?? (CI === 'true' ? inCi : atDesk));

onEveryEngine('random actions around payments', (engine, database, kind) => {
  it('a payment always ends in a seat or a refund, and a seat has one passenger, under random actions', async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(happenings, async (groups) => {
        // Each run's clock starts at START, so holds of an earlier run would be valid again. The tables are emptied
        // first.
        await empty(database());
        await letHappen(engine(), groups);
      }),
      { numRuns: runs(kind === 'Postgres' ? 15 : 40, 10), endOnFailure: true },
    );
  });
});
