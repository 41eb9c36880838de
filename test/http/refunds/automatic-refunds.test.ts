import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { UNCLEAR } from '../../../core/payments/refund.ts';
import { START } from '../../support/clock.ts';
import { fakeGateway, gatewaysOf } from '../../support/gateway.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { SELF_PAYING } from '../../support/known-gateways.ts';
import { paidOnline } from '../../support/paid-online.ts';
import { anAdmin, aPassengerId } from '../../support/people.ts';
import { adminTokenOf, authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';
import { aRefund, WALLET } from '../../support/refunds.ts';
import { type SelfPayingGateway, selfPayingGateway, WORDS } from '../../support/self-paying-gateway.ts';

let gateway: SelfPayingGateway;
let payments = 0;

onEveryServer(
  'automatic refunds over HTTP',
  (api) => {
    let gita: UserId;
    let hari: UserId;
    let asha: UserId;

    beforeEach(async () => {
      api().clock.set(START);
      gateway.faults.length = 0;
      gateway.isUp = true;
      [gita, hari] = [(await anAdmin(api().dependencies)).id, (await anAdmin(api().dependencies)).id];
      asha = await aPassengerId(api().dependencies);
    });

    // Runs the job, so that a refund of one test does not use up the faults that the next test sets.
    afterEach(async () => run());

    /** Adds a booking that was paid with NPR 1200 at the gateway with automatic refunds. */
    const pay = async () => {
      payments += 1;
      const reference = `T-${payments}`;
      const paid = await paidOnline(api().dependencies, { userId: asha, reference });
      gateway.take(reference, paid.gatewayId, paid.booking.total);
      return { ...paid, reference };
    };
    const addRefund = (paid: Awaited<ReturnType<typeof pay>>, amount = paid.booking.total) =>
      aRefund(api().dependencies, { paid, amount });
    const run = async (): Promise<void> => (await api().useCases.sendAutomaticRefunds()).done;
    const act = (admin: UserId, id: number, action: string, body?: object) =>
      api().post(`/api/admin/refunds/${id}/${action}`, body, adminTokenOf(admin));
    const handOver = (admin: UserId, id: number, seen: object = {}) =>
      act(admin, id, 'send', { method: 'AUTOMATIC', ...seen });
    const shown = async (id: number): Promise<Json> => {
      const { json } = await api().get('/api/admin/refunds?limit=100', adminTokenOf(gita));
      return (json.results as readonly Json[]).find((one) => one.id === id)!;
    };
    const name = (booking: number) => api().put(`/api/bookings/${booking}/refund-account`, WALLET, tokenOf(asha));
    const mails = async (): Promise<Json[]> => {
      await api().useCases.sendMails();
      return api().mailer.sent as Json[];
    };
    const goodwill = async (payment: number, by: UserId) =>
      (await api().post(`/api/admin/payments/${payment}/refunds`, { amount: 100, note: 'No air.' }, adminTokenOf(by)))
        .json.id as number;

    it('a refund’s answer says whether the refund is automatic', async () => {
      const [{ id }, byHand] = [await addRefund(await pay()), await aRefund(api().dependencies)];
      expect([(await shown(id)).automatic, (await shown(byHand.id)).automatic]).to.deep.equal([true, false]);
    });

    it('an automatic refund is paid by its gateway, and lowers the gateway’s balance in the ledger', async () => {
      const paid = await pay();
      const { id } = await addRefund(paid);
      await run();
      expect(await shown(id)).to.include({
        status: 'PAID',
        method: 'AUTOMATIC',
        reference: paid.reference,
        failure: null,
      });
      const { json } = await api().get(`/api/admin/bookings/${paid.booking.id}/ledger`, adminTokenOf(gita));
      expect((json.results as Json[]).find(({ kind }) => kind === 'REFUND')).to.include({
        debit: 'REFUND_DUE',
        credit: 'GATEWAY',
        gateway: SELF_PAYING.name,
        amount: 1200,
      });
    });

    it('a refund that its gateway refused can be given to the refund job again', async () => {
      const { id } = await addRefund(await pay());
      gateway.faults.push('refuse');
      await run();
      expect(await shown(id)).to.include({ status: 'FAILED', failure: WORDS });
      const { status, json } = await handOver(gita, id);
      expect([status, json.status]).to.deep.equal([200, 'DUE']);
      await run();
      expect((await shown(id)).status).to.equal('PAID');
      expectProblem(await handOver(gita, id), 409, 'REFUND_STATE');
    });

    it('a refund that its gateway refused can be sent by hand, and is then paid from the account BANK', async () => {
      const paid = await pay();
      const { id } = await addRefund(paid);
      gateway.faults.push('refuse');
      await run();
      expect((await act(gita, id, 'send', { method: 'KHALTI', reference: 'K-1' })).json).to.include({
        status: 'SENT',
        method: 'KHALTI',
      });
      expect((await act(gita, id, 'confirm')).json.status).to.equal('PAID');
      const { json } = await api().get(`/api/admin/bookings/${paid.booking.id}/ledger`, adminTokenOf(gita));
      expect((json.results as Json[]).find(({ kind }) => kind === 'REFUND')).to.include({
        credit: 'BANK',
        gateway: null,
      });
    });

    it('a request to pay a refund automatically answers 400 for `method` if the gateway has no automatic refunds', async () => {
      const { id } = await aRefund(api().dependencies);
      await act(gita, id, 'send', { method: 'ESEWA', reference: 'E-1' });
      const refused = await handOver(gita, id);
      expectProblem(refused, 400, 'VALIDATION');
      expect(refused.json.errors[0].field).to.equal('method');
      expectProblem(await handOver(gita, 2_147_483_647), 404, 'REFUND_UNKNOWN');
    });

    it('a refund that the refund job already handles cannot be given to the job again by any administrator', async () => {
      const { id } = await addRefund(await pay());
      expectProblem(await handOver(gita, id), 409, 'REFUND_STATE');
    });

    it('a claimed refund can be given to the refund job only by the administrator who claimed it', async () => {
      const { id } = await addRefund(await pay());
      gateway.faults.push('refuse');
      await run();
      await act(gita, id, 'claim');
      expectProblem(await handOver(hari, id), 409, 'REFUND_CLAIMED');
      expect((await handOver(gita, id)).json).to.include({ status: 'DUE', claimed_by: null });
    });

    it('a refund can be given to the refund job only with the present version of its account', async () => {
      const { id } = await addRefund(await pay());
      gateway.faults.push('refuse');
      await run();
      expectProblem(await handOver(gita, id, { account_version: '7' }), 409, 'ACCOUNT_CHANGED');
      expect((await handOver(gita, id, { account_version: null })).status).to.equal(200);
    });

    it('an automatic refund that is SENT can be marked as paid or failed by hand only if its outcome is unclear', async () => {
      const paid = await pay();
      const { id } = await addRefund(paid, paisa(50_000));
      gateway.faults.push('lose answer');
      await run();
      expect(await shown(id)).to.include({ status: 'SENT', method: 'AUTOMATIC', failure: null });
      for (const [action, body] of [['confirm'], ['fail', { failure: 'No.' }]] as const)
        expectProblem(await act(gita, id, action, body), 409, 'REFUND_STATE');
      api().clock.advance(5);
      await run();
      expect(await shown(id)).to.include({ status: 'SENT', failure: UNCLEAR });
      expectProblem(await handOver(gita, id), 409, 'REFUND_STATE');
      const failed = await act(gita, id, 'fail', { failure: 'Khalti did not pay it.' });
      expect(failed.json).to.include({ status: 'FAILED', failure: 'Khalti did not pay it.' });
      expect((await handOver(gita, id)).json.status).to.equal('DUE');
    });

    it('an automatic goodwill refund waits for the approval of another administrator than the one who added it', async () => {
      const { paymentId } = await pay();
      const id = await goodwill(paymentId, gita);
      await run();
      expect((await shown(id)).status).to.equal('DUE');
      expectProblem(await handOver(gita, id), 409, 'SECOND_PERSON');
      expect((await handOver(hari, id)).json.status).to.equal('DUE');
      expectProblem(await handOver(hari, id), 409, 'REFUND_STATE');
      await run();
      expect((await shown(id)).status).to.equal('PAID');
    });

    it('a passenger can name an account for an automatic refund once the gateway has refused to pay it', async () => {
      const paid = await pay();
      await addRefund(paid);
      const seen = async () => (await api().get(`/api/bookings/${paid.booking.id}`, tokenOf(asha))).json.refunds[0];
      expect(await seen()).to.include({ gateway: SELF_PAYING.name, automatic: true, needs_account: false });
      expectProblem(await name(paid.booking.id), 409, 'NO_REFUND_DUE');
      gateway.faults.push('refuse');
      await run();
      expect(await seen()).to.include({ automatic: true, needs_account: true, status: 'FAILED' });
      expect((await name(paid.booking.id)).status).to.equal(200);
      const asked = (await mails()).filter(({ bookingCode }) => bookingCode === paid.booking.code);
      expect(asked.map(({ kind }) => kind)).to.deep.equal(['refund-failed', 'refund-account']);
    });

    it('an automatic refund of a payment that one administrator settled waits for the approval of a different one', async () => {
      const { booking, reference } = await pay();
      const gatewayId = `late-${reference}`;
      gateway.take(`other-${reference}`, gatewayId, paisa(90_000));
      const paymentId = await api().dependencies.transact(async ({ payments: stored }) => {
        const begun = { bookingId: booking.id, gateway: SELF_PAYING.name, transactionUuid: randomUUID(), gatewayId };
        const id = await stored.add({ ...begun, amount: booking.total, createdAt: START, nextEnquiryAt: undefined });
        await stored.leaveUnclear(id, { why: 'ANOTHER_AMOUNT', gatewayAmount: paisa(90_000) }, START);
        return id;
      });
      const settle = () => api().post(`/api/admin/payments/${paymentId}/settle`, { as: 'refund' }, adminTokenOf(gita));
      expect((await settle()).json.status).to.equal('COMPLETE');
      await run();
      const { json } = await api().get('/api/admin/refunds?reason=AMOUNT_DIFFERS&status=DUE', adminTokenOf(gita));
      const { id } = (json.results as Json[]).find(({ payment_id: of }) => of === paymentId);
      expectProblem(await handOver(gita, id), 409, 'SECOND_PERSON');
      expect((await handOver(hari, id)).status).to.equal(200);
      await run();
      expect(await shown(id)).to.include({ status: 'PAID', amount: 900, reference: `other-${reference}` });
      expect(gateway.givenBack(`other-${reference}`)).to.equal(90_000);
    });
  },
  () => {
    gateway = selfPayingGateway();
    const esewa = fakeGateway();
    return { overrides: { authenticate, gateways: gatewaysOf(esewa, gateway), readCallback: esewa.readCallback } };
  },
);
