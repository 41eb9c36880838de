import { writeCalendarEntry } from '../../adapters/icalendar/calendar-entry.ts';
import { readFile } from 'node:fs/promises';
import { readCatalogue } from '../../adapters/catalogue-file/read-catalogue.ts';
import { draws } from '../../adapters/crypto/draws.ts';
import { scryptPasswords } from '../../adapters/crypto/passwords.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import type { CatalogueFile } from '../../core/catalogue/catalogue-file.ts';
import { importCatalogue } from '../../core/catalogue/import-catalogue.ts';
import type { Passwords } from '../../core/accounts/crypto-ports.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import type { Random } from '../../core/kernel/random.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { Clock } from '../../core/kernel/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { openGateways } from '../gateways.ts';
import type { Storage } from '../storage.ts';
import type { Settings } from '../settings.ts';
import { addSampleAgency } from './agency.ts';
import { withEndingPapers } from './papers.ts';
import { addPast } from './past/add-past.ts';
import { CLERK, memberOf } from './past/cast.ts';
import { pastSchedules } from './past/departures.ts';
import { pastService } from './past/service.ts';
import { addToday } from './past/today.ts';
import { FIRST_DAY, weekOf } from './past/week.ts';
import { addSampleStaff } from './people.ts';
import { addSamplePoints } from './points.ts';
import { addSampleTimetables } from './timetables.ts';

/**
 * Loads the sample: the catalogue with bus documents that soon expire, staff of two companies, an agency, timetables,
 * and past sales. If the database already has the sample, updates the catalogue and opens the clerk's next shift, and
 * adds nothing twice. Returns the actions of the sample that the service refused.
 */
export async function loadSample(
  settings: Settings,
  storage: Storage,
  clock: Clock,
  random: Random = systemRandom,
): Promise<readonly Refusal[]> {
  const now = clock();
  const { transact, views } = storage;
  const calendar = calendarOf(settings.timeZone);
  const week = weekOf(calendar, now);
  const passwords = hashedOnce(scryptPasswords({ logN: settings.scryptLogN }));
  const file = await sampleFile((days) => week.day(days));
  const service = pastService(settings, storage, { begin: week.at(FIRST_DAY, '06:00'), passwords, random });
  const load = importing(settings, storage, { passwords, random });

  const isNew = !(await hasWorked(storage));
  const tripIds = new Map<string, TripId>();
  if (isNew) {
    const before = await load({ ...file, schedules: pastSchedules(file, week) }, service.now);
    for (const [key, id] of before.schedules) tripIds.set(key, id);
    await addSampleStaff({ clock: service.now, random, passwords, transact });
  }
  for (const [key, id] of (await load(file, clock)).schedules) tripIds.set(key, id);
  await addSamplePoints({ transact, views }, [...tripIds.values()]);
  await addSampleStaff({ clock, random, passwords, transact });
  await addSampleAgency({ clock, random, passwords, transact });
  const setting = { service, week, file, tripIds, now };
  const refusals = isNew ? await addPast(setting) : await addToday(setting);
  await addSampleTimetables({
    clock,
    calendar,
    timetableDays: settings.timetableDays,
    quotas: settings.quotas,
    doorTerms: settings.doorTerms,
    draws,
    transact,
    views,
  });
  return refusals;
}

/** Returns a function that imports a catalogue file at a moment of a clock. */
export const importing =
  (settings: Settings, { transact }: Pick<Storage, 'transact'>, made: Pick<Dependencies, 'passwords' | 'random'>) =>
  (wanted: CatalogueFile, clock: Clock) =>
    importCatalogue({
      ...made,
      clock,
      calendar: calendarOf(settings.timeZone),
      transact,
      progress: () => undefined,
      passengerClientBase: settings.passengerClientBase,
      writeCalendarEntry: writeCalendarEntry(settings),
      roadBounds: settings.roadBounds,
      gateways: openGateways({ ...settings, sandboxKey: undefined }).gateways,
    })({
      file: wanted,
      draft: wanted,
      faults: [],
    });

/** Reads the sample catalogue. Some papers of its buses end soon. */
export async function sampleFile(dayAhead: (days: number) => string): Promise<CatalogueFile> {
  const { file } = readCatalogue(await readFile(new URL('catalogue.json', import.meta.url)));
  if (!file) throw new Error('The sample catalogue is not valid.');
  return withEndingPapers(file, dayAhead);
}

/** Whether this database already contains the sample's past. If it does, the clerk has shifts. */
async function hasWorked({ transact, views }: Storage): Promise<boolean> {
  const clerk = await memberOf({ transact }, CLERK);
  if (!clerk) return false;
  const { rows } = await views.shiftViews.list({ operatorId: clerk.operatorId }, { limit: 1 });
  return rows.length > 0;
}

/** Hashes the password of the sample only once, because hashing is slow on purpose. All accounts share it. */
function hashedOnce(passwords: Passwords): Passwords {
  const known = new Map<string, Promise<string>>();
  return {
    ...passwords,
    hash(password) {
      const hash = known.get(password) ?? passwords.hash(password);
      known.set(password, hash);
      return hash;
    },
  };
}
