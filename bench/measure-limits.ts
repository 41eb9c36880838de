import { citiesOf, SEATS_A_BUS } from './generate.ts';
import type { Generated } from './generate.ts';
import { catchOnPostgres, catchOnSqlite, runOnPostgres, runOnSqlite } from './limits.ts';
import type { Caught, Fill } from './limits.ts';
import { MERCHANT } from './server.ts';
import { signedData } from './signed-data.ts';
import { readSettings } from '../app/settings.ts';
import { buildService } from '../app/service.ts';
import type { Service } from '../app/service.ts';
import { buildWorld } from '../app/world.ts';
import type { Keep } from '../app/world.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { SeatNumber, TripId, UserId } from '../core/kernel/ids.ts';

/** Rounds a second of each piece of work, bare. */
export interface Limits {
  readonly search20: number;
  readonly search100: number;
  readonly tripDetail: number;
  readonly seatMap: number;
  readonly lock: number;
  /** The statement alone that takes the seats. */
  readonly lockStatement: number;
  readonly flow: number;
}

const DAY = 86_400_000;

/** Values that stand out, so that others can take their places. */
const TRIP = 911 as TripId;
const SEATS = ['S7', 'S8'] as unknown as readonly SeatNumber[];

interface Database {
  /** `sqlite:FILE` or a Postgres URL. */
  readonly url: string;
  readonly generated: Generated;
  /** Keys of passengers that exist. */
  readonly passengers: readonly UserId[];
  readonly seconds: number;
}

/** Measures what the bare drivers do with the statements that the use cases send. */
export async function measureLimits({ url, generated, passengers, seconds }: Database): Promise<Limits> {
  const [passenger] = passengers;
  if (passenger === undefined) throw new Error('There is no passenger to measure with.');
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined;

  const caughtFrom = (work: (service: Service) => Promise<unknown>): Promise<readonly Caught[]> => {
    const withKeep = (keep: Pick<Keep, 'transact' | 'screens'>): Promise<unknown> => work(serviceOn(keep));
    return file === undefined ? catchOnPostgres(url, withKeep) : catchOnSqlite(file, withKeep);
  };
  const run = async (caught: readonly Caught[], fillOf: (round: number) => Fill): Promise<number> =>
    file === undefined ? runOnPostgres(url, caught, seconds, fillOf) : runOnSqlite(file, caught, seconds, fillOf);

  const below = (count: number): number => Math.floor(Math.random() * count);
  const elsewhere = (): Fill => {
    const trip = 1 + below(generated.schedules);
    const seat = 1 + 2 * below(SEATS_A_BUS / 2);
    const who = passengers[below(passengers.length)];
    return (value) => (value === TRIP ? trip : value === SEATS[0] ? `S${seat}` : value === SEATS[1] ? `S${seat + 1}` : value === passenger ? who : value);
  };
  const wishes = (date: string) => ({ ...citiesOf(0), date, busType: '', minFare: '', maxFare: '', ordering: '' });
  const firstDate = new Date(generated.firstDay).toISOString().slice(0, 10);
  const span = calendarOf(settings.timeZone).day(firstDate);
  /** The same search of another route and day, as callers ask for them. */
  const otherWishes = (): Fill => {
    const { origin, destination } = citiesOf(below(generated.routes));
    const later = DAY * below(generated.days);
    return (value) => value === 'city 0' ? origin.toLowerCase() : value === 'city 1' ? destination.toLowerCase()
      : value === span?.start || value === span?.end ? Number(value) + later : value;
  };
  // Everything is caught before anything runs: afterwards the seats are taken.
  const search20 = await caughtFrom((service) => service.searchTrips(wishes(firstDate)));
  const search100 = await caughtFrom((service) => service.searchTrips(wishes('')));
  const tripDetail = await caughtFrom((service) => service.viewTrip(TRIP));
  const seatMap = await caughtFrom((service) => service.viewSeatMap(TRIP));
  const lock = await caughtFrom((service) => service.lockSeats(passenger, TRIP, SEATS));
  const lockStatement = lock.filter((step) => typeof step !== 'string' && /insert into seat_locks/.test(step.text));
  const flow = await caughtFrom((service) => journey(service, passenger));

  return {
    search20: await run(search20, otherWishes),
    search100: await run(search100, otherWishes),
    tripDetail: await run(tripDetail, elsewhere),
    seatMap: await run(seatMap, elsewhere),
    lock: await run(lock, elsewhere),
    lockStatement: await run(lockStatement, elsewhere),
    flow: await run(flow, elsewhere),
  };
}

/** Hold, book, check out and pay, as one passenger. */
async function journey(service: Service, passenger: UserId): Promise<void> {
  await service.lockSeats(passenger, TRIP, SEATS);
  const { id } = await service.createBooking(passenger, { tripId: TRIP, seatNumbers: SEATS, passengers: [], seats: 1 });
  const { form } = await service.startCheckout(passenger, id);
  await service.settlePayment(signedData(form.fields.transaction_uuid, form.fields.total_amount));
}

const settings = readSettings({
  APP_SECRET: 'only for the benchmark, thirty-two letters or more',
  ESEWA_FORM_URL: 'http://127.0.0.1:9/form', ESEWA_STATUS_URL: 'http://127.0.0.1:9/status',
  ESEWA_PRODUCT_CODE: MERCHANT.productCode, ESEWA_SECRET_KEY: MERCHANT.secretKey,
});

const serviceOn = (keep: Pick<Keep, 'transact' | 'screens'>): Service =>
  buildService(buildWorld(settings, { ...keep, notifier: { publish: async () => undefined }, mailer: { send: async () => undefined }, later: () => undefined }));
