import { pickAvatarColor } from '../accounts/account.ts';
import type { Passwords, UserRepo } from '../accounts/ports.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { Catalogue } from './catalogue.ts';
import { faultsOfPeople, faultsWithin, inFileOrder, unknownReferences } from './catalogue-faults.ts';
import type { CatalogueFile, FileUser, ReadCatalogue } from './catalogue-file.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { Load, Progress } from './load-catalogue.ts';
import { plannedTrips } from './planned-trips.ts';
import { catalogueFaulty } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly transact: Transact<{ users: UserRepo; catalogue: Catalogue }>;
  readonly progress: Progress;
}

export interface ImportReport {
  /** Rows of the file. */
  readonly cities: number;
  readonly operators: number;
  readonly buses: number;
  readonly routes: number;
  /** Every trip the schedules came to, by key. */
  readonly schedules: ReadonlyMap<string, TripId>;
}

export type ImportCatalogue = ReturnType<typeof importCatalogue>;

/** Loads a catalogue, all of it or nothing. Rows that are there already are brought up to date; a user keeps their password. */
export const importCatalogue = ({ clock, calendar, random, passwords, transact, progress }: Needs) =>
  async ({ draft, faults, file }: ReadCatalogue): Promise<ImportReport> => {
    const now = clock();
    const found = await transact(async ({ users, catalogue }) => [
      ...faults, ...faultsWithin(draft, calendar, now), ...unknownReferences(draft, await catalogue.known()), ...await faultsOfPeople(draft, users),
    ]);
    if (!file || found.length > 0) throw catalogueFaulty(inFileOrder(found));

    const trips = plannedTrips(file.schedules, calendar, now);
    const hashes = await hashed(await transact(({ users }) => newcomers(file, users)), passwords, progress);
    const newUser: Load['newUser'] = (person, role, phone) => {
      const passwordHash = hashes.get(person.email);
      if (passwordHash === undefined) throw new Error(`There is no password for ${person.email}.`);
      return {
        role, fullName: person.fullName, email: person.email, phone, passwordHash,
        // Whoever loads a catalogue vouches for the addresses in it.
        emailVerified: true, status: 'ACTIVE', avatarColor: pickAvatarColor(random), createdAt: now,
      };
    };
    const schedules = await transact((stores) => loadCatalogue(stores, { file, trips, newUser, now, progress }));
    return { cities: file.cities.length, operators: file.operators.length, buses: file.buses.length, routes: file.routes.length, schedules };
  };

/** Those of the file who have no account yet. */
async function newcomers({ admins, operators }: CatalogueFile, users: UserRepo): Promise<readonly FileUser[]> {
  const people = new Map<string, FileUser>([...operators, ...admins].map((person) => [person.email, person]));
  const missing: FileUser[] = [];
  for (const person of people.values()) if (!(await users.findByEmail(person.email))) missing.push(person);
  return missing;
}

const HASHES_AT_ONCE = 8;

/** Before the transaction: hashing is slow on purpose. */
async function hashed(people: readonly FileUser[], passwords: Pick<Passwords, 'hash'>, progress: Progress): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (let start = 0; start < people.length; start += HASHES_AT_ONCE) {
    const batch = people.slice(start, start + HASHES_AT_ONCE);
    for (const [email, hash] of await Promise.all(batch.map(async ({ email, password }) => [email, await passwords.hash(password)] as const))) hashes.set(email, hash);
    progress('passwords', start + batch.length, people.length);
  }
  return hashes;
}
