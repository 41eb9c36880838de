import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { fakeGateway, gatewaysOf } from '../../support/gateway.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { type FakePageGateway, fakeQr, fakeRedirect } from '../../../adapters/memory/page-gateway.ts';
import { aPassengerId, anAdmin } from '../../support/people.ts';
import { adminTokenOf, authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { problemOf } from '../../support/problems.ts';

let [wallet, scan]: readonly FakePageGateway[] = [];

onEveryServer(
  'checkouts by several methods over HTTP',
  (api) => {
    let asha: UserId;
    let booking: Booking;

    beforeEach(async () => {
      api().clock.set(START);
      for (const each of [wallet!, scan!]) Object.assign(each, { isUp: true, bounds: { min: null, max: null } });
      asha = await aPassengerId(api().dependencies);
      booking = await aBooking(api().dependencies, {
        userId: asha,
        tripId: (await aTrip(api().dependencies)).id,
        seats: [seat('A1')],
      });
    });

    const checkout = (body?: unknown, headers = {}, id: number = booking.id) =>
      api().post(`/api/bookings/${id}/checkout`, body, tokenOf(asha), headers);

    it('a checkout by form returns the gateway’s form and the id that the payment has at the gateway', async () => {
      const { json } = await checkout({ gateway: 'ESEWA' });
      expect(json).to.deep.include({ gateway: 'ESEWA', kind: 'form', gateway_id: json.transaction_uuid });
      expect(Object.keys(json)).to.have.members([
        'gateway',
        'kind',
        'transaction_uuid',
        'gateway_id',
        'gateway_url',
        'form_fields',
        'remaining_seconds',
        'booking',
      ]);
    });

    it('a checkout by redirect returns the address of the gateway’s page', async () => {
      const { status, json } = await checkout({ gateway: 'WALLET' });
      expect(status).to.equal(200);
      const { transaction_uuid: uuid, gateway_id: gatewayId, booking: seen, ...rest } = json;
      expect([gatewayId, seen.payment_status]).to.deep.equal([`wallet-${uuid}`, 'INITIATED']);
      expect(rest).to.deep.equal({
        gateway: 'WALLET',
        kind: 'redirect',
        redirect_url: `https://wallet.example/wallet-${uuid}`,
        remaining_seconds: 900,
      });
    });

    it('a checkout by QR code returns the code’s text and its expiry time', async () => {
      const { json } = await checkout({ gateway: 'SCAN' });
      expect(json).to.deep.include({
        kind: 'qr',
        qr_text: `https://scan.example/${json.gateway_id}`,
        qr_expires_at: toIso(minutesAfter(START, 15)),
      });
      expect(json).not.to.have.any.keys('gateway_url', 'form_fields', 'redirect_url');
    });

    it('a checkout with an unknown payment method answers 400 for the field `gateway` before the booking is checked', async () => {
      for (const gateway of ['KLARNA', '', 5, {}]) {
        const answer = await checkout({ gateway }, {}, 2_147_483_647);
        expect([answer.status, answer.json.errors?.[0]?.field ?? problemOf(answer)]).to.deep.equal([400, 'gateway']);
      }
      expect((await checkout({ gateway: null })).json.gateway).to.equal('ESEWA');
    });

    it('a checkout of an amount that the payment method does not accept answers 409', async () => {
      Object.assign(wallet!, { bounds: { min: paisa(1_000_000), max: null } });
      const { status, json } = await checkout({ gateway: 'WALLET' });
      expect([status, json.code]).to.deep.equal([409, 'AMOUNT_NOT_TAKEN']);
    });

    const check = (of: number = booking.id, passenger = asha) =>
      api().post(`/api/bookings/${of}/payment/check`, undefined, tokenOf(passenger));
    const returnWith = async (query: string) => {
      const { status, headers } = await api().get(`/api/payments/passenger/wallet/return${query}`);
      expect(status).to.equal(302);
      const { pathname, searchParams } = new URL(headers.get('location')!);
      return [pathname, Object.fromEntries(searchParams)];
    };

    it('a passenger’s payment check returns the status of the payment and of its booking', async () => {
      expect((await check()).json.code).to.equal('NO_PAYMENT');
      const { json: begun } = await checkout({ gateway: 'SCAN' });
      const before = await check();
      expect([before.status, before.json]).to.deep.equal([
        200,
        {
          gateway: 'SCAN',
          status: 'INITIATED',
          booking_status: 'PENDING_PAYMENT',
          qr_expires_at: begun.qr_expires_at,
        },
      ]);
      scan!.pay(begun.gateway_id as string);
      api().clock.advance(1);
      expect((await check()).json).to.include({ status: 'COMPLETE', booking_status: 'CONFIRMED' });
    });

    it('a passenger’s payment check of another passenger’s booking answers 404 like an unknown booking', async () => {
      await checkout({ gateway: 'SCAN' });
      const others = await check(booking.id, await aPassengerId(api().dependencies));
      const unknown = await check(2_147_483_647);
      expect([others.status, others.json.code]).to.deep.equal([404, 'BOOKING_UNKNOWN']);
      expect([unknown.status, unknown.json.code]).to.deep.equal([404, 'BOOKING_UNKNOWN']);
    });

    it('a payer’s return from the gateway finds the payment by the gateway’s id, and leads to the result page', async () => {
      const { json } = await checkout({ gateway: 'WALLET' });
      const bookingId = String(booking.id);
      const query = `?status=Completed&pid=${json.gateway_id}`;
      expect(await returnWith(query)).to.deep.equal([
        '/payment-result.html',
        { success: 'false', booking_id: bookingId, reason: 'pending' },
      ]);
      wallet!.pay(json.gateway_id as string);
      api().clock.advance(1);
      expect((await returnWith(query))[1]).to.deep.equal({ success: 'true', booking_id: bookingId });
    });

    for (const [said, reason] of [
      ['INITIATED', 'pending'],
      ['PENDING', 'pending'],
      ['CANCELED', 'cancelled'],
      ['FAILED', 'unverified'],
      ['AMBIGUOUS', 'unverified'],
      ['FULL_REFUND', 'refunded'],
    ] as const)
      it(`a payer’s return leads to the result page with \`${reason}\` if the gateway answers ${said}`, async () => {
        const { json } = await checkout({ gateway: 'WALLET' });
        wallet!.say(json.gateway_id as string, { status: said });
        const expected = { success: 'false', booking_id: String(booking.id), reason };
        expect((await returnWith(`?pid=${json.gateway_id}`))[1]).to.deep.equal(expected);
      });

    it('a payer’s return is logged as unsigned, and makes the payment AMBIGUOUS if the gateway does not answer', async () => {
      const { json } = await checkout({ gateway: 'WALLET' });
      wallet!.isUp = false;
      const expected = { success: 'false', booking_id: String(booking.id), reason: 'unverified' };
      expect((await returnWith(`?pid=${json.gateway_id}`))[1]).to.deep.equal(expected);
      const admin = adminTokenOf((await anAdmin(api().dependencies)).id);
      const [found] = (await api().get(`/api/admin/payments?q=${json.gateway_id}`, admin)).json.results;
      const whole = (await api().get(`/api/admin/payments/${found.id}`, admin)).json;
      expect(whole.status).to.equal('AMBIGUOUS');
      expect(whole.callbacks.map(({ kind, signature_valid: valid }: Json) => [kind, valid])).to.deep.equal([
        ['SUCCESS_CALLBACK', false],
        ['ENQUIRY', true],
      ]);
    });

    it('a passenger’s payment check returns the stored status if the gateway does not answer', async () => {
      await checkout({ gateway: 'WALLET' });
      wallet!.isUp = false;
      expect((await check()).json).to.include({ gateway: 'WALLET', status: 'INITIATED', qr_expires_at: null });
    });

    it('a payer’s return after a payment that was too late says that a refund is due', async () => {
      const { json } = await checkout({ gateway: 'WALLET' });
      await api().post(`/api/bookings/${booking.id}/cancel`, {}, tokenOf(asha));
      wallet!.pay(json.gateway_id as string);
      const expected = { success: 'false', booking_id: String(booking.id), reason: 'refund_due' };
      for (const time of ['first', 'second'])
        expect((await returnWith(`?pid=${json.gateway_id}`))[1], time).to.deep.equal(expected);
    });

    it('a payer’s return that matches no known payment leads to the result page with `not_matched`', async () => {
      for (const query of ['', '?pid=', '?pid=x&pid=y', '?pid=%00', '?other=1', `?pid=${'x'.repeat(5_000)}`])
        expect((await returnWith(query))[1], query).to.deep.equal({ success: 'false', reason: 'not_matched' });
    });

    it('a payment of a wrong amount counts as unclear in the administrators’ overview until it is settled as a refund', async () => {
      const admin = adminTokenOf((await anAdmin(api().dependencies)).id);
      const unclear = async () => (await api().get('/api/admin/overview', admin)).json.payments_unclear as number;
      const before = await unclear();
      const { json } = await checkout({ gateway: 'WALLET' });
      wallet!.pay(json.gateway_id as string, { amount: paisa(119_900) });
      expect((await check()).json.status).to.equal('AMBIGUOUS');
      expect((await unclear()) - before).to.equal(1);
      const [found] = (await api().get(`/api/admin/payments?q=${json.gateway_id.slice(3)}`, admin)).json.results;
      expect(found).to.include({
        gateway_id: json.gateway_id,
        amount: 1200,
        gateway_amount: 1199,
        status: 'AMBIGUOUS',
        resolvable: false,
      });
      const settle = (body: unknown) => api().post(`/api/admin/payments/${found.id}/settle`, body, admin);
      expect((await settle({ as: 'booking' })).status).to.equal(400);
      const settled = await settle({ as: 'refund' });
      expect([settled.status, settled.json.status, settled.json.gateway_amount]).to.deep.equal([200, 'COMPLETE', 1199]);
      const again = await settle({ as: 'refund' });
      expect([again.status, again.json.code]).to.deep.equal([409, 'PAYMENT_STATE']);
      expect(await unclear()).to.equal(before);
    });

    it('a checkout answers 503 with Retry-After while the gateway is down, and can be repeated under its Idempotency-Key', async () => {
      wallet!.isUp = false;
      const key = { 'Idempotency-Key': `key-${booking.id}` };
      const { status, json, headers } = await checkout({ gateway: 'WALLET' }, key);
      expect([status, json.code]).to.deep.equal([503, 'GATEWAY_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
      wallet!.isUp = true;
      const second = await checkout({ gateway: 'WALLET' }, key);
      expect([second.status, second.headers.get('idempotency-replayed')]).to.deep.equal([200, null]);
      const third = await checkout({ gateway: 'WALLET' }, key);
      expect([third.json, third.headers.get('idempotency-replayed')]).to.deep.equal([second.json, 'true']);
    });
  },
  () => {
    [wallet, scan] = [fakeRedirect(), fakeQr()];
    const esewa = fakeGateway();
    return { overrides: { authenticate, gateways: gatewaysOf(esewa, wallet, scan), readCallback: esewa.readCallback } };
  },
);
