import fc from 'fast-check';
import { empty, onEveryEngine } from '../../support/engines.ts';
import { moneyDays } from '../../support/money-actions.ts';
import { letMoneyMove } from '../../support/money-model.ts';

const { CI, MODEL_RUNS } = process.env;
/** The number of groups of actions in a run. */
const LENGTH = 100;
/** The number of runs, which is larger in CI. The environment variable MODEL_RUNS replaces both numbers. */
const runs = (inCi: number, atDesk: number): number => Number(MODEL_RUNS ?? (CI === 'true' ? inCi : atDesk));

onEveryEngine('accounts after random movements of money', (engine, database, kind) => {
  it('random payments, refunds and payouts leave every ledger account at the independently computed balance', async function () {
    this.timeout(600_000);
    // The number of runs in CI, and the most actions in a group. On Postgres these actions run on parallel connections.
    const [inCi, atOnce] = kind === 'Postgres' ? [3, 4] : [20, 2];
    await fc.assert(
      fc.asyncProperty(moneyDays(LENGTH, atOnce), async (groups) => {
        await empty(database());
        await letMoneyMove(engine(), groups);
      }),
      { numRuns: runs(inCi, 2), endOnFailure: true },
    );
  });
});
