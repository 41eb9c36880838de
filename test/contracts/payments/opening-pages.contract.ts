import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter, secondsAfter, secondsBetween } from '../../../core/kernel/time.ts';
import type { Checkout } from '../../../core/payments/start-checkout.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { type FakePageGateway, fakeQr, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { aBookedTrip, type Paying, paymentOf, payingOn } from '../../support/paying.ts';
import { refused, refusalOf } from '../../support/refusals.ts';

onEveryEngine('pages and codes of gateways', (engine) => {
  let [wallet, scan]: readonly FakePageGateway[] = [];
  let paying: Paying;
  let booking: Booking;
  let asha: UserId;

  beforeEach(async () => {
    [wallet, scan] = [fakeRedirect(), fakeQr()];
    paying = payingOn(engine(), { others: [wallet, scan] });
    ({ booking, asha } = await aBookedTrip(engine()));
  });

  const start = (name: string): Promise<Checkout> => paying.startCheckout(asha, booking.id, name);
  const payments = () => engine().transact((stores) => stores.payments.ofBooking(booking.id));
  const statuses = async () => (await payments()).map(({ gateway, status }) => [gateway, status]);

  it('a checkout by redirect returns the address of the gateway’s page, and plans the first status enquiry', async () => {
    const { gateway, gatewayId, transactionUuid, way, remainingSeconds, booking: seen } = await start('WALLET');
    expect([gateway, gatewayId, remainingSeconds, seen.paymentStatus]).to.deep.equal([
      'WALLET',
      `wallet-${transactionUuid}`,
      900,
      'INITIATED',
    ]);
    expect(way).to.deep.equal({ kind: 'redirect', url: `https://wallet.example/wallet-${transactionUuid}` });
    expect(await paymentOf(engine(), transactionUuid)).to.deep.include({
      gatewayId,
      status: 'INITIATED',
      openingUntil: undefined,
      nextEnquiryAt: minutesAfter(START, 5),
    });
  });

  it('a checkout’s QR code is valid until the payment deadline', async () => {
    const { way, gatewayId } = await start('SCAN');
    expect(way).to.deep.equal({
      kind: 'qr',
      text: `https://scan.example/${gatewayId}`,
      goodUntil: booking.paymentDeadline,
    });
  });

  it('a checkout repeated while the gateway’s payment page is valid shows this page again, without a second payment', async () => {
    const first = await start('WALLET');
    paying.clock.advance(10);
    expect((await start('WALLET')).way).to.deep.equal(first.way);
    expect([(await payments()).length, wallet!.counts().opened]).to.deep.equal([1, 1]);
  });

  it('a checkout shows the page of a PENDING payment again, and opens a new page once the payer has cancelled at the gateway', async () => {
    const first = await start('WALLET');
    const [payment] = await payments();
    const move = (name: 'reportPending' | 'reportCanceled') =>
      engine().transact((stores) => stores.payments.move(payment!.id, name, START));
    await move('reportPending');
    expect((await start('WALLET')).way).to.deep.equal(first.way);
    await move('reportCanceled');
    expect((await start('WALLET')).way).not.to.deep.equal(first.way);
  });

  it('a checkout opens a new payment page at the gateway once the first page has expired', async () => {
    const first = await start('WALLET');
    const [payment] = await payments();
    await engine().transact(({ payments: repo }) =>
      repo.keepPage(payment!.id, payment!.gatewayId!, { content: 'old', goodUntil: START }, ''),
    );
    expect((await start('WALLET')).transactionUuid).not.to.equal(first.transactionUuid);
  });

  it('several checkouts of one booking at once share one payment page at the gateway', async () => {
    const { reached, release } = wallet!.hold();
    const first = start('WALLET');
    await reached;
    const others = [start('WALLET'), start('WALLET')];
    release();
    const ways = (await Promise.all([first, ...others])).map(({ way }) => way);
    expect(new Set(ways.map((way) => JSON.stringify(way))).size).to.equal(1);
    expect([(await payments()).length, wallet!.counts().opened]).to.deep.equal([1, 1]);
  });

  it('checkouts of one booking in two processes share one payment page at the gateway', async () => {
    const { reached, release } = wallet!.hold();
    const first = start('WALLET');
    await reached;
    const other = payingOn(engine(), {
      others: [wallet!, scan!],
      whilePausing: async () => {
        release();
        await first;
      },
    });
    const second = other.startCheckout(asha, booking.id, 'WALLET');
    expect((await second).way).to.deep.equal((await first).way);
    expect([(await payments()).length, wallet!.counts().opened, other.pauses.length]).to.deep.equal([1, 1, 1]);
  });

  it('a checkout opens its own payment page if another process does not store one within eleven seconds', async () => {
    const { reached, release } = wallet!.hold();
    const lost = refusalOf(start('WALLET'));
    await reached;
    const other = payingOn(engine(), { others: [fakeRedirect()] });
    const { transactionUuid, way } = await other.startCheckout(asha, booking.id, 'WALLET');
    expect(secondsBetween(START, other.clock())).to.equal(11);
    release();
    expect(await lost).to.deep.equal(['unavailable', 'GATEWAY_UNAVAILABLE']);
    expect(way).to.deep.equal({ kind: 'redirect', url: `https://wallet.example/wallet-${transactionUuid}` });
    expect((await payments()).map(({ status, page }) => [status, page?.content])).to.deep.equal([
      ['FAILED', undefined],
      ['INITIATED', `https://wallet.example/wallet-${transactionUuid}`],
    ]);
  });

  it('a checkout at a gateway that is down fails without status enquiries, and one at another gateway succeeds', async () => {
    scan!.isUp = false;
    expect(await refused(start('SCAN'))).to.deep.include({ kind: 'unavailable', code: 'GATEWAY_UNAVAILABLE' });
    expect((await refused(start('SCAN'))).retryAfterSeconds).to.be.greaterThan(0);
    expect((await start('WALLET')).gateway).to.equal('WALLET');
    expect(await statuses()).to.deep.equal([
      ['SCAN', 'FAILED'],
      ['SCAN', 'FAILED'],
      ['WALLET', 'INITIATED'],
    ]);
    for (let hours = 0; hours < 30; hours += 1) {
      paying.clock.advance(60);
      await paying.reconcile();
    }
    expect([scan!.counts().asked, wallet!.counts().asked > 0]).to.deep.equal([0, true]);
  });

  it('a checkout stores the payment first, and calls the gateway outside every transaction', async () => {
    const { reached, release } = scan!.hold();
    const checkout = start('SCAN');
    await reached;
    expect(await statuses()).to.deep.equal([['SCAN', 'INITIATED']]);
    release();
    await checkout;
  });

  it('a payment whose gateway page was never stored becomes FAILED after a minute, without status enquiries', async () => {
    const { reached, release } = wallet!.hold();
    const lost = refusalOf(start('WALLET'));
    await reached;
    paying.clock.set(secondsAfter(START, 59));
    expect(await paying.giveUpOpening()).to.equal(0);
    paying.clock.set(secondsAfter(START, 60));
    expect(await paying.giveUpOpening()).to.equal(1);
    expect(await statuses()).to.deep.equal([['WALLET', 'FAILED']]);
    release();
    expect(await lost).to.deep.equal(['unavailable', 'GATEWAY_UNAVAILABLE']);
    expect((await payments())[0]).to.deep.include({ status: 'FAILED', page: undefined, nextEnquiryAt: undefined });
  });

  it('a checkout is refused if its booking ends while the gateway opens the page, and its payment is still checked', async () => {
    const { reached, release } = wallet!.hold();
    const late = refusalOf(start('WALLET'));
    await reached;
    paying.clock.set(booking.paymentDeadline);
    release();
    expect(await late).to.deep.equal(['conflict', 'BOOKING_NOT_PAYABLE']);
    const [payment] = await payments();
    expect(payment?.gatewayId).to.equal(`wallet-${payment?.transactionUuid}`);
    expect(payment?.nextEnquiryAt).not.to.equal(undefined);
  });
});
