import type { Knex } from 'knex';
import * as firstSchema from './0001-first-schema.ts';
import * as rateLimits from './0002-rate-limits.ts';
import * as documentsTwice from './0003-papers-twice.ts';
import * as indexes from './0004-indexes-for-what-grows.ts';
import * as completesAt from './0005-completes-at.ts';
import * as reconciliations from './0006-reconciliations.ts';
import * as hoarding from './0007-hoarding.ts';
import * as attemptsOfDevices from './0008-attempts-of-devices.ts';
import * as trail from './0009-trail.ts';
import * as staff from './0010-staff.ts';
import * as fleet from './0011-fleet.ts';
import * as documents from './0012-documents.ts';
import * as terms from './0013-terms.ts';
import * as administration from './0014-administration.ts';
import * as officeBookings from './0015-office-bookings.ts';
import * as mailQueue from './0016-mail-queue.ts';
import * as timetables from './0017-timetables.ts';
import * as counter from './0018-counter.ts';
import * as blocks from './0019-blocks.ts';
import * as bookedPlans from './0020-booked-plans.ts';
import * as refunds from './0021-refunds.ts';
import * as ledger from './0022-ledger.ts';
import * as statements from './0023-statements.ts';
import * as boarding from './0024-boarding.ts';
import * as manifests from './0025-manifests.ts';
import * as languages from './0026-languages.ts';
import * as catalogueRevision from './0027-catalogue-revision.ts';
import {
  changedPlans,
  counterSales,
  entriesBesideBookings,
  nothing,
  officeCancellations,
  officeDocuments,
  otherLanguages,
  refundsFollowed,
  rowsOf,
  secondDocuments,
  staffBesideOwners,
  workOnBuses,
  workOnTrips,
  termsOfTheirOwn,
  unsentMails,
} from './losses.ts';
import type { Losses } from './losses.ts';

/** With `transaction: false`, Knex runs a migration outside a transaction. Its types leave this out. */
interface Migration extends Knex.Migration {
  readonly config?: { readonly transaction: boolean };
}

interface Step extends Migration {
  /**
   * On Postgres each statement is committed by itself, so that the version before can go on using a table while indexes
   * are built and rows filled in. A migration that was interrupted is run again from the start.
   */
  readonly beside?: boolean;
  /** What people would lose if it were rolled back. If that is anything, it is not rolled back. */
  readonly losses: Losses;
}

const PEOPLES = ['users', 'operators', 'cities', 'buses', 'schedules', 'bookings', 'payments'];

/** Every migration, in order. Listed here rather than read from a folder, so that a bundled server contains them. */
const migrations: Readonly<Record<string, Step>> = {
  '0001-first-schema': { ...firstSchema, losses: rowsOf(...PEOPLES) },
  '0002-rate-limits': { ...rateLimits, losses: nothing },
  '0003-papers-twice': { ...documentsTwice, losses: secondDocuments },
  '0004-indexes-for-what-grows': { ...indexes, losses: nothing, beside: true },
  '0005-completes-at': { ...completesAt, losses: nothing, beside: true },
  '0006-reconciliations': { ...reconciliations, losses: nothing },
  '0007-hoarding': { ...hoarding, losses: nothing, beside: true },
  '0008-attempts-of-devices': { ...attemptsOfDevices, losses: nothing },
  '0009-trail': { ...trail, losses: entriesBesideBookings },
  '0010-staff': { ...staff, losses: staffBesideOwners },
  '0011-fleet': { ...fleet, losses: workOnBuses },
  '0012-documents': { ...documents, losses: officeDocuments },
  '0013-terms': { ...terms, losses: termsOfTheirOwn },
  '0014-administration': { ...administration, losses: nothing, beside: true },
  '0015-office-bookings': { ...officeBookings, losses: officeCancellations },
  '0016-mail-queue': { ...mailQueue, losses: unsentMails },
  '0017-timetables': { ...timetables, losses: workOnTrips },
  '0018-counter': { ...counter, losses: counterSales },
  '0019-blocks': { ...blocks, losses: rowsOf('seat_blocks') },
  '0020-booked-plans': { ...bookedPlans, losses: changedPlans, beside: true },
  '0021-refunds': { ...refunds, losses: refundsFollowed },
  '0022-ledger': { ...ledger, losses: rowsOf('ledger_entries') },
  '0023-statements': { ...statements, losses: rowsOf('statements') },
  '0024-boarding': { ...boarding, losses: rowsOf('devices', 'scans') },
  '0025-manifests': { ...manifests, losses: nothing, beside: true },
  '0026-languages': { ...languages, losses: otherLanguages },
  '0027-catalogue-revision': { ...catalogueRevision, losses: nothing, beside: true },
};

export const migrationNames: readonly string[] = Object.keys(migrations);

/** Whether this version of the service has a migration of that name. */
export const knowsMigration = (name: string): boolean => Object.hasOwn(migrations, name);

/** A migration is not rolled back, because rows that people made would be deleted with it. */
export class LosesRows extends Error {
  constructor(name: string, lost: readonly string[]) {
    super(`${name} is not rolled back: rows that people made would be lost (${lost.join(', ')}).`);
  }
}

const careful = (name: string, { up, down, losses }: Step): Migration => ({
  up,
  async down(db) {
    const lost = await losses(db);
    if (lost.length > 0) throw new LosesRows(name, lost);
    await down?.(db);
  },
});

/** The migrations for Knex. On SQLite, all of them run in transactions. */
export const migrationSourceFor = (dialect: 'sqlite' | 'postgres'): Knex.MigrationSource<string> => ({
  getMigrations: async () => [...migrationNames],
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const step = migrations[name];
    if (!step) throw new Error(`The database knows a migration "${name}" that this version of the service does not.`);
    const isBeside = dialect === 'postgres' && step.beside === true;
    return { ...careful(name, step), ...(isBeside && { config: { transaction: false } }) };
  },
});
