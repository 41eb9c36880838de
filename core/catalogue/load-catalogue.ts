import type { Account } from '../accounts/account.ts';
import type { AccountStores, NewUser, UserRepo } from '../accounts/ports.ts';
import { takeOver } from '../accounts/reset-password.ts';
import type { DocumentRepo } from '../fleet/document-ports.ts';
import { gateTrips } from '../fleet/gate-trips.ts';
import type { GateStores } from '../fleet/gate-trips.ts';
import type { BusRepo } from '../fleet/ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BusId, SeatNumber, TripId, UserId } from '../kernel/ids.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import { cityKey, routeKey } from '../trips/city.ts';
import type { Catalogue, CatalogueTrip, KnownCatalogue } from './catalogue.ts';
import { foreignBus, inFileOrder } from './catalogue-faults.ts';
import type { CatalogueFile, FileBus, FileOperator, FileRoute, FileUser } from './catalogue-file.ts';
import type { PlannedTrip } from './planned-trips.ts';
import { catalogueFaulty, registeredMeanwhile } from './refusals.ts';

/** Seats whose holds ended. The event belongs to the slice of seats, which this one may not use. */
export interface SeatsLetGo {
  readonly type: 'seats changed';
  readonly tripId: TripId;
  readonly seats: readonly SeatNumber[];
  readonly status: 'AVAILABLE';
}

interface Stores extends Pick<AccountStores, 'users' | 'devices'>, GateStores {
  readonly documents: DocumentRepo;
  readonly buses: BusRepo;
  readonly catalogue: Catalogue;
  readonly events: Recorder<SeatsLetGo>;
}

/** Called with how far a long import has come. */
export type Progress = (what: 'passwords' | 'schedules', done: number, total: number) => void;

export interface Load {
  readonly file: CatalogueFile;
  readonly trips: readonly PlannedTrip[];
  /** The account for somebody who has none. */
  readonly newUser: (person: FileUser, role: NewUser['role'], phone: string | null) => NewUser;
  /** The hash of the file's password for somebody who is new, or whose address was never verified. */
  readonly hashOf: (person: FileUser) => string;
  readonly now: Instant;
  readonly calendar: Calendar;
  readonly progress: Progress;
}

const TRIPS_AT_ONCE = 5_000;

/**
 * Loads a catalogue without faults: first what others refer to. What locks trips comes last, so that passengers wait
 * for a moment and not for the whole of a long import. Answers the ids of the trips by their keys.
 */
export async function loadCatalogue(stores: Stores, load: Load): Promise<ReadonlyMap<string, TripId>> {
  const { catalogue, events } = stores;
  const { file, now } = load;
  await catalogue.takeTurn();
  await catalogue.saveCities(file.cities);
  for (const admin of file.admins) await saveAdmin(stores, admin, load);
  for (const operator of file.operators) await saveOperator(stores, operator, load);

  const { operators, cities } = await catalogue.known();
  const busIds = await saveBuses(stores.buses, operators, file.buses);
  await catalogue.saveRoutes(
    file.routes.map((route) => ({
      source: named(cities, cityKey(route.source)),
      destination: named(cities, cityKey(route.destination)),
    })),
  );
  const judged = await lockBuses(stores, busIds, load);
  await stores.documents.saveListed(
    busIds.map((busId, index) => ({ busId, documents: file.buses[index]?.documents ?? [] })),
    now,
  );
  const { ids, differing } = await addTrips(stores, load);

  const faults = [
    ...(await changeTrips(catalogue, differing, now)),
    ...(await saveSeatMaps(stores.buses, busIds, load)),
  ];
  if (faults.length > 0) throw catalogueFaulty(inFileOrder(faults));
  await gateTrips(stores, load.calendar, judged);
  for (const { tripId, seats } of await catalogue.dropStrandedHolds(now)) {
    await events.record({ type: 'seats changed', tripId, seats, status: 'AVAILABLE' }, now);
  }
  return ids;
}

/** Locks the buses of the file and those that its schedules name, before their trips are. */
async function lockBuses(
  { buses, documents }: Stores,
  busIds: readonly BusId[],
  { file }: Load,
): Promise<readonly BusId[]> {
  const fleet = await buses.known();
  const all = new Set([...busIds, ...file.schedules.map(({ bus }) => named(fleet, bus).id)]);
  await documents.lockOf([...all]);
  return [...all];
}

async function saveBuses(
  buses: BusRepo,
  operators: KnownCatalogue['operators'],
  rows: readonly FileBus[],
): Promise<readonly BusId[]> {
  const saved = await buses.save(
    rows.map(({ operator, documents, ...bus }) => ({ ...bus, operatorId: named(operators, operator) })),
  );
  // Another company has added it since the file was checked.
  const faults = rows.flatMap(({ registrationNo }, index) =>
    saved[index] === 'foreign' ? [foreignBus(`/buses/${index}`, registrationNo)] : [],
  );
  if (faults.length > 0) throw catalogueFaulty(faults);
  return saved.filter((id) => id !== 'foreign');
}

