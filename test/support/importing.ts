import { systemRandom } from '../../adapters/crypto/random.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import type { Clock } from '../../core/kernel/time.ts';
import { type ImportReport, importCatalogue } from '../../core/catalogue/import-catalogue.ts';
import { aCatalogue, read, spoiled } from './catalogue-file.ts';
import { handClock, START } from './clock.ts';
import type { Engine } from './engines.ts';

/** Imports the tests' catalogue, with changed values at these JSON pointers. */
export const importInto = (
  {
    transact,
    passengerClientBase,
    gateways,
    writeCalendarEntry,
    roadBounds,
  }: Pick<Engine, 'transact' | 'passengerClientBase' | 'gateways' | 'writeCalendarEntry' | 'roadBounds'>,
  clock: Clock,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<ImportReport> =>
  importCatalogue({
    clock,
    calendar: calendarOf('Asia/Kathmandu'),
    random: systemRandom,
    passwords: { hash: async (password) => `hash of ${password}` },
    transact,
    passengerClientBase,
    gateways,
    writeCalendarEntry,
    roadBounds,
    progress: () => undefined,
  })(read(spoiled(aCatalogue(), changes)));

/** Functions that import into an engine and read what was stored. Before each test the clock returns to START. */
export function importing(engine: () => Engine) {
  const clock = handClock();
  /** The passwords that were hashed. */
  const hashed: string[] = [];
  /** The progress that was reported. */
  const steps: string[] = [];
  beforeEach(() => {
    hashed.length = steps.length = 0;
    clock.set(START);
  });

  const load = (catalogue: object): Promise<ImportReport> =>
    importCatalogue({
      clock,
      calendar: calendarOf('Asia/Kathmandu'),
      random: systemRandom,
      passwords: {
        hash: async (password) => {
          hashed.push(password);
          return `hash of ${password}`;
        },
      },
      transact: (work) => engine().transact(work),
      passengerClientBase: engine().passengerClientBase,
      gateways: engine().gateways,
      writeCalendarEntry: engine().writeCalendarEntry,
      roadBounds: engine().roadBounds,
      progress: (what, done, total) => {
        steps.push(`${what} ${done}/${total}`);
      },
    })(read(catalogue));
  const loadWith = (changes: Readonly<Record<string, unknown>>) => load(spoiled(aCatalogue(), changes));
  const faultsOf = (loading: Promise<unknown>): Promise<readonly string[]> =>
    loading.then(
      () => [],
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'CATALOGUE_FAULTY')
          return error.faults.map(({ field, message }) => `${field}: ${message}`);
        throw error;
      },
    );
  const user = (email: string) => engine().transact(({ users }) => users.findByEmail(email));
  const search = (now = START) =>
    engine().tripSearch.search({ departs: { start: START }, order: 'departure_time', limit: 100 }, now);
  const isEmpty = async () =>
    (await engine().cities.all()).length === 0 &&
    (await search()).length === 0 &&
    (await user('sita@example.com')) === undefined;
  return { clock, hashed, steps, load, loadWith, faultsOf, user, search, isEmpty };
}
