import fc from 'fast-check';
import { memoryEngine, onEveryDatabase } from '../support/engines.ts';
import { happenings } from '../support/payment-actions.ts';
import { letHappen } from '../support/payment-model.ts';

/** CI looks longer. A run that failed is repeated by its seed, which the failure names. */
const RUNS = process.env['CI'] === 'true' ? { memory: 5_000, database: 150 } : { memory: 300, database: 10 };

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
