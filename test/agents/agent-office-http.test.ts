import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aBus, aTrip, type TripForTests } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Json, onEveryServer } from '../support/http.ts';
import { anOperator } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { type SignedInAccount, staffOn } from '../support/staff.ts';

onEveryServer('an agent’s booking at the office', (api) => {
  const { signedIn, admin } = staffOn(api);
  let companies = 0;
  let owner: SignedInAccount;
  let boss: SignedInAccount;
  let agent: Agent;
  let key: string;
  let trip: TripForTests;
  let dearer: TripForTests;
  let booking: Json;

  beforeEach(async () => {
    const { dependencies } = api();
    companies += 1;
    const operator = await anOperator(dependencies, { companyName: `Langtang ${companies}` });
    [owner, boss] = [signedIn(operator, 'OPERATOR'), await admin()];
    agent = await anAgent(dependencies, { contactPhone: '01-4411223', commissionRate: basisPoints(750) });
    ({ key } = await anAgentKey(dependencies, agent));
    const seats = ['A1', 'A2', 'A3'];
    const busId = await aBus(dependencies, {
      operatorId: operator.operatorId,
      registrationNo: `BA 7 KHA ${companies}`,
      seats,
    });
    const departsAt = hoursAfter(START, 96);
    trip = await aTrip(dependencies, { busId, departsAt, fare: paisa(10_000) });
    dearer = await aTrip(dependencies, { busId, departsAt: hoursAfter(departsAt, 24), fare: paisa(12_000) });
    await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: seats }, key);
    const contact = { name: 'Asha Gurung', phone: '9812345678' };
    const order = { schedule_id: trip.id, seat_numbers: seats, reference: 'HT-SECRET', contact };
    const sold = await api().post('/api/agent/bookings', order, key);
    expect(sold.status, sold.text).to.equal(201);
    booking = sold.json;
  });

  const own = async (): Promise<Json> => (await api().get(`/api/agent/bookings/${booking.id}`, key)).json;
  const balance = async (): Promise<number> => (await api().get('/api/agent/account', key)).json.balance;

  it('a company and an administrator find it by its agent, and neither sees the terms of the agent at the company', async () => {
    const shown = { id: agent.id, name: 'Himal Tickets', contact_phone: '01-4411223' };
    const of = `bookings?agent_id=${agent.id}`;
    for (const [base, { token }] of [
      ['/api/operator', owner],
      ['/api/admin', boss],
    ] as const) {
      const { results } = (await api().get(`${base}/${of}`, token)).json;
      expect(results).to.have.length(1);
      const { channel, agent: seller, sold_by: soldBy } = results[0];
      expect([channel, seller]).to.deep.equal(['AGENT', shown]);
      if (base === '/api/operator') expect(soldBy).to.equal('Himal Tickets');
      expect((await api().get(`${base}/bookings?agent_id=${agent.id + 1_000}`, token)).json.results).to.have.length(0);
    }
    const texts = [`bookings/${booking.id}`, of, `bookings/${booking.id}/ledger`, `trips/${trip.id}/manifest`].map(
      async (path) => (await api().get(`/api/operator/${path}`, owner.token)).text,
    );
    for (const text of await Promise.all(texts))
      expect(text).not.to.match(/HT-SECRET|AGENT_COMMISSION|agent_rate|credit_limit|"agent_id":\d/);
    const { results: rows } = (await api().get(`/api/operator/bookings/${booking.id}/ledger`, owner.token)).json;
    expect(rows.map(({ kind, agent_id }: Json) => [kind, agent_id])).to.deep.equal([['PAYMENT', null]]);
    const { results: all } = (await api().get(`/api/admin/bookings/${booking.id}/ledger`, boss.token)).json;
    expect(all.map(({ kind, agent_id }: Json) => [kind, agent_id])).to.deep.equal([
      ['PAYMENT', agent.id],
      ['AGENT_COMMISSION', agent.id],
    ]);
  });

  it('a company cancels a part of it for the account of the agent, and an administrator the rest', async () => {
    expect(await balance()).to.equal(277.5);
    const part = { reason: 'A seat broke.', fee: 'none', seats: ['A1'] };
    const first = await api().post(`/api/operator/bookings/${booking.id}/cancel`, part, owner.token);
    expect([first.status, await balance()], first.text).to.deep.equal([200, 185]);
    const rest = { reason: 'No bus.', fee: 'none' };
    const second = await api().post(`/api/admin/bookings/${booking.id}/cancel`, rest, boss.token);
    expect([second.status, await balance()], second.text).to.deep.equal([200, 0]);
    const { booking_status, agent_commission, net_amount, cancelled_by, refunds } = await own();
    expect({ booking_status, agent_commission, net_amount, cancelled_by }).to.deep.equal({
      booking_status: 'REFUNDED',
      agent_commission: 0,
      net_amount: 0,
      cancelled_by: 'ADMIN',
    });
    expect(refunds.map(({ amount, status, paid_at }: Json) => [amount, status, paid_at !== null])).to.deep.equal([
      [100, 'PAID', true],
      [200, 'PAID', true],
    ]);
  });

  it('a company changes it to a trip that costs no more, and not to one for which the agent would pay', async () => {
    const change = (body: object) => api().post(`/api/operator/bookings/${booking.id}/change`, body, owner.token);
    const seats = ['A1', 'A2', 'A3'];
    const refused = await change({ schedule_id: dearer.id, seat_numbers: seats, fee: 'none', paid_by: 'QR' });
    expectProblem(refused, 409, 'AGENT_PAYS');
    expectProblem(await change({ schedule_id: dearer.id, seat_numbers: seats, fee: 'none' }), 409, 'AGENT_PAYS');
    const { dependencies } = api();
    const busId = (await dependencies.transact(({ trips }) => trips.find(trip.id)))!.bus.id;
    const cheaper = await aTrip(dependencies, { busId, departsAt: hoursAfter(START, 144), fare: paisa(8_000) });
    const made = await change({ schedule_id: cheaper.id, seat_numbers: seats, fee: 'none' });
    expect(made.status, made.text).to.equal(201);
    expect((await api().get('/api/agent/bookings?reference=HT-SECRET', key)).json.results).to.have.length(2);
    const { agent_rate, agent_commission, net_amount } = (await api().get(`/api/agent/bookings/${made.json.id}`, key))
      .json;
    expect({ agent_rate, agent_commission }).to.deep.equal({ agent_rate: 7.5, agent_commission: 18 });
    const both = Number((await own()).net_amount) + Number(net_amount);
    expect([await balance(), both]).to.deep.equal([222, 222]);
  });

  it('a refund of it is neither claimed, taken over, paid in cash, confirmed nor failed, and takes no account', async () => {
    const { dependencies } = api();
    const [payment] = await dependencies.transact(({ payments }) => payments.ofBooking(booking.id));
    const goodwill = { amount: 20, note: 'No air.' };
    const { json } = await api().post(`/api/admin/payments/${payment!.id}/refunds`, goodwill, boss.token);
    const account = { kind: 'BANK', holder: 'Asha Gurung', number: '01234567890', bank: 'NIC Asia' };
    for (const step of ['claim', 'take-over', 'confirm', 'fail']) {
      const body = { ...(step === 'fail' && { failure: 'It came back.' }) };
      expectProblem(await api().post(`/api/admin/refunds/${json.id}/${step}`, body, boss.token), 409, 'REFUND_STATE');
    }
    const cash = await api().post(`/api/operator/refunds/${json.id}/pay-cash`, {}, owner.token);
    expectProblem(cash, 409, 'REFUND_STATE');
    const put = (path: string, { token }: SignedInAccount) =>
      api().send(path, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(account),
      });
    expectProblem(await put(`/api/operator/bookings/${booking.id}/refund-account`, owner), 409, 'NO_REFUND_DUE');
    expectProblem(await put(`/api/admin/refunds/${json.id}/account`, boss), 409, 'NO_REFUND_DUE');
    for (const step of ['enquire', 'resolve', 'settle']) {
      const body = step === 'resolve' ? { as: 'FAILED', note: 'No.' } : { as: 'refund' };
      const { status, json: said } = await api().post(`/api/admin/payments/${payment!.id}/${step}`, body, boss.token);
      expect([status, said.code], step).to.deep.equal([409, step === 'settle' ? 'PAYMENT_STATE' : 'NOT_AT_GATEWAY']);
    }
  });

  it('an adjustment of what an agent owes names the agent, and changes its balance once it is confirmed', async () => {
    const propose = (body: object) => api().post('/api/admin/adjustments', body, boss.token);
    const wanted = { debit: 'AGENT', credit: 'BANK', amount: 50, reason: 'The cheque bounced.' };
    const nobody = await propose(wanted);
    expect([nobody.status, nobody.json.errors?.[0].field], nobody.text).to.deep.equal([400, 'agent_id']);
    expect((await propose({ ...wanted, agent_id: agent.id + 1_000 })).status).to.equal(404);
    const proposed = await propose({ ...wanted, agent_id: agent.id });
    expect(proposed.status, proposed.text).to.equal(201);
    const { status } = await api().post(
      `/api/admin/adjustments/${proposed.json.id}/confirm`,
      {},
      (await admin()).token,
    );
    expect([status, await balance()]).to.deep.equal([200, 327.5]);
    const { results } = (await api().get(`/api/admin/ledger?agent_id=${agent.id}`, boss.token)).json;
    expect(results.map(({ kind }: Json) => kind)).to.deep.equal(['ADJUSTMENT', 'AGENT_COMMISSION', 'PAYMENT']);
  });
});
