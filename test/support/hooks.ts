import { ensureWeb } from '../../app/commands/build-web.ts';
import { endProcesses } from './process.ts';
import { dropDatabases } from './servers.ts';

/** Root hooks of mocha, in every process that runs test files: what a file has started is ended with it. */
export const mochaHooks = { afterAll: endProcesses };

/** In the first process alone, before any file runs: services that tests start serve the pages as they are now. */
export const mochaGlobalSetup = (): Promise<unknown> => ensureWeb(new URL('../../', import.meta.url).pathname);

/** In the first process alone, when all files have run. */
export const mochaGlobalTeardown = dropDatabases;
