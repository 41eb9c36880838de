import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { inSnapshot } from '../../adapters/knex/engine/snapshot.ts';
import { knexAuditReader } from '../../adapters/knex/audit/audit-reader.ts';
import { knexFeedViews } from '../../adapters/knex/road/feed-views.ts';
import { feedArchive } from '../../adapters/zip/feed-archive.ts';
import { type Finding, toLine, toWarningLine } from '../../core/audit/finding.ts';
import { feedFindings, photoFindings } from '../../core/audit/road.ts';
import { lossWarnings } from '../../core/audit/losses.ts';
import { type Audit, runAudit } from '../../core/audit/run-audit.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { readPublished } from '../published-events.ts';
import { readDataDir, readDatabaseUrl, readDoorLimits, readPositionDays, readTimeZone } from '../settings.ts';
import { KNOWN_GATEWAYS } from '../gateways.ts';
import { onExistingDatabase } from './existing-database.ts';

const HELP = `Reads the database as it is at one moment and lists every broken invariant, one on each line, with its evidence:

  LEDGER_DIFFERS: the fault in words (booking 12, row 34)

  npm run --silent check
  npm run --silent check -- --since 2026-11-29T06:30:00Z

--since is for the day after a failover to a standby that lagged. It warns of gaps in the numbers of bookings, payments, refunds,
ledger rows and scans since then, and of events that were published (by DATA_DIR) and that the database does not have.

DATABASE_URL names the database, DATA_DIR the files; local days are those of TIME_ZONE. POSITION_DAYS, DOOR_SEATS_PER_DAY and DOOR_COUNTER_PERCENT count, too. Nothing is changed, and the service may keep running.

  SEAT_SOLD_TWICE          two active bookings of a trip with the same seat number
  SEAT_TAKEN_TWICE         a seat that is held although it is sold, blocked or held by another on the same part of the road, or blocked twice
  SEATS_DIFFER             a booking whose seats are too few, too many, on another trip, bus or section, given up too early or kept too long
  COMPANY_DIFFERS          an upcoming booking of another company than the one that runs the trip's bus
  AMOUNTS_DIFFER           total, commission, earning and payments of a booking do not add up
  MONEY_WITHOUT_SEAT       a COMPLETE payment without a booking that it pays, and without a refund
  SEAT_WITHOUT_MONEY       a confirmed booking without a COMPLETE payment
  REFUND_DIFFERS           a missing refund or a wrong amount; a refund to another account than its booking’s, that was sent without a sending,
                           that is goodwill of nobody, or whose reason its payment or booking contradicts
  CHANGE_DIFFERS           a change to another trip whose amounts do not follow from the old price, the fee and the new fare; that carries other
                           money than it says; or that ended the old booking at another moment, fee or by somebody else
  COUNTER_SALE_DIFFERS     a counter sale that was not paid exactly once at the counter or by a code; its cash is in no shift of the seller; an online
                           booking that was paid at a counter; or used-up blocks that are unreadable, exceed its seats, or belong to no sale by a code;
                           a shift that was closed before its last sale or refund
  LEDGER_DIFFERS           a missing, surplus or wrong row of the ledger, compared with bookings, payments, refunds and settlements; a row without a
                           subject; a partial refund of a payment that never came; a gateway with a negative balance without an explanation;
                           debits that differ from credits, or balances that differ from their rows
  CHAIN_DIFFERS            a booking, with those that changes made of it, whose payments are not its refunds, the fees kept and its present price;
                           computed without the reasons of any of them
  UNEARNED_DIFFERS         a booking whose rows leave something in UNEARNED or REFUND_DUE that it does not owe, or UNEARNED in all that is not
                           the price of the paid journeys that are ahead
  GATEWAY_DIFFERS          a gateway that does not stand at its payments less its refunds and settlements
  BLOCK_MISPLACED          a seat that is blocked and sold, blocked seats or places that the bus lacks, or a block of a cancelled trip
  BUS_ELSEWHERE            a trip planned in the portal that overlaps an older one of the same bus; trips of a catalogue may overlap
  PLACES_OVERSOLD          an upcoming trip with more places taken than its bus has
  CANCELLATION_INCOMPLETE  a cancelled booking without canceller, time or fee, or an active booking on a trip that its company cancelled
  TOTALS_DIFFER            ratings of an operator, places of a trip or its parts, seats of a bus, sales or refunds of a shift that differ from the sum of
                           their rows; a bus on sale although its company is suspended, or the reverse; a trip on sale although the papers
                           of its bus are incomplete on its day, or the reverse (after a change of TIME_ZONE, npm run gate corrects it);
                           a trip with blocks or waits that is marked as having none
  STATEMENT_DIFFERS        a statement that differs from its ledger rows, its payouts or earlier statements; a gap in the numbers of a year; a
                           payout without a statement; a ledger row that no statement has or will have, or that is wrongly listed for the
                           next statement
  OVERDUE                  a booking two minutes past its payment deadline or arrival that no job has ended, or past its departure that is not earned
  PAYMENT_OPEN             a payment with an unknown outcome about which nobody asks: no question is planned, or it is due and a day has passed
  PAYMENT_DIFFERS          a payment that an administrator settled or resolved, and that does not say by whom and as what
  SECTION_DIFFERS          a section on sale, or the times of an open booking, unlike the trip; a booking that is to be earned after its arrival
  BOARDING_DIFFERS         a passenger on board of a booking that has ended, without a conflict or an undo; a CHECKED_IN booking with nobody on
                           board; or a booking with somebody on board that is not CHECKED_IN
  TERMS_DIFFER             a booking whose commission rate or cancellation tiers are not those of its company when it was made
  TRAIL_DIFFERS            a booking that names another maker or canceller than the activity log
  AGENT_DIFFERS            an agent whose balance, bookings, rows, refunds or statements do not fit each other
  DOOR_DIFFERS             two open places of an account at a door, a number twice or not by the draw, a booking before the sale opened;
                           a person with more seats of a day, or a trip with more blocks and counter sales, than the door allows
  WAIT_DIFFERS             an offer without its holds, a hold for a wait without an offer, two waits of a person on a trip, an offer two minutes
                           over, or free seats that fit somebody who waits
  ROAD_DIFFERS             points of a bus that are a day too old; two messages about a late bus to a booking for the same of LATE_MINUTES, without
                           a fall of the estimate; a live link of a journey that is over; a photo of a place without its file;
                           a trip that for two minutes is not once in the timetable feed, while a service writes it
  EVENT_MISSING            a booking that was confirmed, cancelled or expired without its event
  EVENT_UNTOLD             an event that was not published within a minute

A line that begins with WARNING is no fault: a gateway has a negative balance because of refunds, or by an administrator's decision;
a payment is still open a day after its last question to the gateway; or names of cities, buses or seats differ in spelling alone, as earlier versions allowed.

Exit status: 0 every invariant holds, with or without warnings, 1 some are broken, 2 the database cannot be read.
`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const audit = (since: Instant | undefined): Promise<Audit> =>
  onExistingDatabase(readDatabaseUrl(process.env), async (database) => {
    const found = await inSnapshot(database, async (sql) => {
      const auditReader = knexAuditReader(sql);
      const losses =
        since === undefined
          ? []
          : await lossWarnings(auditReader, since, await readPublished(readDataDir(process.env)));
      const audited = await runAudit({
        clock: now,
        calendar: calendarOf(readTimeZone(process.env)),
        auditReader,
        gateways: { known: KNOWN_GATEWAYS },
        doorLimits: readDoorLimits(process.env),
        road: { positionDays: readPositionDays(process.env) },
      })();
      return { ...audited, warnings: [...losses, ...audited.warnings] };
    });
    return { ...found, findings: [...found.findings, ...(await besideSnapshot(database))] };
  });

