import { expect } from 'chai';
import type { Transact } from '../../../core/kernel/unit-of-work.ts';
import { UNCLEAR } from '../../../core/payments/refund.ts';
import type { Stores } from '../../../core/stores.ts';
import { attemptRefund } from '../../../core/refunds/attempt-refund.ts';
import { type Automatic, LOOKUP_MINUTES, automaticOn, rupees } from '../../support/automatic-refunds.ts';
import { postedMails } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { SELF_PAYING } from '../../support/known-gateways.ts';
import { anAdmin } from '../../support/people.ts';
import type { PaidBooking } from '../../support/refunds.ts';
import { codeOf } from '../../support/refusals.ts';
import { WORDS } from '../../support/self-paying-gateway.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

onEveryEngine('automatic refunds', (engine) => {
  let job: Automatic;

  beforeEach(() => {
    job = automaticOn(engine());
  });

  const statusOf = async (id: Parameters<Automatic['find']>[0]) => {
    const { status, failure } = await job.find(id);
    return [status, failure];
  };
  const rowsOf = async ({ booking }: PaidBooking) =>
    (await engine().ledgerViews.ofBooking(booking.id))
      .filter(({ kind }) => kind === 'REFUND')
      .map(({ debit, credit, amount, gateway }) => [debit, credit, amount, gateway]);
  const referenceOf = async ({ paymentId }: PaidBooking) =>
    (await engine().transact(({ payments }) => payments.get(paymentId)))?.reference ?? '';
  const mailsOf = async () => (await postedMails(engine())).map(({ kind }) => kind);

  it('an automatic refund of a whole payment is paid by the gateway, and lowers the gateway’s balance in the ledger', async () => {
    const paid = await job.pay();
    const { id } = await job.owe(paid);
    expect(await job.run()).to.equal(1);
    const refund = await job.find(id);
    const reference = await referenceOf(paid);
    expect(refund).to.include({ status: 'PAID', method: 'AUTOMATIC', reference, failure: null });
    expect([refund.sentAt, refund.paidAt]).to.deep.equal([job.clock(), job.clock()]);
    expect(job.gateway.requests).to.deep.equal([{ reference, part: undefined, wallet: undefined }]);
    expect(await rowsOf(paid)).to.deep.equal([['REFUND_DUE', 'GATEWAY', 120_000, SELF_PAYING.name]]);
    expect(await job.run()).to.equal(0);
  });

  it('an automatic refund becomes SENT before the gateway is asked to pay it', async () => {
    const { id } = await job.owe(await job.pay());
    const { reached, release } = job.gateway.hold();
    const running = job.run();
    await reached;
    expect((await job.find(id)).status).to.equal('SENT');
    release();
    await running;
    expect((await job.find(id)).status).to.equal('PAID');
  });

  it('automatic refunds of one payment are requested one after another, even for several bookings', async () => {
    const refunds = [];
    for (let payments = 0; payments < 4; payments += 1) {
      const [paid, changed] = [await job.pay(), await job.pay()];
      const bookings = [paid.booking.id, changed.booking.id];
      for (const bookingId of bookings) refunds.push(await job.owe(paid, { amount: rupees(600), bookingId }));
    }
    await job.run();
    await job.run();
    const statuses = await Promise.all(refunds.map(async ({ id }) => (await job.find(id)).status));
    expect(new Set(statuses)).to.deep.equal(new Set(['PAID']));
  });

  it('the last of several automatic refunds of one payment is requested by its amount, too', async () => {
    const paid = await job.pay();
    const [part, rest] = [await job.owe(paid, { amount: rupees(200) }), await job.owe(paid, { amount: rupees(1_000) })];
    const { reached, release } = job.gateway.hold();
    const running = job.run();
    await reached;
    const other = await job.process()();
    // The job claims both refunds at once. The database decides which of them it sends first.
    const isPartFirst = (await job.find(part.id)).status === 'SENT';
    const [first, last] = isPartFirst ? [part, rest] : [rest, part];
    expect([(await job.find(first.id)).status, (await job.find(last.id)).status]).to.deep.equal(['SENT', 'DUE']);
    release();
    await Promise.all([running, other.done]);
    await job.run();
    expect((await job.find(last.id)).status).to.equal('PAID');
    expect(job.gateway.requests.map((request) => request.part)).to.deep.equal([first.amount, last.amount]);
  });

  it('an automatic refund that the gateway refuses becomes FAILED with the gateway’s reason', async () => {
    const paid = await job.pay();
    const { id } = await job.owe(paid);
    job.gateway.faults.push('refuse');
    await job.run();
    expect(await statusOf(id)).to.deep.equal(['FAILED', WORDS]);
    expect(await job.runAfter(DAY)).to.equal(0);
    expect(await rowsOf(paid)).to.deep.equal([]);
  });

  it('a gateway’s reason for refusing a refund is stored as one short line without control characters', async () => {
    for (const [words, kept] of [
      ['Balance\0 too\r\n\u001b[31m low\u202e.', 'Balance too [31m low .'],
      ['नपुग'.repeat(500), 'नपुग'.repeat(75)],
      ['\n\0', 'The gateway refused, and did not say why.'],
    ] as const) {
      const { id } = await job.owe(await job.pay());
      Object.assign(job.gateway, { words });
      job.gateway.faults.push('refuse');
      await job.run();
      expect(await statusOf(id)).to.deep.equal(['FAILED', kept]);
    }
  });

  it('an automatic refund whose request could not be sent is DUE again, and is retried at intervals up to an hour', async () => {
    const { id } = await job.owe(await job.pay());
    const pauses: number[] = [];
    for (let index = 0; index < 14; index += 1) {
      job.gateway.faults.push('not reached');
      await job.run();
      const { status, attempts } = await job.find(id);
      expect(status).to.equal('DUE');
      pauses.push(((attempts.nextAt ?? 0) - job.clock()) / 1_000);
      expect(await job.run()).to.equal(0);
      job.clock.set(attempts.nextAt!);
    }
    expect(pauses.slice(0, 4)).to.deep.equal([5, 10, 20, 40]);
    expect(pauses.slice(-2)).to.deep.equal([3_600, 3_600]);
    await job.run();
    expect((await job.find(id)).status).to.equal('PAID');
  });

  it('an automatic refund is unclear if the gateway says that all was refunded but the known refunds are less', async () => {
    const paid = await job.pay();
    job.gateway.giveBack(await referenceOf(paid), rupees(700));
    const { id } = await job.owe(paid, { amount: rupees(500) });
    job.gateway.faults.push('lose answer');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    expect(await statusOf(id)).to.deep.equal(['SENT', UNCLEAR]);
  });

  it('an automatic refund with a lost answer stays SENT when a retry cannot connect, so that nobody pays it twice', async () => {
    const paid = await job.pay();
    const { id } = await job.owe(paid);
    job.gateway.faults.push('pay late', 'not reached');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    expect(await statusOf(id)).to.deep.equal(['SENT', null]);
    const admin = (await anAdmin(engine())).id;
    const byHand = job.send(admin, id, { method: 'BANK', reference: 'B-1' });
    expect(await codeOf(byHand)).to.equal('REFUND_STATE');
    await job.runAfter(1);
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
    expect(job.gateway.givenBack(await referenceOf(paid))).to.equal(120_000);
  });

  it('an automatic refund that an administrator has requested again is DUE if the new request cannot be sent', async () => {
    const { id } = await job.owe(await job.pay(), { amount: rupees(200) });
    job.gateway.faults.push('lose request', 'not reached');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    const admin = (await anAdmin(engine())).id;
    await job.fail(admin, id, 'The wallet has not paid.');
    await job.send(admin, id, { method: 'AUTOMATIC' });
    await job.run();
    expect((await job.find(id)).status).to.equal('DUE');
    await job.runAfter(1);
    expect((await job.find(id)).status).to.equal('PAID');
  });

  it('an automatic refund whose answer was lost is looked up at the gateway, and not requested again if it was paid', async () => {
    const paid = await job.pay();
    const { id } = await job.owe(paid);
    job.gateway.faults.push('lose answer');
    await job.run();
    expect(await statusOf(id)).to.deep.equal(['SENT', null]);
    expect(await job.runAfter(LOOKUP_MINUTES - 1)).to.equal(0);
    await job.runAfter(1);
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
    expect(job.gateway.requests).to.have.length(1);
    expect(await rowsOf(paid)).to.have.length(1);
  });

  it('an automatic refund of the whole payment is requested again if the gateway’s lookup shows that it was not paid', async () => {
    const { id } = await job.owe(await job.pay());
    job.gateway.faults.push('lose request');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
    expect(job.gateway.requests).to.have.length(2);
  });

  it('an automatic refund that the gateway refuses after a lost answer is looked up, because it may have been paid', async () => {
    const { id } = await job.owe(await job.pay());
    job.gateway.faults.push('lose request', 'refuse');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    expect(await statusOf(id)).to.deep.equal(['SENT', null]);
    await job.runAfter(LOOKUP_MINUTES);
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
  });

  it('an automatic refund that is not paid within a day of its first request is marked as unclear', async () => {
    const { id } = await job.owe(await job.pay());
    for (let minutes = 0; minutes < DAY; minutes += LOOKUP_MINUTES * 100) {
      job.gateway.faults.push('lose request');
      await job.runAfter(minutes === 0 ? 0 : LOOKUP_MINUTES * 100);
    }
    const requests = job.gateway.requests.length;
    await job.runAfter(DAY);
    expect(await statusOf(id)).to.deep.equal(['SENT', UNCLEAR]);
    expect(job.gateway.requests).to.have.length(requests);
    expect(await job.runAfter(DAY)).to.equal(0);
  });

  for (const fault of ['lose request', 'lose answer'] as const)
    it(`an automatic refund of part of a payment is never requested twice, and is unclear after this fault: ${fault}`, async () => {
      const paid = await job.pay();
      const { id } = await job.owe(paid, { amount: rupees(500) });
      job.gateway.faults.push(fault);
      await job.run();
      await job.runAfter(LOOKUP_MINUTES);
      expect(await statusOf(id)).to.deep.equal(['SENT', UNCLEAR]);
      await job.runAfter(DAY);
      expect(job.gateway.requests).to.have.length(1);
    });

  it('an automatic refund of the rest counts as paid if the gateway says that the whole payment was refunded', async () => {
    const paid = await job.pay();
    await job.owe(paid, { amount: rupees(200) });
    await job.run();
    const { id } = await job.owe(paid, { amount: rupees(1_000) });
    job.gateway.faults.push('lose answer');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
  });

  it('an automatic refund is paid if the gateway, which had refunded the other part itself, says that all was refunded', async () => {
    const paid = await job.pay();
    job.gateway.giveBack(await referenceOf(paid), rupees(400));
    const { id } = await job.owe(paid, { reason: 'AMOUNT_DIFFERS', amount: rupees(800) });
    job.gateway.faults.push('lose answer');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
    expect(job.gateway.givenBack(await referenceOf(paid))).to.equal(rupees(1_200));
  });

  it('an automatic refund that never reached the gateway is DUE again, however soon lost answers are looked up', async () => {
    const attempt = attemptRefund({ ...job.needs, refundLookupMinutes: 0.1 });
    const paid = await job.pay();
    const { id } = await job.owe(paid, { amount: rupees(200) });
    for (let tries = 0; tries < 3; tries += 1) {
      job.gateway.faults.push('not reached');
      await attempt(id);
      const { status, attempts } = await job.find(id);
      expect([status, attempts.isDoubtful]).to.deep.equal(['DUE', false]);
      job.clock.set(attempts.nextAt!);
    }
    await attempt(id);
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
  });

  it('an automatic refund that is still being requested is not looked up before a minute has passed', async () => {
    const attempt = () => attemptRefund({ ...job.needs, refundLookupMinutes: 1 });
    const { id } = await job.owe(await job.pay());
    const { reached, release } = job.gateway.hold();
    const requested = attempt()(id);
    await reached;
    job.clock.advance(0.9);
    await attempt()(id);
    expect([job.gateway.requests.length, job.gateway.lookUps()]).to.deep.equal([1, 0]);
    release();
    await requested;
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
  });

  it('an automatic refund is looked up at growing intervals while the gateway does not answer', async () => {
    const { id } = await job.owe(await job.pay());
    job.gateway.faults.push('lose answer');
    await job.run();
    job.gateway.isUp = false;
    job.clock.advance(LOOKUP_MINUTES);
    const pauses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      await job.run();
      const { attempts } = await job.find(id);
      pauses.push(((attempts.nextAt ?? 0) - job.clock()) / 1_000);
      job.clock.set(attempts.nextAt!);
    }
    expect(pauses).to.deep.equal([5, 10, 20]);
    job.gateway.isUp = true;
    await job.run();
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
  });

  it('an automatic refund is looked up at the gateway after a crash between its request and the answer', async () => {
    const { id } = await job.owe(await job.pay());
    let commits = 0;
    const dying: Transact<Stores> = async (work) => {
      commits += 1;
      if (commits > 1) throw new Error('The process died.');
      return engine().transact(work);
    };
    const failed = await attemptRefund({ ...job.needs, transact: dying })(id).catch(String);
    expect(failed).to.include('The process died.');
    expect(await statusOf(id)).to.deep.equal(['SENT', null]);
    await job.runAfter(LOOKUP_MINUTES);
    expect(await statusOf(id)).to.deep.equal(['PAID', null]);
    expect(job.gateway.requests).to.have.length(1);
  });

  it('an automatic refund is not requested by a process that stalled so long that another may have requested it', async () => {
    const { id } = await job.owe(await job.pay());
    const stalling: Transact<Stores> = async (work) => {
      const result = await engine().transact(work);
      job.clock.advance(LOOKUP_MINUTES);
      return result;
    };
    await attemptRefund({ ...job.needs, transact: stalling })(id);
    expect(job.gateway.requests).to.deep.equal([]);
    expect(await statusOf(id)).to.deep.equal(['SENT', null]);
  });

  it('the gateway’s late answer to an automatic refund is ignored if another process has looked the refund up', async () => {
    const { id } = await job.owe(await job.pay(), { amount: rupees(500) });
    const { reached, release } = job.gateway.hold();
    const slow = job.run();
    await reached;
    job.clock.advance(LOOKUP_MINUTES);
    const other = await job.process()();
    await other.done;
    expect(await statusOf(id)).to.deep.equal(['SENT', UNCLEAR]);
    release();
    await slow;
    expect(await statusOf(id)).to.deep.equal(['SENT', UNCLEAR]);
  });

  it('an automatic refund is requested only once even if many processes try at once', async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push((await job.owe(await job.pay())).id);
    const rounds = await Promise.all(Array.from({ length: 5 }, () => job.process()()));
    await Promise.all(rounds.map(({ done }) => done));
    expect(job.gateway.requests).to.have.length(3);
    for (const id of ids) expect((await job.find(id)).status).to.equal('PAID');
  });

  it('a refund request that hangs does not delay other refunds in the next run of the refund job', async () => {
    await job.owe(await job.pay());
    const { reached, release } = job.gateway.hold();
    const hanging = await job.round();
    await reached;
    const { id } = await job.owe(await job.pay());
    const next = await job.round();
    expect(next.begun).to.equal(1);
    release();
    await Promise.all([hanging.done, next.done]);
    expect((await job.find(id)).status).to.equal('PAID');
  });

  it('an automatic refund that an administrator has claimed is not requested until the claim ends', async () => {
    const { id } = await job.owe(await job.pay());
    const { id: by } = await anAdmin(engine());
    await engine().transact(({ refunds }) => refunds.claim(id, { by, until: (job.clock() + 60_000) as never }));
    expect(await job.run()).to.equal(0);
    expect(await job.runAfter(1)).to.equal(1);
    expect((await job.find(id)).status).to.equal('PAID');
  });

  it('an automatic refund’s request names the passenger’s wallet if it belongs to the same gateway', async () => {
    const [mine, other] = [await job.pay(), await job.pay()];
    const account = { holder: 'Asha', number: '9812345678', bank: null };
    await engine().transact(async ({ refunds }) => {
      await refunds.nameAccount(
        mine.booking.id,
        { ...account, kind: SELF_PAYING.name as never },
        'PASSENGER',
        job.clock(),
      );
      await refunds.nameAccount(other.booking.id, { ...account, kind: 'ESEWA' }, 'PASSENGER', job.clock());
    });
    await job.owe(mine);
    await job.run();
    await job.owe(other);
    await job.run();
    expect(job.gateway.requests.map(({ wallet }) => wallet)).to.deep.equal(['9812345678', undefined]);
  });

  it('an automatic refund of a payment without a reference first asks the gateway for the reference', async () => {
    const paid = await job.pay({ reference: null });
    const { id } = await job.owe(paid);
    await job.run();
    expect(await job.find(id)).to.include({ status: 'PAID', reference: `T-${paid.paymentId}` });
  });

  it('an automatic refund that needs the payment’s reference waits until the gateway has answered with it', async () => {
    const { id } = await job.owe(await job.pay({ reference: null }));
    job.gateway.isUp = false;
    await job.run();
    expect(await job.find(id)).to.include({ status: 'DUE' });
    expect(await job.run()).to.equal(0);
    job.gateway.isUp = true;
    await job.runAfter(1);
    expect(await job.find(id)).to.include({ status: 'PAID' });
  });

  it('an automatic refund is mailed to the payer only once, when it is paid', async () => {
    await job.owe(await job.pay());
    job.gateway.faults.push('lose request');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    expect(await mailsOf()).to.deep.equal(['refund-paid']);
  });

  it('the mail about an automatic refund that the gateway refuses asks the payer for an account, and does not quote the gateway', async () => {
    await job.owe(await job.pay());
    job.gateway.faults.push('refuse');
    await job.run();
    const [mail] = await postedMails(engine());
    expect(mail).to.include({ kind: 'refund-failed', method: 'AUTOMATIC', failure: null });
  });
});
