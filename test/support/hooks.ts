import fc from 'fast-check';
import type { Context } from 'mocha';
import { ensureWeb } from '../../app/commands/build-web.ts';
import { endProcesses } from './process.ts';
import { dropDatabases } from './servers.ts';

/*
 * Whatever properties and models draw at random, CI draws the same each time: it judges a change, whose fault it should
 * be when it fails, and which should fail again until it is mended. At a desk every run looks elsewhere. A run that
 * failed names its seed and path, and PROPERTY_SEED=… PROPERTY_PATH=… plays it again.
 */
const { CI, PROPERTY_SEED, PROPERTY_PATH } = process.env;
const seed = PROPERTY_SEED ?? (CI === 'true' ? '20261123' : undefined);
fc.configureGlobal({
  ...(seed !== undefined && { seed: Number(seed) }),
  ...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
});

/**
 * In CI a test of pages gets a second try, since a real browser beside another on a busy machine can be slower than any
 * patience. A line says which test needed it, so that nobody takes an unsteady test for a steady one.
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

/** Root hooks of mocha, in every process that runs test files: what a file has started is ended with it. */
export const mochaHooks = { beforeEach: grantSecondTry, afterEach: nameSecondTry, afterAll: endProcesses };

/** In the first process alone, before any file runs: services that tests start serve the pages as they are now. */
export const mochaGlobalSetup = (): Promise<unknown> => ensureWeb(new URL('../../', import.meta.url).pathname);

/** In the first process alone, when all files have run. */
export const mochaGlobalTeardown = dropDatabases;
