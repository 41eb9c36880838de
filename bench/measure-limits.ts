import { type Generated, citiesOf, SEATS_A_BUS } from './generate.ts';
import {
  type Caught,
  type Fill,
  type Recorded,
  catchOnPostgres,
  catchOnSqlite,
  runOnPostgres,
  runOnSqlite,
} from './limits.ts';
import { APP_SECRET, MERCHANT } from './server.ts';
import { signedData } from './signed-data.ts';
import { below } from './stages.ts';
import { readSettings } from '../app/settings.ts';
import { type UseCases, buildUseCases } from '../app/areas.ts';
import type { Storage } from '../app/storage.ts';
import { buildDependencies } from '../app/dependencies.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { SeatNumber, TripId, UserId } from '../core/kernel/ids.ts';

/** How many times a second the bare database driver runs each selected piece of work. */
export interface Limits {
  readonly search20: number | undefined;
  readonly search100: number | undefined;
  readonly tripDetail: number | undefined;
  readonly seatMap: number | undefined;
  readonly lock: number | undefined;
  readonly flow: number | undefined;
}

const DAY = 86_400_000;

/** Values that can be recognised in recorded statements, so that they can be replaced. */
const TRIP = 911 as TripId;
const SEATS = ['S7', 'S8'] as unknown as readonly SeatNumber[];

interface Database {
  /** `sqlite:FILE` or a Postgres URL. */
  readonly url: string;
  readonly generated: Generated;
  /** Ids of existing passengers. */
  readonly passengers: readonly UserId[];
  readonly seconds: number;
}

/** Measures how fast the bare database driver runs the statements of the use cases. */
export async function measureLimits(
  { url, generated, passengers, seconds }: Database,
  wants: (name: string) => boolean,
): Promise<Limits> {
  const [passenger] = passengers;
  if (passenger === undefined) throw new Error('There is no passenger to measure with.');
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;

  const caughtFrom = (
    work: (useCases: UseCases, forget: () => void) => Promise<unknown>,
  ): Promise<readonly Caught[]> => {
    const recorded: Recorded = (storage, forget) => work(useCasesOn(storage), forget);
    return file === undefined ? catchOnPostgres(url, recorded) : catchOnSqlite(file, recorded);
  };
  /** Runs the work twice, and records the second run. Data that the first run cached is not read again. */
  const caughtAgain = (work: (useCases: UseCases) => Promise<unknown>): Promise<readonly Caught[]> =>
    caughtFrom(async (useCases, forget) => {
      await work(useCases);
      forget();
      await work(useCases);
    });
  const run = async (caught: readonly Caught[], fillOf: (round: number) => Fill): Promise<number> =>
    file === undefined ? runOnPostgres(url, caught, seconds, fillOf) : runOnSqlite(file, caught, seconds, fillOf);

  const elsewhere = (): Fill => {
    const trip = 1 + below(generated.schedules);
    const seat = 1 + 2 * below(SEATS_A_BUS / 2);
    const who = passengers[below(passengers.length)];
    return (value) =>
      value === TRIP
        ? trip
        : value === SEATS[0]
          ? `S${seat}`
          : value === SEATS[1]
            ? `S${seat + 1}`
            : value === passenger
              ? who
              : value;
  };
  const wishes = (date: string) => ({
    ...citiesOf(0),
    date,
    busType: '',
    minFare: '',
    maxFare: '',
    ordering: '',
    after: '',
  });
  const firstDate = new Date(generated.firstDay).toISOString().slice(0, 10);
  const span = calendarOf(settings.timeZone).day(firstDate);
  /** Makes the values of a search for another route and day. */
  const otherWishes = (): Fill => {
    const { origin, destination } = citiesOf(below(generated.routes));
    const shift = DAY * below(generated.days);
    return (value) =>
      value === 'city 0'
        ? origin.toLowerCase()
        : value === 'city 1'
          ? destination.toLowerCase()
          : value === span?.start || value === span?.end
            ? Number(value) + shift
            : value;
  };
  // All statements are recorded before any is repeated, because repeating them takes the seats.
  const search20 = await caughtAgain((useCases) => useCases.searchTrips(wishes(firstDate)));
  const search100 = await caughtAgain((useCases) => useCases.searchTrips(wishes('')));
  const tripDetail = await caughtAgain((useCases) => useCases.viewTrip(TRIP));
  const seatMap = await caughtAgain((useCases) => useCases.viewSeatMap(TRIP));
  const lock = await caughtFrom((useCases) => useCases.lockSeats(passenger, TRIP, SEATS));
  const flow = await caughtFrom((useCases) => journey(useCases, passenger));

  const ifWanted = async (names: readonly string[], caught: readonly Caught[], fillOf: (round: number) => Fill) =>
    names.some(wants) ? run(caught, fillOf) : undefined;
  return {
    search20: await ifWanted(['search20'], search20, otherWishes),
    search100: await ifWanted(['search100'], search100, otherWishes),
    tripDetail: await ifWanted(['tripDetail'], tripDetail, elsewhere),
    seatMap: await ifWanted(['seatMap'], seatMap, elsewhere),
    lock: await ifWanted(['lockSpread', 'lockHot'], lock, elsewhere),
    flow: await ifWanted(['flow'], flow, elsewhere),
  };
}

/** Holds, books, checks out and pays, as one passenger. */
async function journey(useCases: UseCases, passenger: UserId): Promise<void> {
  await useCases.lockSeats(passenger, TRIP, SEATS);
  const { id } = await useCases.createBooking(passenger, {
    tripId: TRIP,
    seatNumbers: SEATS,
    passengers: [],
    seats: 1,
  });
  const { way } = await useCases.startCheckout(passenger, id);
  const { transaction_uuid: uuid = '', total_amount: total = '' } = way.kind === 'form' ? way.fields : {};
  await useCases.handleSuccessCallback(signedData(uuid, total), '127.0.0.1');
}

const settings = readSettings({
  APP_SECRET,
  ESEWA_FORM_URL: 'http://127.0.0.1:9/form',
  ESEWA_STATUS_URL: 'http://127.0.0.1:9/status',
  ESEWA_PRODUCT_CODE: MERCHANT.productCode,
  ESEWA_SECRET_KEY: MERCHANT.secretKey,
  // The rate limit is off on the measured server, too.
  RATE_LIMIT: 'off',
});

const useCasesOn = (storage: Pick<Storage, 'transact' | 'views'>): UseCases =>
  buildUseCases(
    buildDependencies(settings, {
      ...storage,
      notifier: { publish: async () => undefined },
      mailer: { send: async () => undefined },
      smsSender: { send: async () => ({ result: 'sent' }) },
      runInBackground: () => undefined,
      mayLogUnmatched: async () => true,
      takeMail: async () => 0,
      alarm: () => undefined,
    }),
  );
