import { fitBlocks } from '../blocks/fit-blocks.ts';
import type { FitStores } from '../blocks/fit-blocks.ts';
import type { Account } from '../accounts/account.ts';
import type { AccountStores, NewUser, UserRepo } from '../accounts/ports.ts';
import { takeOver } from '../accounts/reset-password.ts';
import type { StaffRepo } from '../companies/ports.ts';
import type { DocumentRepo } from '../fleet/document-ports.ts';
import { gateTrips } from '../fleet/gate-trips.ts';
import type { GateStores } from '../fleet/gate-trips.ts';
import type { BusRepo, TripsAhead } from '../fleet/ports.ts';
import { keyOfRegistration } from '../fleet/registration.ts';
import type { SeatsOfTripChanged } from '../fleet/replace-seat-map.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { BusId, TripId, UserId } from '../kernel/ids.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import { letGoOfHolds } from '../seats/let-go.ts';
import type { LettingGoStores } from '../seats/let-go.ts';
import type { Trail } from '../trail/trail.ts';
import { cityKey, routeKey } from '../trips/city.ts';
import type { Catalogue, CatalogueTrip, KnownCatalogue } from './catalogue.ts';
import { inFileOrder } from './catalogue-faults.ts';
import type { CatalogueFile, FileOperator, FileRoute, FileUser } from './catalogue-file.ts';
import { knownToFile } from './known-catalogue.ts';
import { loadBuses, loadSeatMaps, tripsOfResized } from './load-buses.ts';
import { loadCities } from './load-cities.ts';
import type { PlannedTrip } from './planned-trips.ts';
import { catalogueFaulty, registeredMeanwhile } from './refusals.ts';

interface Stores extends Pick<AccountStores, 'users' | 'devices'>, GateStores, FitStores, LettingGoStores {
  readonly staff: Pick<StaffRepo, 'ofUser'>;
  readonly documents: DocumentRepo;
  readonly buses: BusRepo;
  readonly catalogue: Catalogue;
  readonly tripsAhead: TripsAhead;
  readonly events: Recorder<SeatsOfTripChanged>;
  readonly trail: Trail;
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

/** What a load has done. */
export interface Loaded {
  /** The ids of the trips by their keys. */
  readonly trips: ReadonlyMap<string, TripId>;
  /** How much of what people did in the office was left as it is, although the file says otherwise. */
  readonly kept: number;
}

/**
 * Loads a catalogue without faults: first what others refer to. What locks trips comes last, so that passengers wait
 * for a moment and not for the whole of a long import.
 */
export async function loadCatalogue(stores: Stores, load: Load): Promise<Loaded> {
  const { buses, catalogue, documents, events } = stores;
  const { file, now } = load;
  await catalogue.takeTurn();
  const keptCities = await loadCities(stores, file.cities);
  for (const admin of file.admins) await saveAdmin(stores, admin, load);
  const keptOperators = new Set<string>();
  for (const operator of file.operators)
    if ((await saveOperator(stores, operator, load)) === 'kept') keptOperators.add(operator.email);

  const { operators, cities, demoted } = await knownToFile(stores, file.operators);
  for (const email of demoted) keptOperators.add(email);
  const owned = file.buses.map((bus) => ({ ...bus, operatorId: named(operators, bus.operator) }));
  const loaded = await loadBuses(buses, owned, now);
  await catalogue.saveRoutes(
    file.routes.map((route) => ({
      source: named(cities, cityKey(route.source)),
      destination: named(cities, cityKey(route.destination)),
    })),
  );
  const judged = await lockBuses(
    stores,
    loaded.map(({ bus }) => bus.id),
    load,
  );
  const keptDocuments = await documents.saveListed(
    loaded.map(({ bus, row }) => ({ busId: bus.id, documents: row.documents })),
    now,
  );
  const { ids, differing } = await addTrips(stores, load);

  const changing = await changeTrips(catalogue, differing, now);
  const resized = await tripsOfResized(stores, loaded, now);
  const seatMaps = await loadSeatMaps(stores, loaded, now);
  const faults = [...changing.faults, ...resized.faults, ...seatMaps.faults];
  if (faults.length > 0) throw catalogueFaulty(inFileOrder(faults));
  await gateTrips(stores, load.calendar, judged);
  const changed = changing.changed.flatMap(({ trip }) => ids.get(trip.key) ?? []);
  await letGoOfHolds(stores, changed, now);
  await fitBlocks(stores, [...changed, ...resized.trips], now);
  for (const { tripId, seats } of await catalogue.dropStrandedHolds(now)) {
    await events.record({ type: 'seats changed', tripId, seats, status: 'AVAILABLE' }, now);
  }
  const keptBuses = new Set([...loaded.filter(({ isKept }) => isKept).map(({ bus }) => bus.id), ...seatMaps.kept]);
  const kept = keptCities + keptOperators.size + keptBuses.size + keptDocuments + changing.kept;
  return { trips: ids, kept };
}

/** Locks the buses of the file and those that its schedules name, before their trips are. */
async function lockBuses(
  { buses, documents }: Stores,
  busIds: readonly BusId[],
  { file }: Load,
): Promise<readonly BusId[]> {
  const fleet = await buses.known();
  const all = new Set([...busIds, ...file.schedules.map(({ bus }) => named(fleet, keyOfRegistration(bus)).id)]);
  await documents.lockOf([...all]);
  return [...all];
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
      trip: catalogueTrip(planned, known, named(fleet, keyOfRegistration(planned.schedule.bus)).id),
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

interface ChangedTrips {
  readonly changed: readonly FileTrip[];
  /** How many were left as somebody in the office had them. */
  readonly kept: number;
  readonly faults: readonly Fault[];
}

async function changeTrips(catalogue: Catalogue, trips: readonly FileTrip[], now: Instant): Promise<ChangedTrips> {
  const outcomes = await catalogue.changeTrips(
    trips.map(({ trip }) => trip),
    now,
  );
  const those = (outcome: (typeof outcomes)[number]) => trips.filter((_, index) => outcomes[index] === outcome);
  return {
    changed: those('changed'),
    kept: those('kept').length,
    faults: those('sold').map(({ planned: { row, key } }) => ({
      field: `/schedules/${row}/bus`,
      message: `cannot change now: ${key} is booked on another bus, or on this one with other seats`,
    })),
  };
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

/** `kept`: the company has another name than in the file, and keeps it. */
async function saveOperator(stores: Stores, operator: FileOperator, load: Load): Promise<'saved' | 'kept'> {
  const { users } = stores;
  const known = await ownAccount(stores, operator, load);
  if (known) await bringUpToDate(users, known, operator.fullName, operator.phone);
  const id = known?.id ?? (await added(users, load.newUser(operator, 'OPERATOR', operator.phone)));
  const isNamedSo = known?.companyName === operator.companyName;
  const isKept = !isNamedSo && (await wasRenamed(stores, known));
  if (!isNamedSo || !known.roles.includes('OPERATOR'))
    await users.ensureOperator(id, isKept ? undefined : operator.companyName, load.now);
  return isKept ? 'kept' : 'saved';
}

/** Whether the company of an account was given a name by its own people. */
async function wasRenamed({ trail }: Stores, account: Account | undefined): Promise<boolean> {
  if (!account?.operatorId) return false;
  const entries = await trail.of({ type: 'operator', id: account.operatorId });
  return entries.some(({ kind, changes }) => kind === 'COMPANY_CHANGED' && 'company_name' in changes);
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
