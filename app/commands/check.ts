import { existsSync } from 'node:fs';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import { refuseNewer } from '../../adapters/knex/engine/migrate.ts';
import { knexAuditReader } from '../../adapters/knex/views/audit-reader.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import type { Audit } from '../../core/audit/run-audit.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { readDatabaseUrl, readTimeZone } from '../settings.ts';
import { databaseUnusable } from '../start-failure.ts';

const HELP = `Reads the database and lists every promise of the service that is broken, each with the row that shows it.

  npm run --silent check

The database is the one in DATABASE_URL; local days are those of TIME_ZONE. Nothing is changed, and the service may run beside it.

  SEAT_SOLD_TWICE          a seat number of a trip in two bookings that both take it
  SEATS_DIFFER             a booking whose seats are too few, too many, on another trip or bus, given up too early or kept too long
  AMOUNTS_DIFFER           total, commission, earning and payments of a booking that do not add up
  MONEY_WITHOUT_SEAT       a COMPLETE payment without a booking that takes it, and without a refund
  SEAT_WITHOUT_MONEY       a confirmed booking without a COMPLETE payment
  REFUND_DIFFERS           a refund that is missing, of a wrong amount, or for nothing
  CANCELLATION_INCOMPLETE  a cancelled booking that does not say by whom, when and at what fee
  TOTALS_DIFFER            ratings of an operator, places of a trip or seats of a bus that differ from the count of their rows; a trip that is
                           open to passengers although the papers of its bus are not complete on its day, or the other way round
  OVERDUE                  a booking two minutes past its payment deadline or arrival that no job has ended
  PAYMENT_OPEN             a payment begun more than 24 hours ago whose outcome is unknown: reconciliation no longer asks
  EVENT_UNTOLD             an event that was not published within a minute

Exit status: 0 every promise is kept, 1 some are broken, 2 the database cannot be read.
`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function audit(): Promise<Audit> {
  const databaseUrl = readDatabaseUrl(process.env);
  const calendar = calendarOf(readTimeZone(process.env));
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
  // SQLite would make an empty one.
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no database at ${file}. Check DATABASE_URL.`);
  const database = connectDatabase(databaseUrl, { unhurried: true });
  try {
    await refuseNewer(database.knex);
    return await runAudit({
      clock: () => Date.now() as Instant,
      calendar,
      auditReader: knexAuditReader(database.read),
    })();
  } catch (error) {
    throw databaseUnusable(error);
  } finally {
    await database.close();
  }
}

function tell({ findings, bookings }: Audit): number {
  for (const { invariant, row, says } of findings) say(`${invariant}  ${row}  ${says}`);
  say(
    findings.length === 0
      ? `Every promise is kept (bookings looked at: ${bookings}).`
      : `Broken invariants: ${findings.length} (bookings looked at: ${bookings}).`,
  );
  return findings.length === 0 ? 0 : 1;
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (args.length > 0) {
    process.stderr.write(HELP);
    return 2;
  }
  try {
    return tell(await audit());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
