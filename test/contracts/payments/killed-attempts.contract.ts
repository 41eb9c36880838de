import { expect } from 'chai';
import type { Invariant } from '../../../core/audit/finding.ts';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, calendar, seat } from '../../support/catalogue.ts';
import { type PlannedCrash, crashing, survivingCrash } from '../../support/crashing.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { fakeForm, fakeQr, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';

const GATEWAYS = {
  'signed forms': 'ESEWA',
  pages: fakeRedirect().name,
  codes: fakeQr().name,
  'unsigned forms': fakeForm().name,
} as const;

/** An upper bound for the number of transactions in one attempt to pay. */
const MOST_STEPS = 30;
/** Hours for which the test runs reconciliation. Reconciliation gives up a payment before that. */
const HOURS = 26;
/** Audit findings about work of the jobs that publish events or expire bookings, which do not run here. */
const WAITS: readonly Invariant[] = ['PAYMENT_OPEN', 'EVENT_UNTOLD', 'OVERDUE'];

/** Pays a booking at a gateway, in a process that dies once. Returns `lived` if the planned crash did not happen. */
async function attempt(sound: Engine, name: string, crash: PlannedCrash): Promise<'died' | 'lived'> {
  const { engine, plan, isPlanned } = crashing(sound);
  const others = [fakeRedirect(), fakeQr(), fakeForm()] as const;
  const paying = payingOn(engine, { others });
  const trip = await aTrip(sound);
  const booking = await aBooking(sound, {
    userId: await aPassengerId(sound),
    tripId: trip.id,
    seats: [seat('A1'), seat('A2')],
  });

  plan(crash);
  const begun = await survivingCrash(paying.checkout(booking, name));
  // If the first process died before the passenger got a payment page, the next process opens one.
  const payment = begun ?? (await paying.checkout(booking, name));
  const other = others.find((gateway) => gateway.name === name);
  const data = other ? undefined : paying.gateway.pay(payment);
  other?.pay(payment.gatewayId ?? '', { amount: payment.amount });
  await survivingCrash(comeBack());
  const outcome = isPlanned() ? 'lived' : 'died';
  plan(undefined);

  // The payer's browser does not return again, so reconciliation alone must settle the payment.
  for (let hour = 0; hour < HOURS; hour += 1) {
    paying.clock.advance(60);
    await paying.giveUpOpening();
    await paying.reconcile();
    await expectSeated(booking);
  }
  const { findings } = await runAudit({
    gateways: paying.gateways,
    clock: paying.clock,
    calendar,
    auditReader: sound.auditReader,
  })();
  expect(findings.filter(({ invariant }) => !WAITS.includes(invariant))).to.deep.equal([]);
  return outcome;

  async function comeBack(): Promise<unknown> {
    if (data !== undefined) return paying.handleSuccess(data);
    if (other?.kind === 'qr') return paying.check(booking.userId, booking.id);
    return paying.handleReturn({
      ...payment,
      source: 'SUCCESS_CALLBACK',
      query: 'status=Completed',
      address: '203.0.113.1',
    });
  }

  /** Expects that the booking has its seats by one payment, and that no money was recorded or owed twice. */
  async function expectSeated({ id, userId }: Booking): Promise<void> {
    const view = await sound.bookingViews.find(id, userId);
    expect([view?.status, view?.seats.length]).to.deep.equal(['CONFIRMED', 2]);
    const [payments, refunds] = await sound.transact((stores) =>
      Promise.all([stores.payments.ofBooking(id), stores.refunds.ofBooking(id)]),
    );
    const complete = payments.filter(({ status }: Payment) => status === 'COMPLETE');
    expect([complete.map((one) => one.id), refunds]).to.deep.equal([[payment.id], []]);
    const rows = (await sound.ledgerViews.ofBooking(id)).filter(({ kind }) => kind === 'PAYMENT');
    expect(rows).to.have.length(1);
  }
}

onEveryEngine('a process that dies in the middle of a payment', (engine) => {
  for (const [kind, name] of Object.entries(GATEWAYS))
    for (const isCommitted of [false, true])
      it(`a paid booking gets its seats exactly once if the process dies ${isCommitted ? 'after' : 'in'} any transaction (${kind})`, async () => {
        let after = 0;
        while ((await attempt(engine(), name, { after, isCommitted })) === 'died') {
          after += 1;
          expect(after).to.be.lessThan(MOST_STEPS);
        }
        expect(after, 'transactions of an attempt').to.be.greaterThan(2);
      });
});
