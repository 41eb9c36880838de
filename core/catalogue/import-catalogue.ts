import type { TripBlocks } from '../blocks/ports.ts';
import { pickAvatarColor } from '../accounts/account.ts';
import type { AccountStores, UserRepo } from '../accounts/ports.ts';
import type { Passwords } from '../accounts/crypto-ports.ts';
import type { StaffRepo } from '../companies/ports.ts';
import type { DocumentRepo } from '../fleet/document-ports.ts';
import type { GateStores } from '../fleet/gate-trips.ts';
import type { BusRepo, TripsAhead } from '../fleet/ports.ts';
import type { SeatsOfTripChanged } from '../fleet/replace-seat-map.ts';
import type { Calendar } from '../kernel/calendar.ts';
import type { TripId } from '../kernel/ids.ts';
import type { Recorder } from '../delivery/outbox.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { LettingGoStores } from '../seats/let-go.ts';
import type { Trail } from '../trail/trail.ts';
import type { Catalogue } from './catalogue.ts';
import { faultsOfPeople, faultsWithin, foreignBuses, inFileOrder, unknownReferences } from './catalogue-faults.ts';
import type { CatalogueFile, FileUser, ReadCatalogue } from './catalogue-file.ts';
import { knownToFile } from './known-catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { Load, Progress } from './load-catalogue.ts';
import { plannedTrips } from './planned-trips.ts';
import { catalogueFaulty } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly transact: Transact<
    Pick<AccountStores, 'users' | 'devices'> &
      GateStores &
      Pick<LettingGoStores, 'seatLocks'> & {
        readonly buses: BusRepo;
        readonly documents: DocumentRepo;
        readonly catalogue: Catalogue;
        readonly tripsAhead: TripsAhead;
        readonly blocks: TripBlocks;
        readonly events: Recorder<SeatsOfTripChanged>;
        readonly staff: Pick<StaffRepo, 'ofUser'>;
        readonly trail: Trail;
      }
  >;
  readonly progress: Progress;
}

export interface ImportReport {
  /** How many rows the file has. */
  readonly cities: number;
  readonly operators: number;
  readonly buses: number;
  readonly routes: number;
  /** How much of what people did in the office was left as it is, although the file says otherwise. */
  readonly kept: number;
  /** Every trip of the schedules, by its key. */
  readonly schedules: ReadonlyMap<string, TripId>;
}

export type ImportCatalogue = ReturnType<typeof importCatalogue>;

/**
 * Loads a catalogue, all of it or nothing. Rows that exist are brought up to date; users whose address is verified keep
 * their password.
 */
export const importCatalogue =
  ({ clock, calendar, random, passwords, transact, progress }: Needs) =>
  async ({ draft, faults, file }: ReadCatalogue): Promise<ImportReport> => {
    const now = clock();
    const found = await transact(async (stores) => {
      const { users, buses } = stores;
      const [known, fleet] = [await knownToFile(stores, draft.operators), await buses.known()];
      return [
        ...faults,
        ...faultsWithin(draft, calendar, now),
        ...unknownReferences(draft, known, fleet),
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
      passwordHash: hashOf(person),
      // Whoever loads a catalogue vouches for the addresses in it.
      emailVerified: true,
      status: 'ACTIVE',
      avatarColor: pickAvatarColor(random),
      createdAt: now,
    });
    const { trips: schedules, kept } = await transact((stores) =>
      loadCatalogue(stores, { file, trips, newUser, hashOf, now, calendar, progress }),
    );
    return {
      cities: file.cities.length,
      operators: file.operators.length,
      buses: file.buses.length,
      routes: file.routes.length,
      kept,
      schedules,
    };
  };

/** People of the file who have no account, or one whose address was never verified: it may not be theirs. */
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

/** Done before the transaction, because hashing is slow on purpose. */
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
