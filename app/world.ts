import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { systemRandom } from '../adapters/crypto/random.ts';
import { avatarFiles } from '../adapters/files/avatars.ts';
import type { AvatarFiles } from '../adapters/files/avatars.ts';
import { googleProvider } from '../adapters/google/provider.ts';
import type { OpenBudget } from '../adapters/http/rate-limits.ts';
import { connectDatabase } from '../adapters/knex/database.ts';
import type { Database } from '../adapters/knex/database.ts';
import { migrate } from '../adapters/knex/migrate.ts';
import { postgresBudget } from '../adapters/knex/rate-limits.ts';
import { knexScreens } from '../adapters/knex/screens.ts';
import { knexTransact } from '../adapters/knex/transact.ts';
import { pdfTicketPrinter } from '../adapters/pdf/ticket-printer.ts';
import type { IdentityProvider } from '../core/accounts/ports.ts';
import { calendarOf } from '../core/kernel/calendar.ts';
import type { Calendar } from '../core/kernel/calendar.ts';
import type { Later } from '../core/kernel/later.ts';
import type { Mailer } from '../core/kernel/mailer.ts';
import type { Notifier } from '../core/kernel/outbox.ts';
import type { Random } from '../core/kernel/random.ts';
import type { Clock, Instant } from '../core/kernel/time.ts';
import type { PaymentGateway } from '../core/payments/ports.ts';
import type { Transact } from '../core/kernel/unit-of-work.ts';
import type { Screens, Stores } from '../core/stores.ts';
import type { TicketPrinter } from '../core/tickets/ports.ts';
import { cryptoOf } from './crypto.ts';
import type { Crypto } from './crypto.ts';
import { openGateway } from './gateway.ts';
import { appSecretOf } from './secret.ts';
import type { Settings } from './settings.ts';
import { databaseUnusable } from './start-failure.ts';

/** The stores and screens over one database. */
export interface Keep {
  readonly transact: Transact<Stores>;
  readonly screens: Screens;
  /** Throws when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Rate limits that processes on the same database share; undefined where there is only one. */
  readonly openBudget?: OpenBudget;
  /** How busy the connections are; undefined where there is a single one. */
  readonly load?: Database['load'];
}

/** Everything the core asks of the world, and every setting. Each use case takes the part it needs, by name. */
export interface World extends Screens, Settings, Crypto {
  /** Set, whether the environment has one or not. */
  readonly appSecret: string;
  /** Unique to this process. */
  readonly processId: string;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  readonly notifier: Notifier;
  readonly mailer: Mailer;
  readonly later: Later;
  readonly gateway: PaymentGateway;
  readonly avatars: AvatarFiles;
  readonly ticketPrinter: TicketPrinter;
  /** Undefined where none is set up. */
  readonly identityProvider: IdentityProvider | undefined;
  /** Lets so many milliseconds pass. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

export const systemClock: Clock = () => Date.now() as Instant;

/** The database of DATABASE_URL, its schema brought up to date. */
export async function openKeep({ databaseUrl }: Pick<Settings, 'databaseUrl'>): Promise<Keep> {
  try {
    // A database in memory lives in its connection. Elsewhere migrations run on one of their own, which may take its time.
    if (databaseUrl !== 'sqlite::memory:') await migrateOn(connectDatabase(databaseUrl, { unhurried: true }));
    const database = connectDatabase(databaseUrl);
    if (databaseUrl === 'sqlite::memory:') await migrate(database.knex);
    return { transact: knexTransact(database), screens: knexScreens(database.read), ping: () => database.ping(), close: () => database.close(), load: database.load,
      ...(database.dialect === 'postgres' && { openBudget: postgresBudget(database) }) };
  } catch (error) {
    throw databaseUnusable(error);
  }
}

const migrateOn = (database: Database): Promise<unknown> => migrate(database.knex).finally(() => database.close());

/** What is open, and has to be closed again. */
type Links = Pick<Keep, 'transact' | 'screens'> & Pick<World, 'notifier' | 'mailer' | 'later'>;

/** The world as the settings describe it; `overrides` puts other things in their place. */
export const buildWorld = (settings: Settings, { screens, ...links }: Links, overrides: Partial<World> = {}): World => {
  const appSecret = appSecretOf(settings);
  return {
    ...settings,
    ...screens,
    appSecret,
    ...cryptoOf({ ...settings, appSecret }),
    processId: randomUUID(),
    clock: systemClock,
    calendar: calendarOf(settings.timeZone),
    random: systemRandom,
    ...links,
    gateway: openGateway(settings),
    avatars: avatarFiles({ folder: join(settings.dataDir, 'media'), baseUrl: settings.baseUrl }),
    ticketPrinter: pdfTicketPrinter(),
    identityProvider: providerOf(settings),
    pause: (milliseconds) => pause(milliseconds),
    ...overrides,
  };
};

const providerOf = ({ google, oauth, baseUrl }: Settings): IdentityProvider | undefined =>
  google && googleProvider({ ...google, ...oauth, redirectUri: `${baseUrl}/api/auth/google/callback` });