/** Looks at files and at the timetable feed, which follow the database a little later. No snapshot has both. */
async function besideSnapshot(database: Database): Promise<readonly Finding[]> {
  const reader = knexAuditReader(database.read);
  return [
    ...(await photoFindings(reader, mediaFiles(readDataDir(process.env)))),
    ...(await feedFindings({
      clock: now,
      calendar: calendarOf(readTimeZone(process.env)),
      pause: (milliseconds) => pause(milliseconds),
      feedViews: knexFeedViews(database.read),
      feedArchive,
      reader,
    })),
  ];
}

const now = (): Instant => Date.now() as Instant;

/** Tells whether a file that people have uploaded is there. */
const mediaFiles =
  (dataDir: string) =>
  (fileName: string): Promise<boolean> =>
    access(join(dataDir, 'media', fileName)).then(
      () => true,
      () => false,
    );

/** The moment of `--since`. Undefined without arguments, and NaN if the arguments are something else. */
function sinceOf(args: readonly string[]): Instant | undefined {
  if (args.length === 0) return undefined;
  const isMeant = args.length === 2 && args[0] === '--since';
  return (isMeant ? Date.parse(args[1] ?? '') : Number.NaN) as Instant;
}

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
  const since = sinceOf(args);
  if (Number.isNaN(since)) {
    process.stderr.write(HELP);
    return 2;
  }
  try {
    return tell(await audit(since));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
