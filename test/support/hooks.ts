import { endProcesses } from './process.ts';
import { dropDatabases } from './servers.ts';

/** Root hooks of mocha: what the run brought into being goes with it. */
export const mochaHooks = { afterAll: [endProcesses, dropDatabases] };
