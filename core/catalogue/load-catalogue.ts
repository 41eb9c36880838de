import { fitBlocks } from '../seats/change-blocks.ts';
import type { Account } from '../accounts/account.ts';
import type { NewUser, UserRepo } from '../accounts/ports.ts';
import { takeOver } from '../accounts/reset-password.ts';
import { gateTrips } from '../fleet/gate-trips.ts';
import type { BusRepo } from '../fleet/ports.ts';
import { keyOfRegistration } from '../fleet/registration.ts';
import type { BusId, TripId, UserId } from '../kernel/ids.ts';
import type { RoadBounds } from '../kernel/coordinates.ts';
import type { Fault } from '../kernel/refusal.ts';
import type { Instant } from '../kernel/time.ts';
import { endHolds, recordEndedHolds } from '../seats/release-seats.ts';
import { cityKey, routeKey } from '../trips/city.ts';
import type { MailingWorld } from '../payments/world.ts';
import { endCancelled, endLeftovers, lockStatusChanges } from './cancel-trips.ts';
import type { CatalogueTrip, KnownCatalogue } from './catalogue.ts';
import { inFileOrder } from './catalogue-faults.ts';
import type { CatalogueFile, FileOperator, FileRoute, FileUser } from './catalogue-file.ts';
import { knownFleet, knownToFile } from './known-catalogue.ts';
import { type LoadedBus, loadBuses, loadSeatMaps, tripsOfResized } from './load-buses.ts';
import { loadCities } from './load-cities.ts';
import { loadPlaces } from './load-places.ts';
import type { PlannedTrip } from './planned-trips.ts';
import { catalogueFaulty, registeredMeanwhile } from './refusals.ts';
import type { CatalogueStores } from './world.ts';

/** Called with the progress of a long import. */
export type Progress = (what: 'passwords' | 'schedules', done: number, total: number) => void;

export interface Load extends MailingWorld {
  readonly file: CatalogueFile;
  readonly trips: readonly PlannedTrip[];
  /** Makes the account of a person who has no account yet. */
  readonly newUser: (person: FileUser, role: NewUser['role'], phone: string | null) => NewUser;
  /** The hash of the password in the file, for a person with a new account or an unverified e-mail address. */
  readonly hashOf: (person: FileUser) => string;
  /** The moment when the import began. */
  readonly now: Instant;
  readonly progress: Progress;
  readonly roadBounds: RoadBounds;
}

const TRIPS_AT_ONCE = 5_000;

export interface Loaded {
  /** The ids of all trips in the file, by the trip's key. */
  readonly trips: ReadonlyMap<string, TripId>;
  /**
   * The number of rows that differ from the file because a company or an administrator changed them. The import does
   * not change such rows.
   */
  readonly kept: number;
}

/**
 * Loads a catalogue without faults. Saves each row after the rows that it refers to. Locks trips last, so that
 * passengers wait only a moment, not for the whole import.
 */
export async function loadCatalogue(stores: CatalogueStores, load: Load): Promise<Loaded> {
  const { buses, catalogue, documents } = stores;
  const { file, now } = load;
  await catalogue.takeTurn();
  const keptCities = await loadCities(stores, file.cities, load.roadBounds);
  for (const admin of file.admins) await saveAdmin(stores, admin, load);
  const keptOperators = new Set<string>();
  for (const operator of file.operators)
    if ((await saveOperator(stores, operator, load)) === 'kept') keptOperators.add(operator.email);

  const { operators, cities, demoted } = await knownToFile(stores, file.operators);
  for (const email of demoted) keptOperators.add(email);
  const keptPlaces = await loadPlaces(stores, file.places, { cities, operators }, load.roadBounds);
  const owned = file.buses.map((bus) => ({ ...bus, operatorId: named(operators, bus.operator) }));
  const loaded = await loadBuses(stores, owned, now);
  const busOf = await busesOfFile(buses, loaded);
  await catalogue.saveRoutes(
    file.routes.map((route) => ({
      source: named(cities, cityKey(route.source)),
      destination: named(cities, cityKey(route.destination)),
    })),
  );
  const judged = await lockBuses(stores, loaded, busOf, load);
  const keptDocuments = await documents.saveListed(
    loaded.map(({ bus, row }) => ({ busId: bus.id, documents: row.documents })),
    now,
  );
  const { ids, differing } = await addTrips(stores, busOf, load);

  const changing = await changeTrips(stores, differing, load);
  const resized = await tripsOfResized(stores, loaded, now);
  const seatMaps = await loadSeatMaps(stores, loaded, now);
  const faults = [...changing.faults, ...resized.faults, ...seatMaps.faults];
  if (faults.length > 0) throw catalogueFaulty(inFileOrder(faults));
  await gateTrips(stores, load.calendar, judged);
  const changed = changing.changed.flatMap(({ trip }) => ids.get(trip.key) ?? []);
  await endHolds(stores, changed, now);
  await fitBlocks(stores, [...changed, ...resized.trips], now);
  await recordEndedHolds(stores, await catalogue.dropStrandedHolds(now), now);
  const keptBuses = new Set([...loaded.filter(({ isKept }) => isKept).map(({ bus }) => bus.id), ...seatMaps.kept]);
  const kept = keptCities + keptOperators.size + keptBuses.size + keptDocuments + keptPlaces + changing.kept;
  return { trips: ids, kept };
}

