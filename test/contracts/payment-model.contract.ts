import fc from 'fast-check';
import { memoryEngine, onEveryDatabase } from '../support/engines.ts';
import { happenings } from '../support/payment-actions.ts';
import { letHappen } from '../support/payment-model.ts';

/** CI looks longer, and PAYMENT_RUNS as long as one likes. A failed run names its seed, which repeats it. */
const MEMORY_RUNS = Number(process.env['PAYMENT_RUNS'] ?? (process.env['CI'] === 'true' ? 500 : 300));
const RUNS = { memory: MEMORY_RUNS, database: process.env['CI'] === 'true' ? 50 : 10 };

describe('whatever happens around a payment (memory)', () => {
  it('leaves nobody who paid without a seat or a refund, and no seat with two passengers', async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(happenings, (groups) => letHappen(memoryEngine(), groups)),
      { numRuns: RUNS.memory },
    );
  });
});

onEveryDatabase('whatever happens around a payment', (engine) => {
  it('leaves nobody who paid without a seat or a refund, and no seat with two passengers', async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(happenings, (groups) => letHappen(engine(), groups)),
      { numRuns: RUNS.database, endOnFailure: true },
    );
  });
});
