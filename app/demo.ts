import { fileURLToPath } from 'node:url';
import { ensureWeb } from './commands/build-web.ts';
import { openDataDir } from './data-dir.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';
import { StartFailure, exitWithFailure } from './start-failure.ts';
import { loadSample } from './sample/load.ts';
import { showingCodes, showingTexts } from './sample/show-codes.ts';
import { welcome } from './sample/welcome.ts';
import { startService } from './start.ts';
import { runUntilSignal } from './run-until-signal.ts';
import { openStorage } from './storage.ts';
import { systemClock } from './system-clock.ts';

/*
 * The command `npm run demo` runs the whole service with a sample catalogue and sample accounts. Environment variables
 * override the demo's settings.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const show = (line: string): void => void process.stdout.write(`  ${line}\n`);

/** The settings of the demo. Events may go to this machine, as long as only this machine reaches the service. */
function demoSettings(environment: typeof process.env): ReturnType<typeof readSettings> {
  const settings = readSettings(environment);
  return environment['WEBHOOKS_LOCAL'] === undefined && settings.local
    ? { ...settings, webhooksLocal: true }
    : settings;
}

async function main(): Promise<void> {
  const settings = demoSettings(process.env);
  if (settings.production)
    throw new StartFailure(
      'The demo brings sign-ins that everybody knows: it does not run with NODE_ENV=production. Use npm start.',
    );
  const log = createLog(settings.logLevel);
  await runUntilSignal(log, async () => {
    openDataDir(settings.dataDir);
    await ensureWeb(ROOT);
    const running = await startService(settings, {
      log,
      aroundMailer: (mailer) => showingCodes(mailer, show),
      aroundSmsSender: (sender) => showingTexts(sender, show),
      openStorage: async (needs) => {
        const storage = await openStorage(settings, needs, log);
        await storage.inHaste(() => loadSample(settings, storage, systemClock));
        return storage;
      },
    });
    process.stdout.write(`${welcome(settings, systemClock())}\n`);
    return running;
  });
}

await main().catch(exitWithFailure);
