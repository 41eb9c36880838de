import type { Account } from '../accounts/account.ts';
import type { NewUser, UserRepo } from '../accounts/ports.ts';
import type { TripId, UserId } from '../kernel/ids.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import { cityKey, routeKey } from './catalogue.ts';
import type { Catalogue, CatalogueTrip, KnownCatalogue } from './catalogue.ts';
import type { CatalogueFile, FileOperator, FileRoute, FileUser } from './catalogue-file.ts';
import type { PlannedTrip } from './planned-trips.ts';
import { catalogueFaulty, registeredMeanwhile } from './refusals.ts';

interface Stores {
  readonly users: UserRepo;
  readonly catalogue: Catalogue;
}

/** How far a long import is. */
export type Progress = (what: 'passwords' | 'schedules', done: number, total: number) => void;

export interface Load {
  readonly file: CatalogueFile;
  readonly trips: readonly PlannedTrip[];
  /** The account that somebody of the file gets who has none. */
  readonly newUser: (person: FileUser, role: NewUser['role'], phone: string | null) => NewUser;
  readonly now: Instant;
  readonly progress: Progress;
}

const TRIPS_AT_ONCE = 5_000;

/** Loads a catalogue without faults, everything in the order in which it refers to each other. Answers the keys of the trips. */
export async function loadCatalogue({ users, catalogue }: Stores, load: Load): Promise<ReadonlyMap<string, TripId>> {
  const { file, now } = load;
  await catalogue.saveCities(file.cities);
  for (const admin of file.admins) await saveAdmin(users, admin, load);
  for (const operator of file.operators) await saveOperator(users, operator, load);

  const { operators, cities } = await catalogue.known();
  refuseSold(
    await catalogue.saveBuses(file.buses.map(({ operator, ...bus }) => ({ ...bus, operatorId: named(operators, operator) })), now),
    (index) => ({ field: `/buses/${index}/seat_map`, message: 'cannot come or go now: the bus is booked for trips ahead' }),
  );
  await catalogue.saveRoutes(file.routes.map((route) => ({
    source: named(cities, cityKey(route.source)), destination: named(cities, cityKey(route.destination)),
  })));
  return saveTrips(catalogue, load);
}

async function saveTrips(catalogue: Catalogue, { trips, now, progress }: Load): Promise<ReadonlyMap<string, TripId>> {
  const known = await catalogue.known();
  const ids = new Map<string, TripId>();
  for (let start = 0; start < trips.length; start += TRIPS_AT_ONCE) {
    const batch = trips.slice(start, start + TRIPS_AT_ONCE);
    const saved = await catalogue.saveTrips(batch.map((trip) => catalogueTrip(trip, known)), now);
    refuseSold(saved, (index) => ({
      field: `/schedules/${batch[index]?.row ?? 0}/bus`, message: `cannot change now: ${batch[index]?.key ?? ''} is booked on another bus`,
    }));
    batch.forEach(({ key }, index) => { ids.set(key, saved[index] as TripId); });
    progress('schedules', start + batch.length, trips.length);
  }
  return ids;
}

function catalogueTrip({ key, departsAt, arrivesAt, schedule }: PlannedTrip, known: KnownCatalogue): CatalogueTrip {
  const { fare, status, bus } = schedule;
  return { key, departsAt, arrivesAt, fare, status, busId: named(known.buses, bus), routeId: named(known.routes, keyOfRoute(schedule, known)) };
}

const keyOfRoute = ({ source, destination }: FileRoute, { cities }: KnownCatalogue): string =>
  routeKey(named(cities, cityKey(source)), named(cities, cityKey(destination)));

async function saveAdmin(users: UserRepo, admin: FileUser, { newUser }: Load): Promise<void> {
  const known = await users.findByEmail(admin.email);
  if (known) await bringUpToDate(users, known, admin.fullName, known.phone);
  else await added(users, newUser(admin, 'ADMIN', null));
}

async function saveOperator(users: UserRepo, operator: FileOperator, { newUser, now }: Load): Promise<void> {
  const known = await users.findByEmail(operator.email);
  if (known) await bringUpToDate(users, known, operator.fullName, operator.phone);
  const id = known?.id ?? (await added(users, newUser(operator, 'OPERATOR', operator.phone)));
  const isOperator = known?.roles.includes('OPERATOR') === true && known.companyName === operator.companyName;
  if (!isOperator) await users.ensureOperator(id, operator.companyName, now);
}

/** A row that is as it should be is not written: nobody who signs in meanwhile has to wait for it. */
async function bringUpToDate(users: UserRepo, known: Account, fullName: string, phone: string | null): Promise<void> {
  if (known.fullName !== fullName || known.phone !== phone) await users.saveProfile(known.id, { fullName, phone });
}

async function added(users: UserRepo, user: NewUser): Promise<UserId> {
  const id = await users.add(user);
  if (typeof id === 'string') throw registeredMeanwhile(user.email);
  return id;
}

function refuseSold(saved: readonly unknown[], faultAt: (index: number) => Fault): void {
  const faults = saved.flatMap((id, index) => (id === 'sold' ? [faultAt(index)] : []));
  if (faults.length > 0) throw catalogueFaulty(faults);
}

/** What was looked up before the load and saved during it is there. */
function named<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined) throw new Error(`The catalogue has lost ${name}.`);
  return value;
}
