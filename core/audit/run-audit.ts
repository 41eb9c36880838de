import { completeSpans } from '../fleet/gate-trips.ts';
import type { Calendar } from '../kernel/calendar.ts';
import { type Instant, minutesAfter, toIso } from '../kernel/time.ts';
import { keptEventsSince } from '../listening/delivery.ts';
import type { Gateways } from '../payments/gateway.ts';
import type { DoorLimits } from '../seats/door-limits.ts';
import type { SharedSeat } from './taken-twice.ts';
import type { AuditReader, GatedBus, WrongTotal } from './ports.ts';
import { crowdedFinding, misplacedBlocks, offRoadFinding, overlapFinding, takenTwiceFinding } from './trips.ts';
import { balanceFaults, gatewayFaults, platformFindings } from './platform.ts';
import { agentFindings, agentWarnings } from './agents.ts';
import { batches } from './batches.ts';
import type { Finding, Warning } from './finding.ts';
import { foundMoneyFindings } from './found-money.ts';
import { violationsOf } from './invariants.ts';
import { SWEEP_GRACE_MINUTES } from './sweep-grace.ts';
import { lateCashFinding } from './counter-facts.ts';
import { doorLimitFindings } from './door-limits.ts';
import { doorFindings, swept, unserved, waitFindings } from './line.ts';
import { openPaymentFaults } from './open-payments.ts';
import { type RoadTerms, roadFindings } from './road.ts';
import { sectionFaults } from './sections.ts';
import { twinWarning } from './twins.ts';
import { listFaults, numberFaults, statementFaults } from './statements.ts';
import { chainFaults, wholeFaults } from './sums.ts';
import type { AuditWorld } from './world.ts';

/** The dependencies of an audit. A command runs it without the service, and knows only facts about gateways. */
interface AuditedWorld extends Pick<AuditWorld, 'clock' | 'calendar' | 'auditReader'> {
  readonly gateways: Pick<Gateways, 'known'>;
  /** These are undefined where the settings are not known. */
  readonly road?: RoadTerms;
  readonly doorLimits?: DoorLimits;
}

export interface Audit {
  readonly findings: readonly Finding[];
  /** Conditions that an administrator should know about, although no invariant is violated. */
  readonly warnings: readonly Warning[];
  readonly bookings: number;
}

/**
 * The number of bookings that one query reads. BUSES is smaller, because each bus is read with all its trips, and each
 * line with the seats of its trip.
 */
const BATCH = 500;
const BUSES = 20;
/** The number of statements that one query reads, with all their rows. A statement may have thousands of rows. */
const STATEMENTS = 10;
/** Minutes after which an event that is not published counts as stuck. */
const EVENT_GRACE_MINUTES = 1;

export type RunAudit = ReturnType<typeof runAudit>;

/**
 * Reads the whole database and reports every violated invariant. Changes nothing, and may run while the service runs.
 */
