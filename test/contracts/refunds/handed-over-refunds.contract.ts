import { expect } from 'chai';
import type { RefundId, UserId } from '../../../core/kernel/ids.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { UNCLEAR } from '../../../core/payments/refund.ts';
import { type Automatic, LOOKUP_MINUTES, automaticOn, rupees } from '../../support/automatic-refunds.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anAdmin } from '../../support/people.ts';
import { codeOf, faultsOf } from '../../support/refusals.ts';
import { aPaidBooking, WALLET } from '../../support/refunds.ts';
import { WORDS } from '../../support/self-paying-gateway.ts';

const BY_HAND = { method: 'BANK', reference: 'B-1' } as const;
const AUTOMATIC = { method: 'AUTOMATIC' } as const;

onEveryEngine('automatic refunds that administrators handle', (engine) => {
  let job: Automatic;
  let admin: UserId;
  let other: UserId;

  beforeEach(async () => {
    job = automaticOn(engine());
    [admin, other] = [(await anAdmin(engine())).id, (await anAdmin(engine())).id];
  });

  const failed = async (): Promise<RefundId> => {
    const { id } = await job.owe(await job.pay());
    job.gateway.faults.push('refuse');
    await job.run();
    return id;
  };
  const unclear = async (): Promise<RefundId> => {
    const { id } = await job.owe(await job.pay(), { amount: rupees(500) });
    job.gateway.faults.push('lose request');
    await job.run();
    await job.runAfter(LOOKUP_MINUTES);
    return id;
  };

  it('an administrator can have a FAILED automatic refund requested again, and the gateway then pays it', async () => {
    const id = await failed();
    expect(await job.send(admin, id, AUTOMATIC)).to.include({ status: 'DUE', failure: null });
    await job.run();
    expect((await job.find(id)).status).to.equal('PAID');
  });

  it('an administrator can send a FAILED automatic refund by hand, and the refund is then not requested automatically', async () => {
    const id = await failed();
    expect(await job.send(admin, id, BY_HAND)).to.include({ status: 'SENT', method: 'BANK', failure: null });
    expect(await job.runAfter(LOOKUP_MINUTES)).to.equal(0);
    expect(await job.confirm(admin, id)).to.include({ status: 'PAID' });
  });

  it('an administrator can send a DUE automatic refund by hand before it is requested from the gateway', async () => {
    const { id } = await job.owe(await job.pay());
    expect(await job.send(admin, id, BY_HAND)).to.include({ status: 'SENT', method: 'BANK' });
    expect(await job.run()).to.equal(0);
    expect(job.gateway.requests).to.deep.equal([]);
  });

  it('a refund that the refund job already handles cannot be given to the refund job again', async () => {
    const { id } = await job.owe(await job.pay());
    expect(await codeOf(job.send(admin, id, AUTOMATIC))).to.equal('REFUND_STATE');
    job.gateway.faults.push('lose answer');
    await job.run();
    for (const sending of [AUTOMATIC, BY_HAND])
      expect(await codeOf(job.send(admin, id, sending))).to.equal('REFUND_STATE');
  });

  it('a refund at a gateway without automatic refunds cannot be given to the refund job', async () => {
    const { id } = await job.owe(await aPaidBooking(engine()));
    expect(await faultsOf(job.send(admin, id, AUTOMATIC))).to.deep.equal(['method']);
  });

  it('an administrator can mark an automatic refund as paid or failed only if its outcome is unclear', async () => {
    const { id } = await job.owe(await job.pay());
    job.gateway.faults.push('lose answer');
    await job.run();
    expect(await codeOf(job.confirm(admin, id))).to.equal('REFUND_STATE');
    expect(await codeOf(job.fail(admin, id, 'No.'))).to.equal('REFUND_STATE');
    expect((await job.find(id)).status).to.equal('SENT');
  });

  it('an unclear refund that an administrator confirms as paid lowers the gateway’s balance in the ledger', async () => {
    const id = await unclear();
    expect(await job.find(id)).to.include({ status: 'SENT', failure: UNCLEAR });
    const bookingId = (await job.confirm(admin, id)).bookingId!;
    expect(await job.find(id)).to.include({ status: 'PAID', failure: null });
    const rows = (await engine().ledgerViews.ofBooking(bookingId)).filter(({ kind }) => kind === 'REFUND');
    expect(rows.map(({ credit, gateway }) => [credit, gateway])).to.deep.equal([['GATEWAY', job.gateway.name]]);
  });

  it('an unclear refund that an administrator marks as failed can be requested automatically once more', async () => {
    const id = await unclear();
    expect(await job.fail(admin, id, 'Khalti has not paid it.')).to.include({ status: 'FAILED' });
    await job.send(admin, id, AUTOMATIC);
    await job.run();
    expect((await job.find(id)).status).to.equal('PAID');
  });

  it('an automatic refund that was requested twice and then refused is looked up, because the first request may be paid', async () => {
    const id = await unclear();
    await job.fail(admin, id, 'It seems not.');
    await job.send(admin, id, AUTOMATIC);
    job.gateway.faults.push('refuse');
    await job.run();
    expect(await job.find(id)).to.include({ status: 'SENT', failure: null });
  });

  describe('the second administrator of a refund', () => {
    const goodwill = async (): Promise<RefundId> => {
      const { paymentId } = await job.pay();
      return (await job.addGoodwill(admin, paymentId, { amount: rupees(500), note: 'Cold.' })).id;
    };

    it('an automatic goodwill refund is not requested until another administrator approves it', async () => {
      const id = await goodwill();
      await job.run();
      await job.runAfter(60);
      expect(await job.find(id)).to.include({ status: 'DUE' });
      expect(await codeOf(job.send(admin, id, AUTOMATIC))).to.equal('SECOND_PERSON');
      expect(await job.send(other, id, AUTOMATIC)).to.include({ status: 'DUE' });
      expect(await codeOf(job.send(other, id, AUTOMATIC))).to.equal('REFUND_STATE');
      await job.run();
      expect(await job.find(id)).to.include({ status: 'PAID', amount: 50_000 });
    });

    it('an automatic goodwill refund is requested without an approval if there is no other administrator', async () => {
      const id = await goodwill();
      await engine().transact(async ({ users }) => {
        await users.setStatus(other, 'SUSPENDED');
      });
      job.clock.set(daysAfter(job.clock(), 8));
      await job.run();
      await job.runAfter(1);
      expect(await job.find(id)).to.include({ status: 'PAID' });
    });

    it('an automatic refund of a payment resolved as COMPLETE waits until another administrator approves it', async () => {
      const paid = await job.pay();
      const { id } = await job.owe(paid);
      await engine().transact(async ({ payments }) => {
        await payments.move(paid.paymentId, 'refundFully', job.clock());
        await payments.resolve(paid.paymentId, { as: 'COMPLETE', by: admin }, job.clock());
      });
      await job.run();
      expect(await job.find(id)).to.include({ status: 'DUE' });
      expect(await codeOf(job.send(admin, id, AUTOMATIC))).to.equal('SECOND_PERSON');
      await job.send(other, id, AUTOMATIC);
      await job.run();
      expect(await job.find(id)).to.include({ status: 'PAID' });
    });
  });

  describe('the account of an automatic refund', () => {
    const name = (refund: { readonly bookingId: Parameters<Automatic['nameAccount']>[1] }, passenger: UserId) =>
      job.nameAccount(passenger, refund.bookingId, WALLET);

    it('a passenger can name an account for an automatic refund only after the gateway has refused to pay the refund', async () => {
      const paid = await job.pay();
      const refund = await job.owe(paid);
      const { userId } = paid.booking;
      expect(await codeOf(name(refund, userId))).to.equal('NO_REFUND_DUE');
      job.gateway.faults.push('refuse');
      await job.run();
      expect(await job.find(refund.id)).to.include({ status: 'FAILED', failure: WORDS });
      expect(await name(refund, userId)).to.include({ kind: 'ESEWA' });
    });

    it('a passenger can name an account for refunds while any refund of the booking is FAILED', async () => {
      const paid = await job.pay();
      const refund = await job.owe(paid, { amount: rupees(500) });
      job.gateway.faults.push('refuse');
      await job.run();
      await job.owe(paid, { amount: rupees(700) });
      expect(await name(refund, paid.booking.userId)).to.include({ kind: 'ESEWA' });
    });

    it('a passenger can name an account for refunds if the payment’s gateway is no longer configured', async () => {
      const paid = await job.pay();
      const refund = await job.owe(paid);
      const unset = automaticOn(engine());
      Object.assign(unset.gateways, { of: () => undefined });
      expect(await unset.run()).to.equal(0);
      expect(await unset.nameAccount(paid.booking.userId, refund.bookingId, WALLET)).to.include({ kind: 'ESEWA' });
      expect(await unset.send(admin, refund.id, BY_HAND)).to.include({ status: 'SENT' });
    });
  });
});
