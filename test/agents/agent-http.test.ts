import { expect } from 'chai';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { daysAfter, hoursAfter, minutesAfter, parseMoment } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryServer } from '../support/http.ts';

onEveryServer('the API of agents', (api) => {
  it('a program sells, finds, cancels and reads what it owes, and another agent sees nothing of it', async () => {
    const { dependencies } = api();
    const agent = await anAgent(dependencies, { commissionRate: basisPoints(750), creditLimit: paisa(1_000_000) });
    const { key } = await anAgentKey(dependencies, agent);
    const { key: stranger } = await anAgentKey(dependencies, await anAgent(dependencies, { name: 'Everest' }));
    const trip = await aTrip(dependencies, {
      fare: paisa(10_000),
      seats: ['A1', 'A2'],
      departsAt: hoursAfter(START, 72),
    });
    const held = await api().post(
      `/api/agent/trips/${trip.id}/seats/lock`,
      { seat_numbers: ['A1'], holder: 'cart 1' },
      key,
    );
    expect([held.status, held.json.granted]).to.deep.equal([200, ['A1']]);
    const best = await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { best: 1, holder: 'cart 2' }, key);
    expect([best.status, best.json.granted, best.json.together]).to.deep.equal([200, ['A2'], true]);
    const map = async (query: string) =>
      (await api().get(`/api/agent/trips/${trip.id}/seats${query}`, key)).json.seats[0].status;
    expect([await map('?holder=cart%201'), await map('?holder=Cart%201'), await map('')]).to.deep.equal([
      'LOCKED_BY_ME',
      'LOCKED',
      'LOCKED',
    ]);
    const order = {
      schedule_id: trip.id,
      seat_numbers: ['A1'],
      holder: 'cart 1',
      reference: 'HT-1',
      contact: { name: 'Asha Gurung', phone: '9812345678' },
      total: 100,
    };
    const headers = { 'Idempotency-Key': 'one' };
    const dear = await api().post('/api/agent/bookings', { ...order, total: 90 }, key, headers);
    expect([dear.status, dear.json.code, dear.json.total]).to.deep.equal([409, 'FARE_CHANGED', 100]);
    const sold = await api().post('/api/agent/bookings', order, key, { 'Idempotency-Key': 'two' });
    expect([sold.status, sold.json.booking_status, sold.json.net_amount, sold.json.agent_commission]).to.deep.equal([
      201,
      'CONFIRMED',
      92.5,
      7.5,
    ]);
    expect((await api().post('/api/agent/bookings', order, key)).status).to.equal(200);
    const path = `/api/agent/bookings/${sold.json.id}`;
    expect((await api().get(path, stranger)).status).to.equal(404);
    expect((await api().get('/api/agent/bookings?reference=HT-1', key)).json.results).to.have.length(1);
    const renamed = await api().patch(path, { passengers: [{ seat_number: 'A1', name: 'Bina' }] }, key);
    expect([renamed.status, renamed.json.seats[0].passenger_name]).to.deep.equal([200, 'Bina']);
    const ticket = await api().get(`${path}/ticket`, key);
    expect([ticket.status, ticket.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
    expect((await api().get(`${path}/ticket`, stranger)).json.code).to.equal('BOOKING_UNKNOWN');
    const cancelled = await api().post(`${path}/cancel`, {}, key);
    expect([cancelled.status, cancelled.json.status, cancelled.json.credited]).to.deep.equal([200, 'REFUNDED', 92.5]);
    const gone = await api().get(`${path}/ticket`, key);
    expect([gone.status, gone.json.code]).to.deep.equal([409, 'TICKET_UNAVAILABLE']);
    expect((await api().get('/api/agent/account', key)).json).to.include({ balance: 0, available: 10_000 });
    expect((await api().get(path, key)).json).to.include({ agent_commission: 0, cancelled_by: 'AGENT' });
  });

  it('a cancellation with an unknown field cancels nothing, and one without a body cancels all', async () => {
    const { dependencies } = api();
    const { key } = await anAgentKey(dependencies, await anAgent(dependencies));
    const trip = await aTrip(dependencies, { seats: ['A1', 'A2'], departsAt: hoursAfter(START, 72) });
    await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1', 'A2'] }, key);
    const contact = { name: 'Asha Gurung', phone: '9812345678' };
    const order = { schedule_id: trip.id, seat_numbers: ['A1', 'A2'], reference: 'HT-7', contact };
    const { json: booking } = await api().post('/api/agent/bookings', order, key);
    const path = `/api/agent/bookings/${booking.id}`;
    const refused = await api().post(`${path}/cancel`, { seat_numbers: ['A1'] }, key);
    expect([refused.status, refused.json.errors]).to.deep.equal([
      400,
      [{ field: 'seat_numbers', message: 'is not a field of this request' }],
    ]);
    expect((await api().get(path, key)).json).to.include({ booking_status: 'CONFIRMED', seats_count: 2 });
    expect((await api().post(`${path}/cancel`, undefined, key)).json).to.include({ status: 'REFUNDED' });
  });

  it('bookings are found by their travellers for 30 days after the arrival, and by their codes for ever', async () => {
    const { dependencies, clock } = api();
    const { key } = await anAgentKey(dependencies, await anAgent(dependencies));
    const trip = await aTrip(dependencies, { seats: ['A1'], departsAt: hoursAfter(START, 72) });
    await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'] }, key);
    const contact = { name: 'Asha Gurung', phone: '9812345678' };
    const order = { schedule_id: trip.id, seat_numbers: ['A1'], reference: 'HT-2', contact };
    const { json: booking } = await api().post('/api/agent/bookings', order, key);
    const code: string = booking.booking_code;
    const found = async () => {
      const answers = [];
      for (const q of ['asha', '98123', code.slice(0, -2).toLowerCase(), code]) {
        const { results } = (await api().get(`/api/agent/bookings?q=${q}`, key)).json;
        answers.push(results.map((one: { readonly contact: unknown }) => one.contact !== null));
      }
      return answers;
    };
    clock.set(minutesAfter(daysAfter(parseMoment(booking.trip.arrival_time)!, 30), -1));
    expect(await found()).to.deep.equal([[true], [true], [true], [true]]);
    clock.advance(1);
    expect(await found()).to.deep.equal([[], [], [false], [false]]);
    clock.set(START);
  });
});
