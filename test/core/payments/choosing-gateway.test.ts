import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { secondsAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { seat } from '../../support/catalogue.ts';
import { memoryEngine } from '../../support/engines.ts';
import { fakeQr, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { aBookedTrip, payingOn } from '../../support/paying.ts';
import { codeOf, faultsOf, refused, refusalOf } from '../../support/refusals.ts';

describe('the gateway of a checkout', () => {
  const given = async () => {
    const [wallet, scan] = [fakeRedirect(), fakeQr()];
    const paying = payingOn(memoryEngine(), { others: [wallet, scan], rateLimit: true });
    const booked = await aBookedTrip(paying.engine);
    const start = (name?: string) => paying.startCheckout(booked.asha, booked.booking.id, name);
    const payments = () => paying.engine.transact((stores) => stores.payments.ofBooking(booked.booking.id));
    return { ...paying, ...booked, wallet, scan, start, payments };
  };
  const ABOVE = paisa(240_001);
  const BELOW = paisa(239_999);
  const EXACT = paisa(240_000);

  it('a checkout without a named gateway uses the preferred one', async () => {
    const { start } = await given();
    expect((await start()).gateway).to.equal('ESEWA');
  });

  it('a checkout without a named gateway uses the first one that accepts the amount', async () => {
    const { start, gateway, wallet } = await given();
    Object.assign(gateway, { bounds: { min: ABOVE, max: null } });
    expect((await start()).gateway).to.equal('WALLET');
    Object.assign(wallet, { bounds: { min: null, max: BELOW } });
    expect((await start()).gateway).to.equal('SCAN');
  });

  it('a checkout is refused if no gateway accepts the amount, or the named gateway does not', async () => {
    const { start, gateway, wallet, scan, payments } = await given();
    Object.assign(wallet, { bounds: { min: null, max: BELOW } });
    expect(await refusalOf(start('WALLET'))).to.deep.equal(['conflict', 'AMOUNT_NOT_TAKEN']);
    for (const each of [gateway, scan]) Object.assign(each, { bounds: { min: ABOVE, max: null } });
    expect(await codeOf(start())).to.equal('AMOUNT_NOT_TAKEN');
    expect(await payments()).to.deep.equal([]);
  });

  it('the lowest and highest amounts that a gateway accepts are inclusive', async () => {
    const { start, wallet } = await given();
    Object.assign(wallet, { bounds: { min: EXACT, max: EXACT } });
    expect((await start('WALLET')).gateway).to.equal('WALLET');
  });

  it('a checkout with an unknown gateway is refused before the booking is looked up', async () => {
    const { startCheckout, start, asha } = await given();
    expect(await faultsOf(start('CASH'))).to.deep.equal(['gateway']);
    expect(await faultsOf(startCheckout(asha, 2_000_000_000 as never, 'wallet'))).to.deep.equal(['gateway']);
  });

  it('a checkout is refused after ten payments of one booking, and the refusal names the seconds until the deadline', async () => {
    const { start, payments, clock, booking } = await given();
    await start('WALLET');
    for (let times = 0; times < 9; times += 1) await start('ESEWA');
    clock.set(secondsAfter(booking.paymentDeadline, -90));
    expect(await refused(start('SCAN'))).to.deep.include({
      kind: 'throttled',
      code: 'TOO_MANY_ATTEMPTS',
      retryAfterSeconds: 90,
    });
    expect((await start('WALLET')).way.kind).to.equal('redirect');
    expect(await payments()).to.have.length(10);
  });

  it('a checkout is refused for an amount that the gateway does not accept first, and then for too many payments', async () => {
    const { start, wallet } = await given();
    for (let times = 0; times < 10; times += 1) await start();
    Object.assign(wallet, { bounds: { min: ABOVE, max: null } });
    expect(await codeOf(start('WALLET'))).to.equal('AMOUNT_NOT_TAKEN');
    expect(await codeOf(start())).to.equal('TOO_MANY_ATTEMPTS');
  });

  it('a checkout of a paid booking is refused as paid, even if the gateway does not accept the amount', async () => {
    const { startCheckout, engine, asha, trip, wallet } = await given();
    Object.assign(wallet, { bounds: { min: ABOVE, max: null } });
    const paid = await aBooking(engine, { userId: asha, tripId: trip.id, seats: [seat('B1')], status: 'CONFIRMED' });
    expect(await codeOf(startCheckout(asha, paid.id, 'WALLET'))).to.equal('BOOKING_ALREADY_PAID');
  });
});
