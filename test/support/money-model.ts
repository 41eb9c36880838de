import { expect } from 'chai';
import { runAudit } from '../../core/audit/run-audit.ts';
import type { Invariant } from '../../core/audit/finding.ts';
import { isSettled } from '../../core/payments/payment.ts';
import { calendar } from './catalogue.ts';
import type { Engine } from './engines.ts';
import type { MoneyAction } from './money-actions.ts';
import { perform } from './perform-money-action.ts';
import { moneyOracle } from './money-oracle.ts';
import { type MoneyWorld, moneyWorld } from './money-world.ts';
import { expectEverythingGivenBack } from './refund-sender.ts';
import { tolerating } from './refusals.ts';
import { KNOWN } from './known-gateways.ts';

/** The number of groups of actions from one audit to the next. */
const BETWEEN_AUDITS = 5;

/**
 * Runs groups of actions. After each group, every ledger account must have the balance that the oracle computes. Some
 * groups are followed by an audit, which must find nothing.
 */
export async function letMoneyMove(engine: Engine, groups: readonly (readonly MoneyAction[])[]): Promise<void> {
  const world = await moneyWorld(engine);
  const oracle = moneyOracle(world);
  for (const [index, group] of groups.entries()) {
    const actions = await Promise.all(group.map((step) => tolerating(perform(world, step, group.length === 1))));
    await lookUp(world);
    await oracle.note(actions.filter((action) => action !== undefined));
    await oracle.compare();
    if (index % BETWEEN_AUDITS === 0) await expectSilence(world);
  }
  await expectScannedMoneyBooked(world);
  await everythingIsSwept(world);
  await oracle.compare();
  await expectSilence(world, []);
  await lookUp(world);
  await expectEverythingGivenBack(world, (word, id) =>
    tolerating(perform(world, { do: word, refund: world.refundIds.indexOf(id) }, true)),
  );
  await oracle.compare();
}

/** Reads the keys of all payments and refunds, which the next actions need. */
async function lookUp(world: MoneyWorld): Promise<void> {
  const [payments, refunds]: [Set<(typeof world.paymentIds)[number]>, Set<(typeof world.refundIds)[number]>] = [
    new Set(world.paymentIds),
    new Set(world.refundIds),
  ];
  await world.engine.transact(async (stores) => {
    for (const { id } of world.bookings) {
      for (const payment of await stores.payments.ofBooking(id)) payments.add(payment.id);
      for (const refund of await stores.refunds.ofBooking(id)) refunds.add(refund.id);
    }
  });
  world.paymentIds.splice(0, Infinity, ...payments);
  world.refundIds.splice(0, Infinity, ...refunds);
}

/**
 * Hours for which the test waits: longer than reconciliation asks about a payment, which is 24 hours after its
 * deadline.
 */
const ASKED_LAST_HOURS = 25;

/**
 * Lets the gateway of the QR codes answer again, and reconciles. Expects that every paid QR code then has its seats or
 * a refund. A payment of a wrong amount waits for an administrator.
 */
async function expectScannedMoneyBooked({ engine, clock, codes, paying, sales }: MoneyWorld): Promise<void> {
  codes.isUp = true;
  clock.advance(ASKED_LAST_HOURS * 60);
  await paying.reconcile();
  for (const { payment } of sales) {
    const { status, unclear } = (await engine.transact(({ payments }) => payments.get(payment.id)))!;
    if (codes.saysOf(payment.gatewayId ?? '')?.status === 'COMPLETE')
      expect(isSettled(status) || unclear !== undefined, `a paid code is booked, not ${status}`).to.equal(true);
  }
}

/** Runs once each job that ends, earns or completes bookings and changes. */
async function everythingIsSwept({ paying, complete, earn, sweepTrips, sweepChanges }: MoneyWorld): Promise<void> {
  await sweepTrips();
  await sweepChanges();
  await paying.expire();
  await earn();
  await complete();
}

/**
 * Findings about work that jobs still have to do. No job runs by itself in this test, so these findings are allowed.
 */
const WAITS: readonly Invariant[] = ['OVERDUE', 'PAYMENT_OPEN', 'EVENT_UNTOLD'];
const BESIDE_JOBS: readonly Invariant[] = ['PAYMENT_OPEN', 'EVENT_UNTOLD'];

/** An allowed finding: a gateway reports a partial refund of a payment whose money never arrived. */
const REPORTED = /is PARTIAL_REFUND, and no PAYMENT row says that it came$/;

async function expectSilence({ clock, engine }: MoneyWorld, waits = WAITS): Promise<void> {
  const { findings } = await runAudit({ gateways: KNOWN, clock, calendar, auditReader: engine.auditReader })();
  const allowed = waits.length > 0 ? waits : BESIDE_JOBS;
  const found = findings.filter(({ invariant, says }) => !allowed.includes(invariant) && !REPORTED.test(says));
  expect(found, JSON.stringify(found)).to.deep.equal([]);
}
