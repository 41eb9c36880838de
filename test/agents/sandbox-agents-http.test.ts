import { expect } from 'chai';
import { composeBookingMail } from '../../core/tickets/confirmation-mail.ts';
import { composeSms } from '../../core/tickets/compose-sms.ts';
import { paisa } from '../../core/kernel/money.ts';
import { daysAfter, hoursAfter, minutesAfter, toIso } from '../../core/kernel/time.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { expectProblem } from '../support/problems.ts';

onEveryServer('agents that strangers make on a sandbox', (api) => {
  beforeEach(() => api().clock.set(START));

  const made = async (body: object = {}): Promise<Json> => (await api().post('/sandbox/agents', body)).json;
  const aTripOnSale = async (): Promise<number> =>
    (
      await aTrip(api().dependencies, {
        fare: paisa(10_000),
        seats: ['A1', 'A2', 'A3'],
        departsAt: hoursAfter(START, 72),
      })
    ).id;
  const act = (body: object, key: string) => api().post('/sandbox/agents/act', body, key);
  const sell = async (trip: number, key: string): Promise<Json> => {
    await api().post(`/api/agent/trips/${trip}/seats/lock`, { seat_numbers: ['A1'] }, key);
    const contact = { name: 'Asha Gurung', phone: '9812345678', email: 'asha@example.com' };
    const order = { schedule_id: trip, seat_numbers: ['A1'], reference: 'HT-1', contact };
    return (await api().post('/api/agent/bookings', order, key)).json;
  };

  it('a stranger gets an agent with a key that sells and hears events, and with a credit of 100,000 rupees', async () => {
    const { status, json } = await api().post('/sandbox/agents', { name: 'My shop' });
    expect(status).to.equal(201);
    expect(json.agent).to.deep.equal({ id: json.agent.id, name: 'My shop' });
    expect(json.key).to.match(/^bt_test_[A-Za-z0-9]{32}$/);
    expect(json.expires_at).to.equal(toIso(daysAfter(START, 30)));
    expect((await api().get('/api/agent/account', json.key)).json).to.deep.include({
      credit_limit: 100_000,
      balance: 0,
      commission_rate: 5,
      mode: 'test',
    });
    expect((await api().get('/api/agent/webhooks', json.key)).status).to.equal(200);
    const nameless = await api().send('/sandbox/agents', { method: 'POST' });
    expect([nameless.status, nameless.json.agent.name]).to.deep.equal([201, 'Test agent']);
    for (const name of ['', 'x'.repeat(151)])
      expectProblem(await api().post('/sandbox/agents', { name }), 400, 'VALIDATION');
  });

  it('a stranger’s key ends 30 days after its last request, and its end moves once a day', async () => {
    const { key } = await made();
    const ask = async () => (await api().get('/api/agent/account', key)).status;
    api().clock.set(hoursAfter(START, 23));
    expect(await ask()).to.equal(200);
    api().clock.set(minutesAfter(daysAfter(START, 30), -1));
    expect(await ask()).to.equal(200);
    api().clock.set(minutesAfter(daysAfter(START, 60), -2));
    expect(await ask()).to.equal(200);
    api().clock.set(daysAfter(START, 91));
    expectProblem(await api().get('/api/agent/account', key), 401, 'KEY_EXPIRED');
  });

  it('a company cancels a booking of a stranger’s agent in the sandbox, and the agent is credited with all of it', async () => {
    const { key } = await made();
    const { id } = await sell(await aTripOnSale(), key);
    expect((await act({ action: 'cancel_by_company', booking_id: id }, key)).status).to.equal(200);
    const booking = (await api().get(`/api/agent/bookings/${id}`, key)).json;
    expect(booking).to.deep.include({ booking_status: 'REFUNDED', cancelled_by: 'OPERATOR', net_amount: 0 });
    expectProblem(await act({ action: 'cancel_by_company', booking_id: id }, key), 409, 'BOOKING_CLOSED');
    const { key: other } = await made();
    expectProblem(await act({ action: 'cancel_by_company', booking_id: id }, other), 404, 'BOOKING_UNKNOWN');
  });

  it('a stranger holds seats in the sandbox, which the agent can then neither hold nor release', async () => {
    const { key } = await made();
    const trip = await aTripOnSale();
    await api().post(`/api/agent/trips/${trip}/seats/lock`, { seat_numbers: ['A1'] }, key);
    const taken = await act({ action: 'take_seats', schedule_id: trip, seat_numbers: ['A1', 'A2'] }, key);
    expect([taken.status, taken.json.seat_numbers]).to.deep.equal([200, ['A2']]);
    await api().post(`/api/agent/trips/${trip}/seats/release`, {}, key);
    const held = await api().post(`/api/agent/trips/${trip}/seats/lock`, { seat_numbers: ['A2', 'A3'] }, key);
    expect(held.json.granted).to.deep.equal(['A3']);
    for (const unknown of [999, 3_000_000_000]) {
      const seats = { schedule_id: unknown, seat_numbers: ['A1'] };
      expectProblem(await act({ action: 'take_seats', ...seats }, key), 404, 'TRIP_UNKNOWN');
      expectProblem(await act({ action: 'cancel_by_company', booking_id: unknown }, key), 404, 'BOOKING_UNKNOWN');
    }
  });

  it('a stranger in the sandbox is one person, who holds other seats of a trip in place of the first ones', async () => {
    const { key } = await made();
    const trip = await aTripOnSale();
    await act({ action: 'take_seats', schedule_id: trip, seat_numbers: ['A1'] }, key);
    await act({ action: 'take_seats', schedule_id: trip, seat_numbers: ['A2'] }, key);
    const held = await api().post(`/api/agent/trips/${trip}/seats/lock`, { seat_numbers: ['A1', 'A2'] }, key);
    expect(held.json.granted).to.deep.equal(['A1']);
  });

  it('a program sets the credit of its agent in the sandbox', async () => {
    const { key } = await made();
    expect((await act({ action: 'set_credit', credit_limit: 0 }, key)).status).to.equal(200);
    expect((await api().get('/api/agent/account', key)).json.available).to.equal(0);
    expect((await sell(await aTripOnSale(), key)).code).to.equal('CREDIT_EXHAUSTED');
  });

  it('an act in the sandbox without its fields, or without a key, is refused', async () => {
    const { key } = await made();
    for (const [body, field] of [
      [{}, 'action'],
      [{ action: 'rain' }, 'action'],
      [{ action: 'cancel_by_company' }, 'booking_id'],
      [{ action: 'take_seats', seat_numbers: ['A1'] }, 'schedule_id'],
      [{ action: 'take_seats', schedule_id: 1 }, 'seat_numbers'],
      [{ action: 'set_credit', credit_limit: -1 }, 'credit_limit'],
    ] as const) {
      const { status, json } = await act(body, key);
      expect([status, json.errors?.[0].field], JSON.stringify(body)).to.deep.equal([400, field]);
    }
    expect((await api().post('/sandbox/agents/act', { action: 'set_credit', credit_limit: 1 })).status).to.equal(401);
  });

  it('nobody is told anything about the bookings of a stranger’s agent', async () => {
    const { key } = await made();
    const { id, sms: isMobile } = await sell(await aTripOnSale(), key);
    expect(isMobile, 'the number itself could get texts').to.equal(true);
    const { dependencies } = api();
    expect(await composeBookingMail(dependencies)({ kind: 'BOOKING_CONFIRMED', bookingId: id })).to.equal(undefined);
    const sms = { id: 1, kind: 'CONFIRMED', bookingId: id } as never;
    expect(await composeSms(dependencies)(sms)).to.equal(undefined);
    await act({ action: 'cancel_by_company', booking_id: id }, key);
    expect(await composeBookingMail(dependencies)({ kind: 'BOOKING_CANCELLED', bookingId: id })).to.equal(undefined);
    expect(await composeSms(dependencies)({ ...(sms as object), kind: 'CANCELLED' } as never)).to.equal(undefined);
  });
});

onEveryServer(
  'strangers who ask a sandbox for more',
  (api) => {
    it('an address gets five agents an hour', async () => {
      for (let turn = 0; turn < 5; turn += 1) expect((await api().post('/sandbox/agents', {})).status).to.equal(201);
      expectProblem(await api().post('/sandbox/agents', {}), 429, 'RATE_LIMITED');
    });
  },
  { environment: { RATE_LIMIT: 'on' } },
);

onEveryServer(
  'agents on an instance that takes real money',
  (api) => {
    it('there are no test agents where real money moves', async () => {
      expect((await api().post('/sandbox/agents', {})).status).to.equal(404);
      expect((await api().post('/sandbox/agents/act', { action: 'set_credit', credit_limit: 1 })).status).to.equal(404);
    });
  },
  { environment: { SANDBOX: 'off', KHALTI_SECRET_KEY: 'a live secret key of a merchant' } },
);