export const runAudit =
  ({ clock, calendar, auditReader, gateways: { known }, road, doorLimits }: AuditedWorld) =>
  async (batchSize = BATCH): Promise<Audit> => {
    const now = clock();
    const findings: Finding[] = (await auditReader.soldTwice()).map(soldTwice);
    findings.push(...(await auditReader.takenTwice(whenRead(now))).map(takenTwiceFinding));
    findings.push(...(await auditReader.offRoad(whenRead(now))).map(offRoadFinding));
    findings.push(...(await blocks(auditReader, now)), ...(await auditReader.overlaps()).map(overlapFinding));
    findings.push(...(await auditReader.crowded(whenRead(now))).map(crowdedFinding));
    let bookings = 0;
    for await (const batch of batches((after) => auditReader.bookings(after, batchSize))) {
      bookings += batch.length;
      findings.push(...batch.flatMap((booking) => violationsOf(booking, known, now)));
    }
    for await (const chains of batches((after) => auditReader.chains(after, batchSize)))
      findings.push(...chains.flatMap(chainFaults));
    for await (const trips of batches((after) => auditReader.sectionedTrips(after, batchSize)))
      findings.push(...trips.flatMap(sectionFaults));
    for await (const lines of batches((after) => auditReader.lines(after, BUSES, swept(now))))
      findings.push(...lines.flatMap((line) => unserved(line, now)));
    for await (const buses of batches((after) => auditReader.gatedBuses(after, BUSES)))
      findings.push(...buses.flatMap((bus) => gateFaults(bus, calendar)));
    for await (const statements of batches((after) => auditReader.statements(after, STATEMENTS)))
      findings.push(...statements.flatMap((statement) => statementFaults(statement, calendar)));
    const open = openPaymentFaults(await auditReader.openPayments(), now);
    findings.push(
      ...(await numberFaults(auditReader)),
      ...(await listFaults(auditReader)),
      ...(await auditReader.wrongTotals()).map(wrongTotal),
      ...open.findings,
      ...(await auditReader.lateCash()).map(lateCashFinding),
      ...(await unpublished(auditReader, now)),
      ...(await withoutEvent(auditReader, now)),
      ...balanceFaults(await auditReader.balances()),
      ...(await platformFindings(auditReader)),
      ...(await foundMoneyFindings(auditReader, known)),
      ...(await agentFindings(auditReader, calendar)),
      ...(await waitFindings(auditReader, now)),
      ...(await doorFindings(auditReader, now)),
      ...(await doorLimitFindings(auditReader, doorLimits, calendar, whenRead(now))),
      ...(await roadFindings(auditReader, road, now)),
      ...wholeFaults(await auditReader.wholeSums(), known),
    );
    const gateways = gatewayFaults(await auditReader.gateways());
    findings.push(...gateways.findings);
    const twins = (await auditReader.twins()).map(twinWarning);
    const agents = await agentWarnings(auditReader);
    return { findings, warnings: [...gateways.warnings, ...open.warnings, ...twins, ...agents], bookings };
  };

/**
 * Finds trips on sale although their bus lacks complete papers on the day of departure. Also finds trips that are not
 * on sale although the papers are complete. A change of the time zone can cause both, because trips then depart on
 * another local day.
 */
function gateFaults({ documents, trips }: GatedBus, calendar: Calendar): readonly Finding[] {
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
  row: `trip ${tripId}`,
  says: `seat ${seat} is sold to bookings ${bookings.join(' and ')}`,
});

const THINGS = {
  operators: 'company',
  schedules: 'trip',
  part_places: 'trip',
  buses: 'bus',
  shifts: 'shift',
} as const;

const wrongTotal = ({ table, id, column, kept, counted }: WrongTotal): Finding => ({
  invariant: 'TOTALS_DIFFER',
  row: `${THINGS[table]} ${id}`,
  says: `${column} is ${kept}, and its rows make ${counted}`,
});

/**
 * The moment for which blocks and deadlines are checked, a little later than now. The service keeps running during the
 * audit. If a block or deadline ends meanwhile, another passenger may already have the seat.
 */
const whenRead = (now: Instant): Instant => minutesAfter(now, SWEEP_GRACE_MINUTES);

async function blocks(auditReader: AuditReader, now: Instant): Promise<readonly Finding[]> {
  const at = whenRead(now);
  return misplacedBlocks(await auditReader.blocks(at), at);
}

const unpublished = async (auditReader: AuditReader, now: Instant): Promise<readonly Finding[]> =>
  (await auditReader.unpublished(minutesAfter(now, -EVENT_GRACE_MINUTES))).map(({ id, topic, recordedAt }) => ({
    invariant: 'EVENT_UNTOLD',
    row: `event ${id}`,
    says: `an event on ${topic} waits since ${toIso(recordedAt)}`,
  }));

/** Finds bookings of the last 7 days whose company heard nothing of them. Older events are deleted. */
const withoutEvent = async (auditReader: AuditReader, now: Instant): Promise<readonly Finding[]> =>
  (await auditReader.withoutEvent(keptEventsSince(now))).map(({ id, code, status }) => ({
    invariant: 'EVENT_MISSING',
    row: `booking ${id}`,
    says: `${code}: the booking is ${status}, and no event tells it`,
  }));
