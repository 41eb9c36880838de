import { boardAtRandom } from '../../support/boarding-model.ts';
import { memoryEngine } from '../../support/engines.ts';

/** MODEL_RUNS=500 runs as many mornings, the same ones each time. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 4);

describe('boarding with three phones', function () {
  this.timeout(RUNS * 30_000);

  for (let seed = 1; seed <= RUNS; seed += 1)
    it(`three phones agree on one valid history of every seat and conflict: seed ${seed}`, () =>
      boardAtRandom(memoryEngine(), seed));
});
