import { inSnapshot } from '../../adapters/knex/engine/snapshot.ts';
import { knexAuditReader } from '../../adapters/knex/audit/audit-reader.ts';
import { toLine, toWarningLine } from '../../core/audit/invariants.ts';
import { type Audit, runAudit } from '../../core/audit/run-audit.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { readDatabaseUrl, readTimeZone } from '../settings.ts';
import { KNOWN_GATEWAYS } from '../gateways.ts';
import { onExistingDatabase } from './existing-database.ts';

const HELP = `Reads the database as it is at one moment and lists every promise of the service that is broken, one a line, with what shows it:

  LEDGER_DIFFERS: what is wrong, in words (booking 12, row 34)

  npm run --silent check

The database is the one in DATABASE_URL; local days are those of TIME_ZONE. Nothing is changed, and the service may run beside it.

  SEAT_SOLD_TWICE          a seat number of a trip in two bookings that both take it
  SEATS_DIFFER             a booking whose seats are too few, too many, on another trip or bus, given up too early or kept too long
  COMPANY_DIFFERS          a booking ahead that was made with another company than the one that runs the bus of its trip
  AMOUNTS_DIFFER           total, commission, earning and payments of a booking that do not add up
  MONEY_WITHOUT_SEAT       a COMPLETE payment without a booking that takes it, and without a refund
  SEAT_WITHOUT_MONEY       a confirmed booking without a COMPLETE payment
  REFUND_DIFFERS           a refund that is missing, of a wrong amount, or for nothing
  COUNTER_SALE_DIFFERS     a counter sale that was not paid once at the counter nor by a code, cash in no shift of its seller, an online booking
                           that was paid there, or used up blocks that nobody can read, that are more than its seats, or of no sale by a code
  LEDGER_DIFFERS           a row of the ledger that is missing, too many, or wrong in any column, worked out anew from bookings, payments, refunds and
                           settlements; a row about nothing that is there; a payment given back in part that never came; a gateway below
                           nothing without an explanation; debits that are not the credits, or balances that the rows do not make
  BLOCK_MISPLACED          a seat that is blocked and sold, blocked seats or places that the bus does not have, or any on a cancelled trip
  BUS_ELSEWHERE            a trip planned here that overlaps an older one, also planned here, of its bus; schedules of a catalogue may
  PLACES_OVERSOLD          a trip ahead on which more places are taken than its bus has
  CANCELLATION_INCOMPLETE  a cancelled booking that does not say by whom, when and at what fee, or one that is active on a trip its company cancelled
  TOTALS_DIFFER            ratings of an operator, places of a trip, seats of a bus, sales or refunds of a shift that differ from the count of
                           their rows; a bus on sale although its company is suspended, or the other way round; a trip that is open to
                           passengers although the papers of its bus are not complete on its day, or the other way round (after a change
                           of TIME_ZONE, npm run gate mends it); one with blocks that says it has none
  STATEMENT_DIFFERS        a statement that its rows of the ledger, its payouts or earlier statements do not make, a gap in the numbers of a year,
                           a payout of no statement, a row of the ledger that no statement has or will have, or one that is listed for the
                           next statement and does not belong there
  OVERDUE                  a booking two minutes past its payment deadline or arrival that no job has ended, or past its departure that is not earned
  PAYMENT_OPEN             a payment begun more than 24 hours ago whose outcome is unknown: reconciliation no longer asks
  EVENT_UNTOLD             an event that was not published within a minute

A line that begins with WARNING is nothing wrong: a gateway stands below nothing because it paid refunds back, or an administrator said so.

Exit status: 0 every promise is kept, warnings or not, 1 some are broken, 2 the database cannot be read.
`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const audit = (): Promise<Audit> =>
  onExistingDatabase(readDatabaseUrl(process.env), (database) =>
    inSnapshot(database, (sql) =>
      runAudit({
        clock: () => Date.now() as Instant,
        calendar: calendarOf(readTimeZone(process.env)),
        auditReader: knexAuditReader(sql),
        gateways: { known: KNOWN_GATEWAYS },
      })(),
    ),
  );

function tell({ findings, warnings, bookings }: Audit): number {
  for (const warning of warnings) say(toWarningLine(warning));
  for (const finding of findings) say(toLine(finding));
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
