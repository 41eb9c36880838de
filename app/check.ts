import { existsSync } from 'node:fs';
import { connectDatabase } from '../adapters/knex/database.ts';
import { knexBooks } from '../adapters/knex/books.ts';
import { auditBooks } from '../core/audit/audit-books.ts';
import type { Audit } from '../core/audit/audit-books.ts';
import type { Instant } from '../core/kernel/time.ts';
import { readSettings } from './settings.ts';
import { databaseUnusable } from './start-failure.ts';

const HELP = `Reads the database and lists every promise of the service that is broken, each with the row that shows it.

  npm run --silent check

The database is the one in DATABASE_URL. Nothing is changed, and the service may run beside it.

  SEAT_SOLD_TWICE          a seat in two bookings that both take it
  SEATS_DIFFER             a booking whose seats are too few, too many, on another trip, given up too early or kept too long
  AMOUNTS_DIFFER           total, commission, earning and payments of a booking that do not add up
  MONEY_WITHOUT_SEAT       a COMPLETE payment without a booking that takes it, and without a refund
  SEAT_WITHOUT_MONEY       a confirmed booking without a COMPLETE payment
  REFUND_DIFFERS           a refund that is missing, of a wrong amount, or for nothing
  CANCELLATION_INCOMPLETE  a cancelled booking that does not say by whom, when and at what fee
  TOTALS_DIFFER            ratings of an operator, places of a trip, seats or papers of a bus that are not those of their rows
  OVERDUE                  a booking two minutes past its payment deadline or arrival that no sweep has ended
  EVENT_UNTOLD             an event that subscribers were not told of within a minute

Exit status: 0 every promise is kept, 1 some are broken, 2 the database can't be read.
`;

const say = (text: string): void => { process.stdout.write(`${text}\n`); };

async function audit(): Promise<Audit> {
  const { databaseUrl } = readSettings(process.env);
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
  // SQLite would make an empty one.
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no database at ${file}. Check DATABASE_URL.`);
  const database = connectDatabase(databaseUrl, { unhurried: true });
  try {
    return await auditBooks({ clock: () => Date.now() as Instant, books: knexBooks(database.read) })();
  } catch (error) {
    throw databaseUnusable(error);
  } finally {
    await database.close();
  }
}

function tell({ findings, bookings }: Audit): number {
  for (const { promise, row, says } of findings) say(`${promise}  ${row}  ${says}`);
  say(findings.length === 0
    ? `Every promise is kept (bookings looked at: ${bookings}).`
    : `Broken promises: ${findings.length} (bookings looked at: ${bookings}).`);
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
