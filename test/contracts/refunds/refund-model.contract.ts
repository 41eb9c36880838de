import fc from 'fast-check';
import { empty, onEveryEngine } from '../../support/engines.ts';
import { refundDays } from '../../support/refund-actions.ts';
import { letRefundsHappen } from '../../support/refund-model.ts';

const { CI, MODEL_RUNS } = process.env;
/** The number of runs, which is larger in CI. The environment variable MODEL_RUNS replaces both numbers. */
const runs = (inCi: number, atDesk: number): number => Number(MODEL_RUNS ?? (CI === 'true' ? inCi : atDesk));

onEveryEngine('random actions around automatic refunds', (engine, database, kind) => {
  it('no refund is paid twice, whatever messages are lost and whichever process dies', async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(refundDays, async (groups) => {
        await empty(database());
        await letRefundsHappen(engine(), groups);
      }),
      { numRuns: runs(kind === 'Postgres' ? 8 : 15, 3), endOnFailure: true },
    );
  });
});
