import { boardAtRandom } from '../../support/boarding-model.ts';
import { memoryEngine } from '../../support/engines.ts';

/** The number of simulated mornings. Each morning has its own random seed, the same in each run. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 4);

describe('boarding with three phones', function () {
  this.timeout(RUNS * 30_000);

  for (let seed = 1; seed <= RUNS; seed += 1)
    it(`random scans by three offline phones give every seat one boarding history and its conflicts (seed ${seed})`, () =>
      boardAtRandom(memoryEngine(), seed));
});
