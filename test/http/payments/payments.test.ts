import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type EsewaServer, startEsewa } from '../../support/esewa-server.ts';
import { type Api, onEveryServer } from '../../support/http.ts';
import { paymentOf } from '../../support/paying.ts';
import { type Form, at, CLIENT, FAILURE, landing, SUCCESS } from '../../support/gateway-callbacks.ts';
import { problemOf } from '../../support/problems.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

const NOWHERE = 2_147_483_647;

let esewa: EsewaServer;
before(async () => {
  esewa = await startEsewa();
});
after(() => esewa.close());

const environment = { PASSENGER_CLIENT_BASE: CLIENT, BASE_URL: 'https://bus.example' };

/** Runs a suite on a service that uses this test's eSewa server. */
const onEveryServerWithEsewa = (title: string, suite: (api: () => Api) => void): void =>
  onEveryServer(title, suite, () => ({
    environment: { ...environment, ...esewa.environment },
    overrides: { authenticate },
  }));

onEveryServerWithEsewa('payments over HTTP', (api) => {
  let asha: UserId;
  let booking: Booking;

  beforeEach(async () => {
    api().clock.set(START);
    asha = await aPassengerId(api().dependencies);
    booking = await aBooking(api().dependencies, {
      userId: asha,
      tripId: (await aTrip(api().dependencies)).id,
      seats: [seat('A1'), seat('A2')],
    });
  });

  const checkout = (id: number | string = booking.id, passenger = asha, headers = {}) =>
    api().post(`/api/bookings/${id}/checkout`, undefined, tokenOf(passenger), headers);
  const form = async (): Promise<Form> => (await checkout()).json.form_fields as Form;
  const success = async (query: string) => landing(await api().get(`${SUCCESS}${query}`));
  const failure = async (query: string) => landing(await api().get(`${FAILURE}${query}`));
  const bring = (data: string) => success(`?data=${encodeURIComponent(data)}`);
  const look = async () =>
    (await api().get(`/api/bookings/${booking.id}`, tokenOf(asha))).json as {
      booking_status: string;
      payment_status: string;
    };

  describe('checkouts', () => {
    it('a checkout returns the gateway’s form, its address, the seconds left to pay and the booking', async () => {
      const { status, json } = await checkout();
      expect(status).to.equal(200);
      const { transaction_uuid: uuid, signature, ...fixed } = json.form_fields as Form;
      expect(uuid).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(signature).to.match(/^[A-Za-z0-9+/]{43}=$/);
      expect(fixed).to.deep.equal({
        amount: '2400',
        tax_amount: '0',
        total_amount: '2400',
        product_code: 'BUSTICKET',
        product_service_charge: '0',
        product_delivery_charge: '0',
        success_url: 'https://bus.example/api/payments/passenger/gateway/success',
        failure_url: 'https://bus.example/api/payments/passenger/gateway/failure',
        signed_field_names: 'total_amount,transaction_uuid,product_code',
      });
      expect(json).to.deep.include({ gateway_url: esewa.environment['ESEWA_FORM_URL'], remaining_seconds: 900 });
      expect(json.booking).to.deep.equal({ ...(await look()), payment_status: 'INITIATED' });
      expect((await paymentOf(api().dependencies, uuid ?? '')).gateway).to.equal('ESEWA');
    });

    it('a checkout is refused with 401, 403, 404 and 409 as the API documents', async () => {
      const bikram = await aPassengerId(api().dependencies);
      const unknown = await checkout(NOWHERE);
      expect(problemOf(unknown)).to.deep.equal([404, 'BOOKING_UNKNOWN']);
      expect((await checkout(booking.id, bikram)).text).to.equal(unknown.text);
      for (const id of ['0', '-1', 'x', '1.5', '99999999999']) expect((await checkout(id)).status, id).to.equal(404);
      expect((await api().post(`/api/bookings/${booking.id}/checkout`)).status).to.equal(401);
      expect((await api().post(`/api/bookings/${booking.id}/checkout`, undefined, `OPERATOR-${asha}`)).status).to.equal(
        403,
      );

      await bring(esewa.data(await form()));
      expect(problemOf(await checkout())).to.deep.equal([409, 'BOOKING_ALREADY_PAID']);
      const second = await aBooking(api().dependencies, {
        userId: asha,
        tripId: (await aTrip(api().dependencies)).id,
        seats: [seat('A1')],
      });
      api().clock.set(second.paymentDeadline);
      const late = await checkout(second.id);
      expect([...problemOf(late), late.json.detail]).to.deep.equal([
        409,
        'BOOKING_NOT_PAYABLE',
        "This booking can't be paid, its status is EXPIRED. It was not paid in time: please book again.",
      ]);
    });

    it('a checkout sent twice under one Idempotency-Key gets the same answer', async () => {
      const [first, again] = [
        await checkout(booking.id, asha, { 'Idempotency-Key': 'k-1' }),
        await checkout(booking.id, asha, { 'Idempotency-Key': 'k-1' }),
      ];
      expect(again.json).to.deep.equal(first.json);
      expect(again.headers.get('idempotency-replayed')).to.equal('true');
    });
  });

  describe('callbacks of a successful payment', () => {
    it('a success callback confirms the booking and redirects to the result page, however often it is repeated', async () => {
      const fields = await form();
      const data = esewa.data(fields);
      for (let times = 0; times < 3; times += 1)
        expect(await bring(data)).to.deep.equal(at({ success: 'true', booking_id: String(booking.id) }));
      expect(await look()).to.deep.include({ booking_status: 'CONFIRMED', payment_status: 'COMPLETE' });
      expect(esewa.asked.map((query) => query['transaction_uuid'])).not.to.include(fields['transaction_uuid']);
    });

    it('a success callback accepts base64url data, data without padding, and a plus sign that became a space', async () => {
      for (const dress of [
        (data: string) => data.replace(/=+$/, ''),
        (data: string) => data.replaceAll('+', '-').replaceAll('/', '_'),
        (data: string) => data,
      ]) {
        booking = await aBooking(api().dependencies, {
          userId: asha,
          tripId: (await aTrip(api().dependencies)).id,
          seats: [seat('A1')],
        });
        const data = dress(esewa.data(await form(), { note: 'ÿþýüûúùø÷öõôóòñðïîíìëêéèçæ>>>???' }));
        expect(await success(`?data=${data.replaceAll('=', '%3D')}`)).to.include({ success: 'true' });
      }
    });

    it('a forged success callback makes the service ask the gateway about the stored amount', async () => {
      const fields = await form();
      const uuid = fields['transaction_uuid'] ?? '';
      esewa.say(uuid, 'PENDING');
      const data = esewa.data(fields, {}, { total_amount: '1.0' });
      expect(await bring(data)).to.deep.equal(
        at({ success: 'false', booking_id: String(booking.id), reason: 'unverified' }),
      );
      expect(esewa.asked.at(-1)).to.deep.equal({
        product_code: 'BUSTICKET',
        total_amount: '2400',
        transaction_uuid: uuid,
      });
      expect(await look()).to.deep.include({ booking_status: 'PENDING_PAYMENT', payment_status: 'PENDING' });
    });

    it('a success callback confirms the booking when the gateway answers the status enquiry with COMPLETE', async () => {
      const fields = await form();
      esewa.say(fields['transaction_uuid'] ?? '', 'COMPLETE');
      expect(await bring(esewa.data(fields, { status: 'PENDING' }))).to.deep.equal(
        at({ success: 'true', booking_id: String(booking.id) }),
      );
      expect(await look()).to.deep.include({ booking_status: 'CONFIRMED', payment_status: 'COMPLETE' });
    });

    it('a success callback leaves the payment AMBIGUOUS when the gateway closes the connection', async () => {
      const fields = await form();
      esewa.say(fields['transaction_uuid'] ?? '', undefined);
      expect(await bring(esewa.data(fields, {}, { signature: 'x' }))).to.include({
        success: 'false',
        reason: 'unverified',
      });
      expect(await look()).to.include({ payment_status: 'AMBIGUOUS' });
    });

    it('a success callback that comes too late for the seats says that a refund is due, however often it is repeated', async () => {
      const data = esewa.data(await form());
      api().clock.set(minutesAfter(booking.paymentDeadline, 1));
      const bikram = await aPassengerId(api().dependencies);
      await api().post(`/api/trips/${booking.tripId}/seats/lock`, { seat_numbers: ['A2'] }, tokenOf(bikram));
      for (let times = 0; times < 2; times += 1)
        expect(await bring(data)).to.deep.equal(
          at({ success: 'false', booking_id: String(booking.id), reason: 'refund_due' }),
        );
      expect(await look()).to.deep.include({ booking_status: 'EXPIRED', payment_status: 'COMPLETE' });
    });

    it('a success callback of a payment that was refunded since says that it was refunded', async () => {
      const data = esewa.data(await form());
      await bring(data);
      expect((await api().post(`/api/bookings/${booking.id}/cancel`, undefined, tokenOf(asha))).status).to.equal(200);
      expect(await bring(data)).to.deep.equal(
        at({ success: 'false', booking_id: String(booking.id), reason: 'refunded' }),
      );
    });

    it('a success callback of an unknown payment changes nothing, and redirects without naming a booking', async () => {
      const stranger = esewa.data({ total_amount: '1', transaction_uuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11' });
      expect(await bring(stranger)).to.deep.equal(at({ success: 'false', reason: 'not_matched' }));
    });
  });

  describe('failure callbacks', () => {
    it('a failure callback cancels the payment that it names', async () => {
      const data = esewa.data(await form(), { status: 'CANCELED' });
      expect(await failure(`?data=${encodeURIComponent(data)}`)).to.deep.equal(
        at({ success: 'false', booking_id: String(booking.id), reason: 'cancelled' }),
      );
      expect(await look()).to.deep.include({ booking_status: 'PENDING_PAYMENT', payment_status: 'CANCELED' });
    });

    it('a HEAD to an address of a callback is answered 405, and no payment changes', async () => {
      const data = encodeURIComponent(esewa.data(await form(), { status: 'CANCELED' }));
      for (const path of [
        `${FAILURE}?data=${data}`,
        `${SUCCESS}?data=${data}`,
        '/api/payments/passenger/khalti/return',
      ]) {
        const { status, headers } = await api().send(path, { method: 'HEAD' });
        expect([status, headers.get('allow'), headers.get('location')], path).to.deep.equal([405, 'GET', null]);
      }
      expect(await look()).to.deep.include({ payment_status: 'INITIATED' });
      expect((await api().post(FAILURE)).headers.get('allow')).to.equal('GET');
    });

    it('a failure callback without data redirects without naming a booking', async () => {
      for (const query of ['', '?data=', '?data=x', '?other=1'])
        expect(await failure(query)).to.deep.equal(at({ success: 'false', booking_id: '', reason: 'cancelled' }));
    });
  });

  it('a failure callback always redirects the browser, whatever data it has', async () => {
    const queries = [
      '',
      '?',
      '?data',
      '?data=',
      '?data=%',
      '?data=%00',
      '?data=%ff%fe',
      '?data=%ED%A0%80',
      `?data=${'A'.repeat(9_000)}`,
      '?data=e30=',
      '?data=W10=',
      '?data=eyJ0cmFuc2FjdGlvbl91dWlkIjoiXHUwMDAwIn0=',
      '?data=a&data=b',
      '?data[]=a',
      '?data[x]=a',
      '?__proto__=1',
      '?data=🚌',
      `?${'a=1&'.repeat(1_000)}`,
    ];
    for (const query of queries) {
      expect(await success(query), query.slice(0, 60)).to.deep.equal(at({ success: 'false', reason: 'not_matched' }));
      expect(await failure(query), query.slice(0, 60)).to.deep.equal(
        at({ success: 'false', booking_id: '', reason: 'cancelled' }),
      );
    }
    const data = encodeURIComponent(esewa.data(await form()));
    expect(await success(`?data=${data}&data=again`)).to.include({ success: 'true' });
  });

  it('a checkout builds its callback addresses from the settings, and ignores the Host header', async () => {
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
    const answer = await checkout(booking.id, asha, headers);
    expect(answer.text).not.to.include('evil');
    expect(landing(await api().get(SUCCESS, undefined, headers)).page).to.equal(`${CLIENT}/payment-result.html`);
  });
});
