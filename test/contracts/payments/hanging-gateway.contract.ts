import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { sendAutomaticRefunds } from '../../../core/refunds/send-automatic-refunds.ts';
import { attemptRefund } from '../../../core/refunds/attempt-refund.ts';
import { automaticOn } from '../../support/automatic-refunds.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type FakePageGateway, fakeForm, fakeQr, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { NEVER, type Paying, paymentOf, payingOn } from '../../support/paying.ts';
import { aPassengerId } from '../../support/people.ts';
import { selfPayingGateway } from '../../support/self-paying-gateway.ts';
import { aWorld } from '../../support/world.ts';

/* One gateway does not answer until the end of each test. All other work must end before that. */

onEveryEngine('a gateway that hangs', (engine) => {
  let hanging: FakePageGateway;
  let others: readonly [FakePageGateway, ReturnType<typeof fakeForm>];
  let paying: Paying;
  let asha: UserId;
  let trip: TripForTests;
  let release: () => void = () => undefined;

  beforeEach(async () => {
    hanging = fakeRedirect();
    others = [fakeQr(), fakeForm()];
    paying = payingOn(engine(), { others: [hanging, ...others] });
    asha = await aPassengerId(engine());
    trip = await aTrip(engine(), { seats: 40 });
  });
  afterEach(() => release());

  const book = (): Promise<Booking> => aBooking(engine(), { userId: asha, tripId: trip.id });
  const hang = (): Promise<void> => {
    const held = hanging.hold();
    ({ release } = held);
    return held.reached;
  };
  const statusOf = async ({ transactionUuid }: Payment) => (await paymentOf(engine(), transactionUuid)).status;
  /** Starts a payment at each of the other gateways. The payers pay there. */
  async function paidElsewhere(): Promise<readonly Payment[]> {
    const payments = [await paying.checkout(await book())];
    paying.gateway.pay(payments[0]!);
    for (const other of others) {
      const payment = await paying.checkout(await book(), other.name);
      other.pay(payment.gatewayId ?? '', { amount: payment.amount });
      payments.push(payment);
    }
    return payments;
  }

  it('a gateway that hangs delays no reconciliation at other gateways, and its own reconciliation ends when the service stops', async () => {
    const stuck = await paying.checkout(await book(), hanging.name);
    const payments = await paidElsewhere();
    paying.clock.set(minutesAfter(START, 6));
    const reached = hang();
    let stop: () => void = () => undefined;
    const stopping = new Promise<void>((resolve) => (stop = resolve));
    const run = paying.reconcileAt(hanging.name, stopping);
    await reached;
    for (const payment of payments) {
      expect(await paying.reconcileAt(payment.gateway, NEVER), payment.gateway).to.equal(1);
      expect(await statusOf(payment), payment.gateway).to.equal('COMPLETE');
    }
    expect(await statusOf(stuck)).to.equal('INITIATED');
    stop();
    expect(await run).to.equal(0);
  });

  it('a gateway that hangs delays no checkout at another gateway, even of the same booking', async () => {
    const booking = await book();
    const reached = hang();
    const stuck = paying.startCheckout(asha, booking.id, hanging.name).catch((error: unknown) => error);
    await reached;
    for (const payment of await paidElsewhere()) expect(await statusOf(payment)).to.equal('INITIATED');
    const [qr] = others;
    const payment = await paying.checkout(booking, qr.name);
    qr.pay(payment.gatewayId ?? '', { amount: payment.amount });
    expect(await paying.check(asha, booking.id)).to.include({ bookingStatus: 'CONFIRMED' });
    release();
    await stuck;
  });

  it('a gateway that hangs delays no payment check at another gateway, and no payer who returns from there', async () => {
    const stuck = await book();
    await paying.checkout(stuck, hanging.name);
    const [first, ...rest] = await paidElsewhere();
    const reached = hang();
    const check = paying.check(asha, stuck.id);
    await reached;
    await paying.handleSuccess(paying.gateway.callback(first!));
    expect(await statusOf(first!)).to.equal('COMPLETE');
    for (const payment of rest) expect(await paying.check(asha, payment.bookingId)).to.include({ status: 'COMPLETE' });
    // The first check still waits for the gateway. The second one does not wait, and returns the stored status.
    expect(await paying.check(asha, stuck.id)).to.include({ status: 'INITIATED' });
    release();
    await check;
  });

  it('a gateway that hangs delays no refund at another gateway, and no later run of the refund job', async () => {
    const job = automaticOn(engine());
    const other = { ...selfPayingGateway(), name: 'OTHER_WALLET' };
    const gateways = {
      ...aWorld.gateways,
      known: [job.gateway, other],
      of: (name: string) => [job.gateway, other].find((gateway) => gateway.name === name),
    };
    const needs = { ...job.needs, gateways };
    const begun: string[] = [];
    const attempt = attemptRefund(needs);
    const round = sendAutomaticRefunds({
      ...needs,
      refundsToAttempt: async (name, now, limit) => {
        begun.push(name);
        return name === job.gateway.name ? engine().refundsToAttempt(name, now, limit) : [];
      },
      attemptRefund: attempt,
    });
    await job.owe(await job.pay());
    const held = job.gateway.hold();
    ({ release } = held);
    const first = await round();
    await held.reached;
    expect([first.begun, (await round()).begun]).to.deep.equal([1, 0]);
    expect(begun).to.deep.equal([job.gateway.name, other.name, job.gateway.name, other.name]);
    release();
    await first.done;
  });
});
