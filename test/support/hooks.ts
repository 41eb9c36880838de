import fc from 'fast-check';
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

/** Root hooks of mocha, in every process that runs test files: what a file has started is ended with it. */
export const mochaHooks = { afterAll: endProcesses };

/** In the first process alone, before any file runs: services that tests start serve the pages as they are now. */
export const mochaGlobalSetup = (): Promise<unknown> => ensureWeb(new URL('../../', import.meta.url).pathname);

/** In the first process alone, when all files have run. */
export const mochaGlobalTeardown = dropDatabases;
