import { openDataDir } from './data-dir.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';
import { exitWithFailure } from './start-failure.ts';
import { startService } from './start.ts';
import { runUntilSignal } from './run-until-signal.ts';

/** Starts the service with the settings of the environment, and stops it on a signal. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  await runUntilSignal(log, async () => {
    openDataDir(settings.dataDir);
    const running = await startService(settings, { log });
    log.info({ url: running.url, baseUrl: settings.baseUrl, pid: process.pid }, 'the service listens');
    return running;
  });
}

await main().catch(exitWithFailure);