/** Finds the bus of a schedule by registration number, first in the file and then in the database. */
type BusOf = (registrationNo: string) => BusId;

async function busesOfFile(buses: BusRepo, loaded: readonly LoadedBus[]): Promise<BusOf> {
  const listed = new Map(loaded.map(({ row, bus }) => [keyOfRegistration(row.registrationNo), bus.id]));
  const fleet = await knownFleet(buses);
  return (registrationNo) => {
    const id = listed.get(keyOfRegistration(registrationNo)) ?? fleet.intended(registrationNo);
    if (id === undefined) throw new Error(`The catalogue has lost the bus ${registrationNo}.`);
    return id;
  };
}

/**
 * Locks the buses that the file lists and the buses of its schedules. Every transaction locks buses before their trips.
 */
async function lockBuses(
  { documents }: CatalogueStores,
  loaded: readonly LoadedBus[],
  busOf: BusOf,
  { file }: Load,
): Promise<readonly BusId[]> {
  const all = new Set([...loaded.map(({ bus }) => bus.id), ...file.schedules.map(({ bus }) => busOf(bus))]);
  await documents.lockOf([...all]);
  return [...all];
}

interface FileTrip {
  readonly planned: PlannedTrip;
  readonly trip: CatalogueTrip;
}

/** Adds new trips, and returns the existing trips that differ from the file. */
async function addTrips({ catalogue }: CatalogueStores, busOf: BusOf, { trips, progress }: Load) {
  const known = await catalogue.known();
  const ids = new Map<string, TripId>();
  const differing: FileTrip[] = [];
  for (let start = 0; start < trips.length; start += TRIPS_AT_ONCE) {
    const batch = trips.slice(start, start + TRIPS_AT_ONCE).map((planned): FileTrip => ({
      planned,
      trip: catalogueTrip(planned, known, busOf(planned.schedule.bus)),
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
  /** The number of trips that stayed as they were, or whose stops and fares stayed as they were. */
  readonly kept: number;
  readonly faults: readonly Fault[];
}

/** Changes existing trips, and ends the bookings on trips that are now cancelled. */
async function changeTrips(stores: CatalogueStores, trips: readonly FileTrip[], load: Load): Promise<ChangedTrips> {
  const { catalogue } = stores;
  const wanted = trips.map(({ trip }) => trip);
  const changes = await lockStatusChanges(stores, wanted);
  await endLeftovers(stores, load, changes, load.clock());
  const outcomes = await catalogue.changeTrips(wanted, load.clock());
  const those = (outcome: (typeof outcomes)[number]) => trips.filter((_, index) => outcomes[index] === outcome);
  const cancelled = new Set(those('cancelled').map(({ trip }) => trip.key));
  // Reads the clock again, because payments may have arrived while this transaction waited for locks.
  const ended = changes.filter(({ key }) => cancelled.has(key));
  await endCancelled(stores, load, ended, load.clock());
  return {
    changed: [...those('changed'), ...those('changed without its road'), ...those('cancelled')],
    kept: those('kept').length + those('changed without its road').length,
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
  const { fare, status, stops, fares } = schedule;
  return {
    key,
    departsAt,
    arrivesAt,
    fare,
    status,
    stops: stops.map(({ city, arrives, departs }) => ({
      cityId: named(known.cities, cityKey(city)),
      arrives,
      departs,
    })),
    fares,
    busId,
    routeId: named(known.routes, keyOfRoute(schedule, known)),
  };
}

const keyOfRoute = ({ source, destination }: FileRoute, { cities }: KnownCatalogue): string =>
  routeKey(named(cities, cityKey(source)), named(cities, cityKey(destination)));

async function saveAdmin(stores: CatalogueStores, admin: FileUser, load: Load): Promise<void> {
  const { users } = stores;
  const known = await ownAccount(stores, admin, load);
  if (!known) {
    await added(users, admin, load.newUser(admin, 'ADMIN', null));
    return;
  }
  // Since the file was checked, somebody who is no administrator has verified this e-mail address.
  if (known.role !== 'ADMIN' && known.emailVerified) throw registeredMeanwhile(admin.email);
  // Removes the phone number if a stranger's account becomes an administrator's account.
  await bringUpToDate(users, known, admin, known.role === 'ADMIN' ? known.phone : null);
  if (known.role !== 'ADMIN') await users.changeRole(known.id, 'ADMIN');
}

/**
 * Saves the operator's account and company. Returns `kept` if the company keeps the name that its own staff gave it.
 */
async function saveOperator(stores: CatalogueStores, operator: FileOperator, load: Load): Promise<'saved' | 'kept'> {
  const { users } = stores;
  const known = await ownAccount(stores, operator, load);
  // Since the file was checked, the person has joined an agent, and agents' people have no company.
  if (known && known.agentId !== null) throw registeredMeanwhile(operator.email);
  if (known) await bringUpToDate(users, known, operator, operator.phone);
  const id = known?.id ?? (await added(users, operator, load.newUser(operator, 'OPERATOR', operator.phone)));
  const isNamedSo = known?.companyName === operator.companyName;
  const isKept = !isNamedSo && (await wasRenamed(stores, known));
  if (!isNamedSo || !known.roles.includes('OPERATOR'))
    await users.ensureOperator(id, isKept ? undefined : operator.companyName, load.now);
  return isKept ? 'kept' : 'saved';
}

/** Whether the company's own staff have renamed the company. */
async function wasRenamed({ trail }: CatalogueStores, account: Account | undefined): Promise<boolean> {
  if (!account?.operatorId) return false;
  const entries = await trail.of({ type: 'operator', id: account.operatorId });
  return entries.some(({ kind, changes }) => kind === 'COMPANY_CHANGED' && 'company_name' in changes);
}

/**
 * Finds the person's account. An account whose e-mail address is unverified may be a stranger's, so the person gets it
 * with a new password. Undefined if the user verified a phone number instead: that account only loses the address.
 */
async function ownAccount(
  stores: CatalogueStores,
  person: FileUser,
  { hashOf, now }: Load,
): Promise<Account | undefined> {
  const known = await stores.users.findByEmail(person.email);
  if (!known || known.emailVerified) return known;
  const account = await stores.users.lock(known.id);
  // The account may have lost the address, or have got another one, before its row was locked.
  if (account?.email !== person.email) return undefined;
  const isOwn = account.emailVerified || (await takeOver(stores, account, hashOf(person), now));
  return isOwn ? account : undefined;
}

/** Writes a user's row only if it has changed, so that sign-ins need not wait for the import. */
async function bringUpToDate(
  users: UserRepo,
  known: Account,
  { fullName, email }: FileUser,
  phone: string | null,
): Promise<void> {
  if (known.fullName === fullName && known.phone === phone) return;
  const phoneVerified = known.phoneVerified && known.phone === phone;
  if (!(await users.saveProfile(known.id, { fullName, phone, phoneVerified }))) throw registeredMeanwhile(email);
}

async function added(users: UserRepo, { email }: FileUser, user: NewUser): Promise<UserId> {
  const id = await users.add(user);
  if (typeof id === 'string') throw registeredMeanwhile(email);
  return id;
}

/** Looks up the id of a name, which was checked or saved before. Throws if the id is missing. */
function named<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name);
  if (value === undefined) throw new Error(`The catalogue has lost ${name}.`);
  return value;
}
