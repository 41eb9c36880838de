import { expect } from 'chai';
import type { Invariant } from '../../core/audit/finding.ts';
import type { BookingOnRecord } from '../../core/audit/ports.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import { inBoardingOrder } from '../../core/boarding/manifest.ts';
import { isActive, isOverdue, isTicketed } from '../../core/bookings/booking.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import type { Clock, Instant, Span } from '../../core/kernel/time.ts';
import { isSettled } from '../../core/payments/payment.ts';
import { seatStatus } from '../../core/seats/seat-map.ts';
import { calendar } from './catalogue.ts';
import type { Engine } from './engines.ts';
import { KNOWN } from './known-gateways.ts';

/** The limit for reading all bookings. No model makes that many bookings. */
const ALL = 1_000;

interface Model {
  readonly engine: Engine;
  /** The manifests that earlier checks have read, by trip and revision. */
  readonly told?: Map<string, string>;
  readonly clock: Clock;
  readonly trips: readonly TripId[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Audit findings that are allowed here. They report work for jobs, and no job runs by itself in a model. */
const WAITS: readonly Invariant[] = ['OVERDUE', 'PAYMENT_OPEN', 'EVENT_UNTOLD'];

export async function expectLawful({ engine, clock, trips, told = new Map() }: Model): Promise<void> {
  for (const trip of trips) await expectRevisionToHold(engine, trip, told);
  const { findings } = await runAudit({ gateways: KNOWN, clock, calendar, auditReader: engine.auditReader })();
  expect(findings.filter(({ invariant }) => !WAITS.includes(invariant))).to.deep.equal([]);
  const bookings = await engine.auditReader.bookings(0, ALL);
  expectMoneyAccountedFor(bookings);
  await expectSalesAgreeWithLedger(engine, bookings);
  for (const trip of trips)
    await expectSeatsAccountedFor(
      { engine, clock },
      trip,
      bookings.filter(({ tripId }) => tripId === trip),
    );
}

/** Expects that a manifest with an unchanged revision has unchanged content. */
async function expectRevisionToHold({ manifests }: Engine, id: TripId, told: Map<string, string>): Promise<void> {
  const found = (await manifests.find(id))!;
  const key = `trip ${id}, revision ${found.revision}`;
  const content = JSON.stringify([found.trip, inBoardingOrder(found), found.revoked]);
  expect(content, key).to.equal(told.get(key) ?? content);
  told.set(key, content);
}

/** Expects that payments minus refunds equal the prices of valid bookings plus the fees of cancelled bookings. */
function expectMoneyAccountedFor(bookings: readonly BookingOnRecord[]): void {
  const payments = bookings.flatMap((booking) => booking.payments);
  const came = sum(payments.filter(({ status }) => isSettled(status)).map(({ amount }) => amount));
  const goesBack = sum(payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount)));
  const earned = sum(
    bookings.map(({ status, total, cancellationFee }) => (isTicketed(status) ? total : (cancellationFee ?? 0))),
  );
  expect(came - goesBack, 'what came in and does not go back').to.equal(earned);
}

const ALWAYS: Span = { start: 0 as Instant, end: Number.MAX_SAFE_INTEGER as Instant };

/**
 * Expects that the sales reports agree with the ledger. For bookings that are not earned yet, the reports already count
 * the company's earning.
 */
async function expectSalesAgreeWithLedger(engine: Engine, bookings: readonly BookingOnRecord[]): Promise<void> {
  let [gross, ours] = [0, 0];
  for (const { entries: rows, operatorEarning } of bookings) {
    const amounts = (side: 'debit' | 'credit', account: string): number =>
      sum(rows.filter((row) => row[side] === account).map(({ amount }) => amount));
    const net = (account: string): number => amounts('credit', account) - amounts('debit', account);
    gross += sum(rows.map(({ kind, credit, amount }) => (kind === 'PAYMENT' && credit === 'UNEARNED' ? amount : 0)));
    ours += net('OPERATOR') + (net('UNEARNED') > 0 ? operatorEarning : 0);
  }
  const sales = (
    await Promise.all(
      [...new Set(bookings.map(({ operatorId }) => operatorId))].map((company) => engine.sales.trips(company, ALWAYS)),
    )
  ).flat();
  expect(
    [sum(sales.map((trip) => trip.gross)), sum(sales.map(({ earning }) => earning))],
    'what was sold, and what of it is the companies’',
  ).to.deep.equal([gross, ours]);
}

/** Expects that each seat has one valid status, and that the sold seats are exactly the seats of active bookings. */
async function expectSeatsAccountedFor(
  { engine, clock }: Pick<Model, 'engine' | 'clock'>,
  id: TripId,
  bookings: readonly BookingOnRecord[],
): Promise<void> {
  const now = clock();
  const active = bookings.filter((booking) => isActive(booking.status) && !isOverdue(booking, now));
  const trip = (await engine.officeTrips.find(id, now))!;
  const { total, sold, held, blocked, left } = trip.seats;
  expect(trip.seats, 'nothing is owed').to.satisfy(() => [sold, held, blocked, left].every((count) => count >= 0));
  if (trip.status === 'CANCELLED')
    expect([held, blocked], 'a cancelled trip has no holds or blocks').to.deep.equal([0, 0]);
  expect(sold, 'sold').to.equal(sum(active.map(({ seatsCount }) => seatsCount)));
  expect(total, 'total').to.equal(trip.bus.totalSeats);
  expect(trip.gross, 'gross').to.equal(
    sum(active.filter(({ status }) => isTicketed(status)).map((booking) => booking.total)),
  );

  const map = await engine.seatMaps.view(id, undefined, now);
  if (map?.hasSeatMap !== true) {
    expect(map?.seatsLeft, 'places left').to.equal(left);
    return;
  }
  const numbers = active.flatMap(({ seats }) => seats.map(({ seat }) => seat)).sort();
  const showing = (status: string) =>
    map.seats.filter((seat) => seatStatus(seat) === status).map(({ number }) => number);
  expect(new Set(numbers).size, `seats sold: ${numbers.join()}`).to.equal(numbers.length);
  expect(showing('BOOKED').sort(), 'seats booked').to.deep.equal(numbers);
  expect([showing('LOCKED').length, showing('BLOCKED').length, showing('AVAILABLE').length]).to.deep.equal(
    [held, blocked, left],
    'held, blocked, left',
  );
}
