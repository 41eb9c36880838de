import { completeSpans } from '../fleet/gate-trips.ts';
import type { Calendar } from '../kernel/calendar.ts';
import { minutesAfter, toIso } from '../kernel/time.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { reconciledSince } from '../payments/enquiry.ts';
import type { AuditReader, GatedBus, SharedSeat, WrongTotal } from './ports.ts';
import { misplacedBlocks } from './blocks.ts';
import { crowded, elsewhere } from './buses.ts';
import { balanceFaults, stray } from './balances.ts';
import { SWEEP_GRACE_MINUTES, violationsOf } from './invariants.ts';
import type { Finding } from './invariants.ts';
import { faultsBesideStatements, statementFaults } from './statements.ts';

interface Needs {
  readonly clock: Clock;
  readonly calendar: Pick<Calendar, 'day'>;
  readonly auditReader: AuditReader;
}

export interface Audit {
  readonly findings: readonly Finding[];
  readonly bookings: number;
}

/** How many bookings are read at once, and how many buses with all their trips. */
const BATCH = 500;
const BUSES = 20;
/** Statements with all their rows, of which a month may have thousands. */
const STATEMENTS = 10;
/** An event that is not published by then is stuck. */
const EVENT_GRACE_MINUTES = 1;

export type RunAudit = ReturnType<typeof runAudit>;

/**
 * Reads everything that is stored and finds every violated invariant. Changes nothing, and may run beside the service.
 */
export const runAudit =
  ({ clock, calendar, auditReader }: Needs) =>
  async (batchSize = BATCH): Promise<Audit> => {
    const now = clock();
    const findings: Finding[] = (await auditReader.soldTwice()).map(soldTwice);
    findings.push(...(await blocks(auditReader, now)), ...(await auditReader.overlaps()).map(elsewhere));
    findings.push(...(await auditReader.crowded(whenRead(now))).map(crowded));
    let bookings = 0;
    for await (const batch of batches((after) => auditReader.bookings(after, batchSize))) {
      bookings += batch.length;
      findings.push(...batch.flatMap((booking) => violationsOf(booking, now)));
    }
    for await (const buses of batches((after) => auditReader.gatedBuses(after, BUSES)))
      findings.push(...buses.flatMap((bus) => misgated(bus, calendar)));
    for await (const statements of batches((after) => auditReader.statements(after, STATEMENTS)))
      findings.push(...statements.flatMap((statement) => statementFaults(statement, calendar)));
    findings.push(
      ...(await faultsBesideStatements(auditReader)),
      ...(await auditReader.wrongTotals()).map(wrongTotal),
      ...(await open(auditReader, now)),
      ...(await unpublished(auditReader, now)),
      ...balanceFaults(await auditReader.balances()),
      ...stray(await auditReader.strayEntries()),
    );
    return { findings, bookings };
  };

async function* batches<Row extends { readonly id: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const batch = await read(after);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.id;
  }
}

/**
 * The trips that are open to passengers although the papers are not complete on their day, or the other way round. A
 * change of the time zone has moved their days.
 */
function misgated({ documents, trips }: GatedBus, calendar: Pick<Calendar, 'day'>): readonly Finding[] {
  const spans = completeSpans(documents, calendar);
  return trips.flatMap(({ id, departsAt, papersOk }): Finding[] => {
    const isOpen = spans.some(({ start, end }) => start <= departsAt && departsAt < end);
    if (papersOk === isOpen) return [];
    const [kept, counted] = [papersOk, isOpen].map(Number) as [number, number];
    const { says, ...finding } = wrongTotal({ table: 'schedules', id, column: 'papers_ok', kept, counted });
    return [{ ...finding, says: `${says}. If TIME_ZONE was changed, npm run gate mends it` }];
  });
}

const soldTwice = ({ tripId, seat, bookings }: SharedSeat): Finding => ({
  invariant: 'SEAT_SOLD_TWICE',
  row: `schedules ${tripId}`,
  says: `seat ${seat} is sold to bookings ${bookings.join(' and ')}`,
});

const wrongTotal = ({ table, id, column, kept, counted }: WrongTotal): Finding => ({
  invariant: 'TOTALS_DIFFER',
  row: `${table} ${id}`,
  says: `${column} is ${kept}, and its rows make ${counted}`,
});

/**
 * The service goes on while it is read. What ends by itself meanwhile, a block or the deadline of an unpaid booking, is
 * no longer counted: somebody may have taken its seat since.
 */
const whenRead = (now: Instant): Instant => minutesAfter(now, SWEEP_GRACE_MINUTES);

async function blocks(auditReader: AuditReader, now: Instant): Promise<readonly Finding[]> {
  const at = whenRead(now);
  return misplacedBlocks(await auditReader.blocks(at), at);
}

/** Reconciliation no longer asks about these: somebody has to look them up at the gateway. */
const open = async (auditReader: AuditReader, now: Instant): Promise<readonly Finding[]> =>
  (await auditReader.openPayments(reconciledSince(now))).map(({ id, status, createdAt, bookingCode }) => ({
    invariant: 'PAYMENT_OPEN',
    row: `payments ${id}`,
    says: `${bookingCode}: it is ${status} since ${toIso(createdAt)}`,
  }));

const unpublished = async (auditReader: AuditReader, now: Instant): Promise<readonly Finding[]> =>
  (await auditReader.unpublished(minutesAfter(now, -EVENT_GRACE_MINUTES))).map(({ id, topic, recordedAt }) => ({
    invariant: 'EVENT_UNTOLD',
    row: `outbox ${id}`,
    says: `an event on ${topic} waits since ${toIso(recordedAt)}`,
  }));
