import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { fakeGateway, gatewaysOf } from '../../support/gateway.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { type FakePageGateway, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { aPassenger, anAdmin } from '../../support/people.ts';
import { adminTokenOf, authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem, problemOf } from '../../support/problems.ts';
import { aPaidBooking } from '../../support/refunds.ts';

let wallet: FakePageGateway;

onEveryServer(
  'payments that administrators settle',
  (api) => {
    let [gita, hari]: readonly UserId[] = [];
    let asha: UserId;
    let booking: Booking;
    let payment: Json;

    beforeEach(async () => {
      api().clock.set(START);
      [gita, hari] = [(await anAdmin(api().dependencies)).id, (await anAdmin(api().dependencies)).id];
      asha = (await aPassenger(api().dependencies)).id;
      booking = await aBooking(api().dependencies, {
        userId: asha,
        tripId: (await aTrip(api().dependencies)).id,
        seats: [seat('A1')],
        language: 'ne',
      });
      const begun = await api().post(`/api/bookings/${booking.id}/checkout`, { gateway: 'WALLET' }, tokenOf(asha));
      payment = (await get(`/api/admin/payments?q=${begun.json.gateway_id}`)).results[0];
    });

    const get = async (path: string): Promise<Json> => (await api().get(path, adminTokenOf(gita!))).json;
    const settle = (body: unknown, headers = {}, by = gita!, id: number = payment.id) =>
      api().post(`/api/admin/payments/${id}/settle`, body, adminTokenOf(by), headers);
    const look = async (): Promise<Json> =>
      (await api().post(`/api/bookings/${booking.id}/payment/check`, undefined, tokenOf(asha))).json;
    const payOther = async (): Promise<void> => {
      wallet.pay(payment.gateway_id, { amount: paisa(119_900) });
      await look();
    };
    const giveBackPart = async (): Promise<void> => {
      wallet.say(payment.gateway_id, { status: 'AMBIGUOUS', isPartlyGivenBack: true });
      await look();
    };
    const rows = async (): Promise<Json[]> => (await get(`/api/admin/bookings/${booking.id}/ledger`)).results;
    const refund = async (): Promise<Json> => {
      const { results } = await get('/api/admin/refunds?reason=AMOUNT_DIFFERS&limit=100');
      return (results as Json[]).find(({ booking_id: id }) => id === booking.id);
    };

    it('a payment of a wrong amount that an administrator settles is refunded, and its booking stays unpaid', async () => {
      await payOther();
      const { status, json } = await settle({ as: 'refund' });
      expect(status).to.equal(200);
      expect(json).to.include({ status: 'COMPLETE', amount: 1200, gateway_amount: 1199, resolvable: false });
      expect(await refund()).to.include({ amount: 1199, status: 'DUE', payment_id: payment.id });
      expect(
        (await rows()).map(({ kind, debit, credit, amount, gateway }) => [kind, debit, credit, amount, gateway]),
      ).to.deep.equal([['PAYMENT', 'GATEWAY', 'REFUND_DUE', 1199, 'WALLET']]);
      expect(await look()).to.include({ gateway: 'WALLET', status: 'COMPLETE', booking_status: 'PENDING_PAYMENT' });
    });

    it('a payment of a wrong amount that an administrator settles is mailed to its payer in the booking’s language', async () => {
      await payOther();
      await settle({ as: 'refund' });
      await api().useCases.sendMails();
      const told = (api().mailer.sent as Json[]).filter(({ bookingCode }) => bookingCode === booking.code);
      expect(told.map(({ kind, language, reason }) => [kind, language, reason])).to.deep.include([
        'refund-due',
        'ne',
        'AMOUNT_DIFFERS',
      ]);
    });

    it('settling a payment of a wrong amount is in the activity log, with the amount that arrived', async () => {
      await payOther();
      await settle({ as: 'refund' });
      const { results } = await get(`/api/admin/activity-log?subject=payment:${payment.id}`);
      expect((results as Json[]).map(({ kind, actor }) => [kind, actor.role])).to.deep.equal([
        ['PAYMENT_SETTLED', 'ADMIN'],
        ['PAYMENT_AMOUNT_DIFFERS', 'SYSTEM'],
      ]);
    });

    it('a payment that the gateway partly refunded is settled with the amount that is still to be refunded', async () => {
      const before = (await get('/api/admin/overview')).payments_unclear as number;
      await giveBackPart();
      expect((await get('/api/admin/overview')).payments_unclear).to.equal(before + 1);
      for (const body of [{ as: 'refund' }, { as: 'refund', amount: 0 }, { as: 'refund', amount: 1200.01 }]) {
        const refused = await settle(body);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal('amount');
      }
      expect((await settle({ as: 'refund', amount: 700.5 })).json).to.include({
        status: 'COMPLETE',
        amount: 1200,
        gateway_amount: null,
      });
      expect(await refund()).to.include({ amount: 700.5 });
      expect((await get('/api/admin/overview')).payments_unclear).to.equal(before);
    });

    it('settling an unclear payment ignores the request’s amount if the gateway has reported the amount that arrived', async () => {
      await payOther();
      expect((await settle({ as: 'refund', amount: 5 })).json.status).to.equal('COMPLETE');
      expect(await refund()).to.include({ amount: 1199 });
    });

    it('the refund of a payment that one administrator settled must be sent by a different administrator', async () => {
      await payOther();
      await settle({ as: 'refund' });
      const { id } = await refund();
      const send = (by: UserId) =>
        api().post(`/api/admin/refunds/${id}/send`, { method: 'BANK', reference: 'B-1' }, adminTokenOf(by));
      expectProblem(await send(gita!), 409, 'SECOND_PERSON');
      expect((await send(hari!)).json.status).to.equal('SENT');
    });

    it('an unclear payment is settled as a refund only once, and its Idempotency-Key repeats the answer', async () => {
      await payOther();
      const key = { 'Idempotency-Key': `settle-${payment.id}` };
      const first = await settle({ as: 'refund' }, key);
      expect((await settle({ as: 'refund' }, key)).json).to.deep.equal(first.json);
      expectProblem(await settle({ as: 'refund' }), 409, 'PAYMENT_STATE');
      expect(await rows()).to.have.length(1);
    });

    it('settling an unclear payment is checked in order: token (401), role (403), payment (404), body (400), state (409)', async () => {
      const ask = (token?: string, id: number = payment.id, body: unknown = {}) =>
        api().post(`/api/admin/payments/${id}/settle`, body, token);
      const nobody = 2_147_483_647;
      expect([
        problemOf(await ask(undefined, nobody))[0],
        problemOf(await ask(tokenOf(asha), nobody))[0],
        problemOf(await ask(adminTokenOf(gita!), nobody)),
        problemOf(await ask(adminTokenOf(gita!))),
        problemOf(await ask(adminTokenOf(gita!), payment.id, { as: 'refund' })),
      ]).to.deep.equal([401, 403, [404, 'PAYMENT_UNKNOWN'], [400, 'VALIDATION'], [409, 'PAYMENT_STATE']]);
    });

    it('a payment that is COMPLETE or was made at a counter cannot be settled as a refund', async () => {
      for (const gateway of ['ESEWA', 'CASH'] as const) {
        const { paymentId } = await aPaidBooking(api().dependencies, { gateway });
        expectProblem(await settle({ as: 'refund' }, {}, gita, paymentId), 409, 'PAYMENT_STATE');
      }
    });

    it('a payment of a wrong amount can be settled as a refund, but not resolved as paid or failed', async () => {
      await payOther();
      const resolve = await api().post(
        `/api/admin/payments/${payment.id}/resolve`,
        { as: 'COMPLETE', note: 'It came.' },
        adminTokenOf(gita!),
      );
      expectProblem(resolve, 409, 'PAYMENT_STATE');
    });
  },
  () => {
    wallet = fakeRedirect();
    const esewa = fakeGateway();
    return { overrides: { authenticate, gateways: gatewaysOf(esewa, wallet), readCallback: esewa.readCallback } };
  },
);
