import { fileURLToPath } from 'node:url';
import { sha256Digests } from '../adapters/crypto/keys.ts';
import { scryptPasswords } from '../adapters/crypto/passwords.ts';
import { systemRandom } from '../adapters/crypto/random.ts';
import { addSandboxAgent } from '../core/agents/sandbox-agent.ts';
import { ensureWeb } from './commands/build-web.ts';
import { openDataDir } from './data-dir.ts';
import { createLog } from './log.ts';
import { type Jobs, startJobs } from './scheduler.ts';
import { type Settings, readSettings } from './settings.ts';
import { StartFailure, exitWithFailure } from './start-failure.ts';
import { type LineTrips, addSampleLine } from './sample/line.ts';
import { type MovingBus, addMovingBus } from './sample/moving-bus.ts';
import { loadDaily } from './sample/load-daily.ts';
import { loadSample } from './sample/load.ts';
import { showingCodes, showingTexts } from './sample/show-codes.ts';
import { welcome } from './sample/welcome.ts';
import { startService } from './start.ts';
import { runUntilSignal } from './run-until-signal.ts';
import { type Storage, openStorage } from './storage.ts';
import { systemClock } from './system-clock.ts';

/*
 * The command `npm run demo` runs the whole service with a sample catalogue and sample accounts. Environment variables
 * override the demo's settings.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const show = (line: string): void => void process.stdout.write(`  ${line}\n`);

/**
 * The settings of the demo. Events may go to this machine, as long as only this machine reaches the service. Sales may
 * open at each minute, so that visitors need not wait long for one.
 */
function demoSettings(environment: typeof process.env): ReturnType<typeof readSettings> {
  const settings = readSettings(environment);
  const { doorTerms } = settings;
  return {
    ...settings,
    ...(environment['WEBHOOKS_LOCAL'] === undefined && settings.local && { webhooksLocal: true }),
    ...(environment['DOOR_STEP_MINUTES'] === undefined && { doorTerms: { ...doorTerms, stepMinutes: 1 } }),
  };
}

/** Makes an agent with a key, as anybody gets one on a sandbox. Undefined if the settings take real money. */
async function addTestKey({ keyMode }: Settings, { transact }: Storage): Promise<string | undefined> {
  if (keyMode !== 'test') return undefined;
  const made = { clock: systemClock, random: systemRandom, tokenDigests: sha256Digests, keyMode, transact };
  return (await addSandboxAgent(made)()).key.key;
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
    let testKey: string | undefined;
    let lineTrips: LineTrips | undefined;
    let movingBus: MovingBus | undefined;
    let jobs: Jobs | undefined;
    const running = await startService(settings, {
      log,
      aroundMailer: (mailer) => showingCodes(mailer, show),
      aroundSmsSender: (sender) => showingTexts(sender, show),
      openStorage: async (needs) => {
        const storage = await openStorage(settings, needs, log);
        const load = () => storage.inHaste(() => loadSample(settings, storage, systemClock));
        await load();
        const given = {
          clock: systemClock,
          passwords: scryptPasswords({ logN: settings.scryptLogN }),
          random: systemRandom,
        };
        lineTrips = await storage.inHaste(() => addSampleLine(settings, storage, given));
        movingBus = await storage.inHaste(() => addMovingBus(settings, storage, given));
        testKey = await addTestKey(settings, storage);
        jobs = startJobs([loadDaily(settings, systemClock, load), ...(movingBus ? [movingBus.job] : [])], { log });
        return storage;
      },
    });
    process.stdout.write(`${welcome(settings, systemClock(), { testKey, lineTrips, movingBus })}\n`);
    return {
      ...running,
      close: async (withinMs) => {
        await jobs?.stop();
        await running.close(withinMs);
      },
    };
  });
}

await main().catch(exitWithFailure);
