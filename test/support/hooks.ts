import { endProcesses } from './process.ts';
import { dropDatabases } from './servers.ts';

/** Postgres writes out what is in its memory before it drops a database, which a busy disk takes its time for. */
function dropPatiently(this: Mocha.Context): Promise<void> {
  this.timeout(120_000);
  return dropDatabases();
}

/** Root hooks of mocha: what the run has created is removed at its end. */
export const mochaHooks = { afterAll: [endProcesses, dropPatiently] };
