import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readCatalogue } from '../adapters/catalogue-file/read-catalogue.ts';
import { scryptPasswords } from '../adapters/crypto/passwords.ts';
import { systemRandom } from '../adapters/crypto/random.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import { Refusal } from '../core/kernel/refusal.ts';
import { importCatalogue } from '../core/catalogue/import-catalogue.ts';
import { openDataDir } from './data-dir.ts';
import { createLog } from './log.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import { StartFailure, exitWithFailure } from './start-failure.ts';
import { withEndingPapers } from './sample/papers.ts';
import { addSampleStaff, STAFF } from './sample/people.ts';
import { startService } from './start.ts';
import type { Running } from './start.ts';
import { runUntilSignal } from './run-until-signal.ts';
import { openStorage, systemClock } from './dependencies.ts';
import type { Storage } from './dependencies.ts';

/*
 * `npm run demo`: the whole service with a sample catalogue and people to sign in as. The environment may say otherwise
 * wherever it says something.
 */

/** Everybody's, in the sample. */
const PASSWORD = 'demo-1234';
const PASSENGER = { fullName: 'Asha Tamang', email: 'asha@example.com', phone: '9800000001', password: PASSWORD };
const HERE = { ip: '127.0.0.1', userAgent: 'demo' };

/** The sample catalogue, with papers that run out soon, and the staff of two of its companies. */
async function loadSample({ timeZone, scryptLogN }: Settings, { transact }: Storage): Promise<void> {
  const calendar = calendarOf(timeZone);
  const today = calendar.date(systemClock());
  const sample = readCatalogue(await readFile(new URL('sample/catalogue.json', import.meta.url)));
  const file = sample.file && withEndingPapers(sample.file, (days) => calendar.dateAfter(today, days));
  const needs = {
    clock: systemClock,
    random: systemRandom,
    passwords: scryptPasswords({ logN: scryptLogN }),
    transact,
  };
  await importCatalogue({ ...needs, calendar, progress: () => undefined })({
    ...sample,
    file,
    ...(file && { draft: file }),
  });
  await addSampleStaff(needs, PASSWORD);
}

/** Adds a passenger to sign in as, unless an earlier demo has done so. */
async function addPassenger({ useCases }: Running): Promise<void> {
  await useCases.registerPassenger(PASSENGER, HERE).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.kind !== 'conflict') throw error;
  });
}

/** The staff of one company; for the code that they need beside the password, see the mails. */
const MEMBERS: readonly (readonly [email: string, position: string])[] = [
  [
    'himchuli@example.com',
    'an OWNER of a bus company: POST /api/auth/login, portal operator; the code is in the mails',
  ],
  ...STAFF.filter(({ of }) => of === 'himchuli@example.com').map(
    ({ email, position }) => [email, `its ${position}`] as const,
  ),
];

function welcome({ baseUrl, dataDir, host, mqtt, mail, esewa, timeZone, databaseUrl }: Settings): string {
  const tomorrow = calendarOf(timeZone).dateAfter(calendarOf(timeZone).date(systemClock()), 1);
  const broker =
    mqtt.url !== 'embedded'
      ? mqtt.url.replace(/\/\/[^/@]*@/, '//')
      : [`${baseUrl.replace(/^http/, 'ws')}/mqtt`, ...(mqtt.port > 0 ? [`mqtt://${host}:${mqtt.port}`] : [])].join(
          '  and  ',
        );
  return `
  The bus ticket service is running. Everything in it is real but the money.

    Try it in a browser   ${baseUrl}/api/docs
    Find a bus            curl '${baseUrl}/api/trips?origin=Kathmandu&destination=Pokhara&date=${tomorrow}'
    Seats as they change  ${broker}   topic ${mqtt.topicPrefix}/schedules/+/seats
    Mails                 ${mail.url === 'outbox' ? resolve(join(dataDir, 'outbox')) : 'are sent by your mail server'}
    Payments              ${esewa ? 'go to the eSewa merchant of your settings' : 'end on a page of the sandbox: Pay, Fail or Walk away'}
    Database              ${databaseUrl.replace(/\/\/[^/@]*@/, '//')}

    Sign in with the password ${PASSWORD} as
    ${PASSENGER.email.padEnd(29)}a passenger: POST /api/passenger/login
    ${MEMBERS.map(([email, position]) => `${email.padEnd(29)}${position}`).join('\n    ')}
    ${'admin@example.com'.padEnd(29)}an administrator: POST /api/auth/login, portal admin

  Stop it with Ctrl-C. It keeps what it has: start it again and go on.
`;
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  if (settings.production)
    throw new StartFailure(
      'The demo brings sign-ins that everybody knows: it does not run with NODE_ENV=production. Use npm start.',
    );
  const log = createLog(settings.logLevel);
  await runUntilSignal(log, async () => {
    openDataDir(settings.dataDir);
    const running = await startService(settings, {
      log,
      openStorage: async (needs) => {
        const storage = await openStorage(settings, needs, log);
        await loadSample(settings, storage);
        return storage;
      },
    });
    await addPassenger(running);
    process.stdout.write(`${welcome(settings)}\n`);
    return running;
  });
}

await main().catch(exitWithFailure);
