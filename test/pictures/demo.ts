import { createLog } from '../../app/log.ts';
import { loadSample } from '../../app/sample/load.ts';
import { drawsOf } from '../../app/sample/past/draws.ts';
import { readSettings } from '../../app/settings.ts';
import { type Running, startService } from '../../app/start.ts';
import { openStorage } from '../../app/storage.ts';
import type { Account } from '../../core/accounts/account.ts';
import type { Random } from '../../core/kernel/random.ts';
import { type Instant, minutesAfter } from '../../core/kernel/time.ts';

/* The demo at a fixed moment, with the same random values in each run, so that its pages look the same in each run. */

/** Monday 23 November 2026, 13:10 in Kathmandu. */
const MOMENT = Date.UTC(2026, 10, 23, 7, 25) as Instant;

export interface Demo extends Running {
  readonly now: Instant;
  /** The session that the portal stores for a person who has signed in. */
  readonly sessionOf: (email: string) => Promise<object>;
}

/** Starts the demo on a free port, with its files in `dataDir`. */
export async function startDemo(dataDir: string, port: number): Promise<Demo> {
  const clock = () => MOMENT;
  const random = repeatable();
  const settings = readSettings({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: 'sqlite::memory:',
    APP_SECRET: 'only for pictures, forty letters long...',
    MQTT_PORT: '0',
    SCRYPT_LOG_N: '4',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
  });
  const running = await startService(settings, {
    log: createLog(settings.logLevel),
    clock,
    random,
    runsJobs: false,
    openStorage: async (needs) => {
      const storage = await openStorage(settings, needs);
      await storage.inHaste(() => loadSample(settings, storage, clock, random));
      return storage;
    },
  });
  const { tokens, transact } = running.dependencies;
  return {
    ...running,
    now: MOMENT,
    sessionOf: async (email) => {
      const account = await transact(({ users }) => users.findByEmail(email));
      if (!account) throw new Error(`${email} is no account of the demo.`);
      return { access: accessOf(account), refresh: 'none is needed', user: userOf(account), at: MOMENT };
    },
  };

  function accessOf({ id: userId, role, tokenVersion }: Account): string {
    return tokens.issueAccess({ userId, role, tokenVersion }, minutesAfter(MOMENT, 60));
  }
}

const userOf = ({ id, email, fullName, role }: Account) => ({ id, email, full_name: fullName, role });

/** Random values that are the same in each run. Unlike those of the service, they can be guessed. */
function repeatable(): Random {
  const draws = drawsOf('pictures');
  const letters = (alphabet: string, count: number): string =>
    Array.from({ length: count }, () => alphabet.charAt(draws.between(0, alphabet.length - 1))).join('');
  const digits = (count: number): string => letters('0123456789', count);
  const hex = (count: number): string => letters('0123456789abcdef', count);
  return { digits, letters, uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}` };
}