interface FileTrip {
  readonly planned: PlannedTrip;
  readonly trip: CatalogueTrip;
}

/** Adds the new trips, and finds those that have to change. */
async function addTrips({ buses, catalogue }: Stores, { trips, progress }: Load) {
  const [known, fleet] = [await catalogue.known(), await buses.known()];
  const ids = new Map<string, TripId>();
  const differing: FileTrip[] = [];
  for (let start = 0; start < trips.length; start += TRIPS_AT_ONCE) {
    const batch = trips.slice(start, start + TRIPS_AT_ONCE).map((planned): FileTrip => ({
      planned,
      trip: catalogueTrip(planned, known, named(fleet, planned.schedule.bus).id),
    }));
    const added = await catalogue.addTrips(batch.map(({ trip }) => trip));
    added.forEach(({ id, differs }, index) => {
      const one = batch[index];
      if (!one) return;
      ids.set(one.trip.key, id);
      if (differs) differing.push(one);
    });
    progress('schedules', start + batch.length, trips.length);
  }
  return { ids, differing };
}

async function changeTrips(catalogue: Catalogue, trips: readonly FileTrip[], now: Instant): Promise<Fault[]> {
  const outcomes = await catalogue.changeTrips(
    trips.map(({ trip }) => trip),
    now,
  );
  return trips.flatMap(({ planned: { row, key } }, index) =>
    outcomes[index] === 'sold'
      ? [
          {
            field: `/schedules/${row}/bus`,
            message: `cannot change now: ${key} is booked on another bus, or on this one with other seats`,
          },
        ]
      : [],
  );
}

async function saveSeatMaps(buses: BusRepo, busIds: readonly BusId[], { file, now }: Load): Promise<Fault[]> {
  const outcomes = await buses.saveSeatMaps(
    busIds.map((busId, index) => ({ busId, seatMap: file.buses[index]?.seatMap ?? null })),
    now,
  );
  return outcomes.flatMap((outcome, index) =>
    outcome === 'sold'
      ? [{ field: `/buses/${index}/seat_map`, message: 'cannot come or go now: the bus is booked for trips ahead' }]
      : [],
  );
}

function catalogueTrip(
  { key, departsAt, arrivesAt, schedule }: PlannedTrip,
  known: KnownCatalogue,
  busId: BusId,
): CatalogueTrip {
  const { fare, status } = schedule;
  return {
    key,
    departsAt,
    arrivesAt,
    fare,
    status,
    busId,
    routeId: named(known.routes, keyOfRoute(schedule, known)),
  };
}

const keyOfRoute = ({ source, destination }: FileRoute, { cities }: KnownCatalogue): string =>
  routeKey(named(cities, cityKey(source)), named(cities, cityKey(destination)));

async function saveAdmin(stores: Stores, admin: FileUser, load: Load): Promise<void> {
  const { users } = stores;
  const known = await ownAccount(stores, admin, load);
  if (!known) {
    await added(users, load.newUser(admin, 'ADMIN', null));
    return;
  }
  // Somebody has verified the address, as something else, since the file was checked.
  if (known.role !== 'ADMIN' && known.emailVerified) throw registeredMeanwhile(admin.email);
  if (known.role !== 'ADMIN') await users.changeRole(known.id, 'ADMIN');
  await bringUpToDate(users, known, admin.fullName, known.phone);
}

async function saveOperator(stores: Stores, operator: FileOperator, load: Load): Promise<void> {
  const { users } = stores;
  const known = await ownAccount(stores, operator, load);
  if (known) await bringUpToDate(users, known, operator.fullName, operator.phone);
  const id = known?.id ?? (await added(users, load.newUser(operator, 'OPERATOR', operator.phone)));
  const isOperator = known?.roles.includes('OPERATOR') === true && known.companyName === operator.companyName;
  if (!isOperator) await users.ensureOperator(id, operator.companyName, load.now);
}

/** The account with this person's address. One that was never verified may be a stranger's, and is taken over. */
async function ownAccount(stores: Stores, person: FileUser, { hashOf }: Load): Promise<Account | undefined> {
  const known = await stores.users.findByEmail(person.email);
  if (!known || known.emailVerified) return known;
  const account = await stores.users.lock(known.id);
  if (account && !account.emailVerified) await takeOver(stores, account, hashOf(person));
  return account;
}

/** Writes a row only if it has changed, so that signing in does not have to wait for the import. */
async function bringUpToDate(users: UserRepo, known: Account, fullName: string, phone: string | null): Promise<void> {
  if (known.fullName === fullName && known.phone === phone) return;
  if (!(await users.saveProfile(known.id, { fullName, phone }))) throw registeredMeanwhile(known.email);
}

async function added(users: UserRepo, user: NewUser): Promise<UserId> {
  const id = await users.add(user);
  if (typeof id === 'string') throw registeredMeanwhile(user.email);
  return id;
}

/** A value that must be there: it was checked before the load, or saved during it. */
function named<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined) throw new Error(`The catalogue has lost ${name}.`);
  return value;
}
