import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { PaymentId, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type EsewaServer, startEsewa } from '../../support/esewa-server.ts';
import { type Json, onEveryServer } from '../../support/http.ts';
import { aPassengerId, anAdmin } from '../../support/people.ts';
import { adminTokenOf, authenticate, tokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

const NOWHERE = 2_147_483_647;

let esewa: EsewaServer;
before(async () => {
  esewa = await startEsewa();
});
after(() => esewa.close());

onEveryServer(
  'administrators’ requests about payments',
  (api) => {
    let booking: Booking;
    let asha: UserId;
    let admin: UserId;
    let uuid: string;
    let id: PaymentId;

    beforeEach(async () => {
      api().clock.set(START);
      asha = await aPassengerId(api().dependencies);
      admin = (await anAdmin(api().dependencies)).id;
      const tripId = (await aTrip(api().dependencies)).id;
      booking = await aBooking(api().dependencies, { userId: asha, tripId, seats: [seat('A1')] });
      const begun = await api().post(`/api/bookings/${booking.id}/checkout`, undefined, tokenOf(asha));
      uuid = begun.json.form_fields.transaction_uuid as string;
      id = (await get(`?q=${uuid}`)).json.results[0].id as PaymentId;
    });

    const get = (path: string, token = adminTokenOf(admin)) => api().get(`/api/admin/payments${path}`, token);
    const enquire = (of: number = id, headers: Record<string, string> = {}) =>
      api().post(`/api/admin/payments/${of}/enquire`, undefined, adminTokenOf(admin), headers);
    const statusOf = async () => (await api().get(`/api/bookings/${booking.id}`, tokenOf(asha))).json.booking_status;

    it('an administrator’s view of a payment shows all messages from its gateway', async () => {
      const listed = {
        id,
        booking_id: booking.id,
        booking_code: booking.code,
        gateway: 'ESEWA',
        transaction_uuid: uuid,
        gateway_id: uuid,
        amount: 1200,
        gateway_amount: null,
        status: 'INITIATED',
        reference: null,
        created_at: '2026-11-20T04:15:00.000Z',
        resolvable: false,
      };
      const day = '2026-11-20';
      for (const query of [
        `q=${booking.code.toLowerCase()}`,
        `q=${uuid.toUpperCase()}`,
        `q=${uuid.slice(4, 30)}&status=INITIATED&gateway=ESEWA&from=${day}&to=${day}`,
      ])
        expect((await get(`?${query}`)).json, query).to.deep.equal({ results: [listed], next_cursor: null });
      for (const query of ['status=COMPLETE', 'gateway=CASH', 'to=2026-11-19', 'from=2026-11-21'])
        expect((await get(`?q=${uuid}&${query}`)).json.results, query).to.deep.equal([]);

      const signed = esewa.data({ transaction_uuid: uuid, total_amount: '1200' }, { status: 'CANCELED' });
      await api().get(`/api/payments/passenger/gateway/failure?data=${encodeURIComponent(signed)}`);
      const shown = (await get(`/${id}`)).json;
      expect(shown).to.deep.include({ ...listed, status: 'CANCELED' });
      const [callback, ...more] = shown.callbacks as readonly Json[];
      expect([callback.at, callback.kind, more]).to.deep.equal(['2026-11-20T04:15:00.000Z', 'FAILURE_CALLBACK', []]);
      expect(callback.signature_valid).to.equal(true);
      expect(callback.raw_payload).to.be.a('string').and.not.equal('');
    });

    it('an administrator’s view of a payment shows that a callback was forged', async () => {
      const forged = esewa.data({ transaction_uuid: uuid, total_amount: '1200' }, {}, { status: 'FORGED' });
      await api().get(`/api/payments/passenger/gateway/success?data=${encodeURIComponent(forged)}`);
      const { callbacks, status } = (await get(`/${id}`)).json;
      expect(status).not.to.equal('COMPLETE');
      expect(callbacks[0]).to.include({ kind: 'SUCCESS_CALLBACK', signature_valid: false });
    });

    it('a wrong filter of the list of payments answers 400 and names the field', async () => {
      for (const [query, field] of [
        ['status=PAID', 'status'],
        ['gateway=esewa', 'gateway'],
        ['to=tomorrow', 'to'],
      ] as const) {
        const refused = await get(`?${query}`);
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal(field);
      }
    });

    it('an administrator’s status enquiry gives a payment the status that the gateway answers', async () => {
      esewa.say(uuid, 'COMPLETE');
      const { status, json } = await enquire();
      expect([status, json.status, json.reference, await statusOf()]).to.deep.equal([
        200,
        'COMPLETE',
        '0007G36',
        'CONFIRMED',
      ]);
      expect(json.callbacks).to.have.length(1);
      expect(json.callbacks[0]).to.include({ kind: 'ENQUIRY', signature_valid: true });
      expect((await get(`/${id}`)).json).to.deep.equal(json);

      const asked = esewa.asked.length;
      expect((await enquire()).json).to.deep.equal(json);
      expect(esewa.asked).to.have.length(asked);

      const log = await api().get(`/api/admin/activity-log?subject=payment:${id}`, adminTokenOf(admin));
      expect(log.json.results).to.have.length(1);
      expect(log.json.results[0]).to.deep.include({
        kind: 'PAYMENT_ENQUIRED',
        subject: { type: 'payment', id },
        changes: { status: { old: 'INITIATED', new: 'COMPLETE' } },
      });
    });

    it('an administrator’s status enquiry that the gateway does not answer makes the payment AMBIGUOUS', async () => {
      esewa.say(uuid, undefined);
      const { status, json } = await enquire();
      expect([status, json.status, await statusOf()]).to.deep.equal([200, 'AMBIGUOUS', 'PENDING_PAYMENT']);
    });

    it('an administrator’s status enquiry answers 409 right after an earlier one, and for a payment at the counter', async () => {
      esewa.say(uuid, 'PENDING');
      const both = await Promise.all([enquire(), enquire()]);
      expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      expectProblem(await enquire(), 409, 'ENQUIRY_RUNNING');

      const cash = await api().dependencies.transact(({ payments }) =>
        payments.add({
          bookingId: booking.id,
          gateway: 'CASH',
          transactionUuid: randomUUID(),
          amount: booking.total,
          createdAt: START,
          nextEnquiryAt: undefined,
        }),
      );
      expectProblem(await enquire(cash), 409, 'NOT_AT_GATEWAY');
    });

    it('an administrator’s status enquiry is made only once under one Idempotency-Key', async () => {
      esewa.say(uuid, 'PENDING');
      const key = { 'Idempotency-Key': randomUUID() };
      const [first, second] = [await enquire(id, key), await enquire(id, key)];
      expect([second.status, second.text]).to.deep.equal([200, first.text]);
    });

    it('an administrator’s status enquiry that was refused as too soon can be repeated under its Idempotency-Key', async () => {
      esewa.say(uuid, 'PENDING');
      await enquire();
      const key = { 'Idempotency-Key': randomUUID() };
      expectProblem(await enquire(id, key), 409, 'ENQUIRY_RUNNING');
      api().clock.set(minutesAfter(START, 1));
      expect((await enquire(id, key)).status).to.equal(200);
    });

    it('an administrator’s requests about payments are checked in order: token (401), role (403), payment (404)', async () => {
      for (const path of ['', `/${id}`]) {
        expectProblem(await api().get(`/api/admin/payments${path}`), 401, 'TOKEN_MISSING');
        expectProblem(await get(path, tokenOf(asha)), 403, 'WRONG_ROLE');
      }
      expectProblem(await get(`/${NOWHERE}`), 404, 'PAYMENT_UNKNOWN');
      expectProblem(await enquire(NOWHERE), 404, 'PAYMENT_UNKNOWN');
      expectProblem(await enquire(NOWHERE, { 'Idempotency-Key': 'é' }), 404, 'PAYMENT_UNKNOWN');
    });
  },
  () => ({ environment: esewa.environment, overrides: { authenticate } }),
);
