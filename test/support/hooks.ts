import fc from 'fast-check';
import type { Context } from 'mocha';
import { ensureWeb } from '../../app/commands/build-web.ts';
import { closingHooks } from './closing.ts';
import { endProcesses } from './child-processes.ts';
import { dropDatabases } from './servers.ts';

/**
 * The seed of random properties and models. CI uses a fixed seed, so that only a change of the code can break a test.
 * On a developer's machine every run has another seed. A failed run prints its seed and path; PROPERTY_SEED=…
 * PROPERTY_PATH=… repeats the run.
 */
const { CI, PROPERTY_SEED, PROPERTY_PATH } = process.env;
const seed = PROPERTY_SEED ?? (CI === 'true' ? '20261123' : undefined);

fc.configureGlobal({
  ...(seed !== undefined && { seed: Number(seed) }),
  ...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
});

/**
 * Gives browser tests a second try in CI, because browsers on a busy machine can exceed any timeout. The log names each
 * test that needed the second try, so that unstable tests are noticed.
 */
function grantSecondTry(this: Context): void {
  const test = this.currentTest;
  if (CI !== 'true' || test?.file?.includes('/test/web/') !== true) return;
  test.retries(1);
}

function nameSecondTry(this: Context): void {
  const test = this.currentTest;
  if (test?.isPassed() && Reflect.get(test, '_currentRetry') === 1)
    process.stderr.write(`Passed on its second try: ${test.fullTitle()}\n`);
}

/** Root hooks of mocha, in every process that runs test files. They stop whatever a test file started. */
export const mochaHooks = {
  beforeEach: [grantSecondTry, closingHooks.beforeEach],
  afterEach: [nameSecondTry, closingHooks.afterEach],
  afterAll: [endProcesses, closingHooks.afterAll],
};

/** Runs in the first process, before any test file. Builds the web pages, so that tests get the current pages. */
export const mochaGlobalSetup = (): Promise<unknown> => ensureWeb(new URL('../../', import.meta.url).pathname);

/** Runs in the first process, after all test files. */
export const mochaGlobalTeardown = dropDatabases;
