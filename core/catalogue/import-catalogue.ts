import { pickAvatarColor } from '../accounts/account.ts';
import type { UserRepo } from '../accounts/ports.ts';
import type { Passwords } from '../accounts/crypto-ports.ts';
import type { TripId } from '../kernel/ids.ts';
import type { MailingWorld } from '../payments/world.ts';
import {
  faultsOfPeople,
  faultsOfSeatMaps,
  faultsWithin,
  foreignBuses,
  inFileOrder,
  unknownReferences,
} from './catalogue-faults.ts';
import { takenNames } from './city-faults.ts';
import type { CatalogueFile, FileUser, ReadCatalogue } from './catalogue-file.ts';
import { faultsOfPlaces, strayPlaces } from './place-faults.ts';
import { knownFleet, knownToFile } from './known-catalogue.ts';
import { type Load, type Progress, loadCatalogue } from './load-catalogue.ts';
import { plannedTrips } from './planned-trips.ts';
import { catalogueFaulty } from './refusals.ts';
import type { CatalogueWorld } from './world.ts';

export interface ImportReport {
  /** The number of rows of each kind in the file. */
  readonly cities: number;
  readonly operators: number;
  readonly buses: number;
  readonly routes: number;
  readonly places: number;
  /**
   * The number of rows that differ from the file because a company or an administrator changed them. The import does
   * not change such rows.
   */
  readonly kept: number;
  /** The ids of all trips in the file, by the trip's key. */
  readonly schedules: ReadonlyMap<string, TripId>;
}

/** The dependencies of an import. A command runs it, without the service. */
interface ImportWorld extends MailingWorld, Pick<CatalogueWorld, 'random' | 'transact' | 'roadBounds'> {
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly progress: Progress;
}

export type ImportCatalogue = ReturnType<typeof importCatalogue>;

/**
 * Loads a catalogue in one transaction, and updates existing rows. Users with a verified e-mail address keep their
 * password.
 */
export const importCatalogue =
  (world: ImportWorld) =>
  async ({ draft, faults, file }: ReadCatalogue): Promise<ImportReport> => {
    const { clock, calendar, random, passwords, transact, roadBounds, progress } = world;
    const now = clock();
    const found = await transact(async (stores) => {
      const { users, buses } = stores;
      const [known, fleet] = [await knownToFile(stores, draft.operators), await knownFleet(buses)];
      return [
        ...faults,
        ...faultsWithin(draft, calendar, now),
        ...(await faultsOfSeatMaps(draft, known, fleet, buses)),
        // A malformed number has a fault already, and is missing in the draft.
        ...faultsOfPlaces(draft, roadBounds).filter(({ field }) => !faults.some((one) => one.field === field)),
        ...takenNames(draft, known),
        ...unknownReferences(draft, known, fleet),
        ...strayPlaces(draft, known),
        ...foreignBuses(draft, known, fleet),
        ...(await faultsOfPeople(draft, users, known)),
      ];
    });
    if (!file || found.length > 0) throw catalogueFaulty(inFileOrder(found));

    const trips = plannedTrips(file.schedules, calendar, now);
    const hashes = await hashed(await transact(({ users }) => newcomers(file, users)), passwords, progress);
    const hashOf: Load['hashOf'] = ({ email }) => {
      const hash = hashes.get(email);
      if (hash === undefined) throw new Error(`There is no password for ${email}.`);
      return hash;
    };
    const newUser: Load['newUser'] = (person, role, phone) => ({
      role,
      fullName: person.fullName,
      email: person.email,
      phone,
      phoneVerified: false,
      passwordHash: hashOf(person),
      // Counts the e-mail address as verified, because the person who runs the import has checked the addresses in the
      // file.
      emailVerified: true,
      status: 'ACTIVE',
      avatarColor: pickAvatarColor(random),
      createdAt: now,
    });
    const { trips: schedules, kept } = await transact((stores) =>
      loadCatalogue(stores, { ...world, file, trips, newUser, hashOf, now }),
    );
    return {
      cities: file.cities.length,
      operators: file.operators.length,
      buses: file.buses.length,
      routes: file.routes.length,
      places: file.places.length,
      kept,
      schedules,
    };
  };

/**
 * Persons in the file who have no account, or only an account with an unverified e-mail address. Such an account may
 * belong to a stranger.
 */
async function newcomers({ admins, operators }: CatalogueFile, users: UserRepo): Promise<readonly FileUser[]> {
  const people = new Map<string, FileUser>([...operators, ...admins].map((person) => [person.email, person]));
  const missing: FileUser[] = [];
  for (const person of people.values()) {
    const known = await users.findByEmail(person.email);
    if (!known?.emailVerified) missing.push(person);
  }
  return missing;
}

const HASHES_AT_ONCE = 8;

/** Hashes passwords before the transaction begins, because hashing is slow on purpose. */
async function hashed(
  people: readonly FileUser[],
  passwords: Pick<Passwords, 'hash'>,
  progress: Progress,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (let start = 0; start < people.length; start += HASHES_AT_ONCE) {
    const batch = people.slice(start, start + HASHES_AT_ONCE);
    for (const [email, hash] of await Promise.all(
      batch.map(async ({ email, password }) => [email, await passwords.hash(password)] as const),
    ))
      hashes.set(email, hash);
    progress('passwords', start + batch.length, people.length);
  }
  return hashes;
}
