import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { startEsewa } from '../../support/esewa-server.ts';
import { type Api, startApi } from '../../support/http.ts';
import { type Form, landing } from '../../support/gateway-callbacks.ts';
import { aPassengerId } from '../../support/people.ts';
import { authenticate, tokenOf } from '../../support/plain-tokens.ts';

describe('sandbox payments', () => {
  let api: Api;
  let booking: Booking;

  beforeEach(async () => {
    api = await startApi({ overrides: { authenticate } });
    booking = await aBooking(api.dependencies, {
      userId: await aPassengerId(api.dependencies),
      tripId: (await aTrip(api.dependencies)).id,
      seats: [seat('A1')],
    });
  });
  afterEach(() => api.close());

  const begin = async () => {
    const { json } = await api.post(`/api/bookings/${booking.id}/checkout`, undefined, tokenOf(booking.userId));
    return json as { readonly form_fields: Form; readonly gateway_url: string };
  };
  const decide = async (
    decision: string,
    { form_fields: fields, gateway_url: url }: Awaited<ReturnType<typeof begin>>,
  ) => api.send(url, { method: 'POST', body: new URLSearchParams({ ...fields, decision }) });
  const look = async () =>
    (await api.get(`/api/bookings/${booking.id}`, tokenOf(booking.userId))).json as {
      booking_status: string;
      payment_status: string;
    };

  it('a booking that is paid in the sandbox is confirmed', async () => {
    const back = await decide('pay', await begin());
    expect(landing(await api.get(back.headers.get('location') ?? ''))).to.include({
      success: 'true',
      booking_id: String(booking.id),
    });
    expect(await look()).to.deep.include({ booking_status: 'CONFIRMED', payment_status: 'COMPLETE' });
  });

  it('a payment that fails in the sandbox is cancelled', async () => {
    const back = await decide('fail', await begin());
    expect(landing(await api.get(back.headers.get('location') ?? ''))).to.include({
      success: 'false',
      booking_id: String(booking.id),
      reason: 'cancelled',
    });
    expect(await look()).to.deep.include({ booking_status: 'PENDING_PAYMENT', payment_status: 'CANCELED' });
  });

  it('a payment in the sandbox whose payer never returned is confirmed by reconciliation', async () => {
    await decide('pay', await begin());
    api.clock.advance(6);
    expect(await api.useCases.reconcilePayments('ESEWA', new Promise(() => undefined))).to.equal(1);
    expect(await look()).to.deep.include({ booking_status: 'CONFIRMED', payment_status: 'COMPLETE' });
  });
});

it('the sandbox’s addresses answer 404 if eSewa is configured with real settings', async () => {
  const esewa = await startEsewa();
  const api = await startApi({ environment: esewa.environment });
  expect((await api.send('/sandbox/api/epay/main/v2/form', { method: 'POST' })).status).to.equal(404);
  expect((await api.get('/sandbox/api/epay/transaction/status/')).status).to.equal(404);
  await api.close();
  await esewa.close();
});
