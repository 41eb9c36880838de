import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aBus, aTrip } from '../support/catalogue.ts';
import { onEveryServer } from '../support/http.ts';
import { anOperator } from '../support/people.ts';
import { staffOn } from '../support/staff.ts';

onEveryServer('what agents read over HTTP', (api) => {
  const { owner, passenger, admin } = staffOn(api);
  let agent: Agent;
  let key: string;

  beforeEach(async () => {
    agent = await anAgent(api().dependencies);
    ({ key } = await anAgentKey(api().dependencies, agent, { scopes: ['read'] }));
  });

  const save = (changes: Partial<Agent>) =>
    api().dependencies.transact(({ agents }) => agents.save({ ...agent, ...changes }));

  it('an agent finds and reads only trips of companies that it may sell for', async () => {
    const { operatorId } = await anOperator(api().dependencies, { companyName: 'Red Sky' });
    const trip = await aTrip(api().dependencies);
    const other = await aTrip(api().dependencies, {
      busId: await aBus(api().dependencies, { operatorId, registrationNo: 'BA 9 KHA 9' }),
    });
    const found = async () =>
      (await api().get('/api/agent/trips', key)).json.results.map(({ id }: { readonly id: number }) => id);
    const all = await found();
    expect(all).to.include.members([trip.id, other.id]);
    await save({ operators: [operatorId] });
    expect(await found()).to.deep.equal([other.id]);
    const companies = (await api().get('/api/agent/companies', key)).json;
    expect(companies.map((one: { readonly company_name: string }) => one.company_name)).to.deep.equal(['Red Sky']);
    for (const path of [`/api/agent/trips/${trip.id}`, `/api/agent/trips/${trip.id}/seats`])
      expect((await api().get(path, key)).json).to.include({ status: 404, code: 'TRIP_UNKNOWN' });
    for (const piece of [`trips/${other.id}`, `trips/${other.id}/seats`, 'cities']) {
      const [own, public_] = [await api().get(`/api/agent/${piece}`, key), await api().get(`/api/${piece}`)];
      expect([own.status, own.json]).to.deep.equal([200, public_.json]);
    }
  });

  it('an agent that a company refuses sees the seats by its booking alone, and no other agent does', async () => {
    const trip = await aTrip(api().dependencies, { seats: ['A1', 'A2'] });
    const { key: selling } = await anAgentKey(api().dependencies, agent);
    await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'], holder: 'cart 1' }, selling);
    const order = { schedule_id: trip.id, seat_numbers: ['A1'], holder: 'cart 1', reference: 'HT-1' };
    const contact = { name: 'Asha Gurung', phone: '9812345678' };
    const { json: booking } = await api().post('/api/agent/bookings', { ...order, contact }, selling);
    await save({ operators: [] });
    expect((await api().get(`/api/agent/trips/${trip.id}/seats`, key)).status).to.equal(404);
    const { status, json } = await api().get(`/api/agent/bookings/${booking.id}/seats`, key);
    expect([status, json.seats.map((seat: { readonly status: string }) => seat.status)]).to.deep.equal([
      200,
      ['BOOKED', 'AVAILABLE'],
    ]);
    const { key: stranger } = await anAgentKey(api().dependencies, await anAgent(api().dependencies));
    expect((await api().get(`/api/agent/bookings/${booking.id}/seats`, stranger)).json.code).to.equal(
      'BOOKING_UNKNOWN',
    );
  });

  it('requests of strangers, of others’ people and of ended keys are refused in their order', async () => {
    const answer = async (token?: string) => {
      const { status, json, headers } = await api().get('/api/agent/companies', token);
      return [status, json.code, headers.get('www-authenticate')];
    };
    expect(await answer()).to.deep.equal([401, 'TOKEN_MISSING', 'Bearer']);
    expect((await api().get('/api/agent/companies')).json.detail).to.include('API key');
    expect(await answer('bt_test_x')).to.deep.equal([401, 'KEY_INVALID', 'Bearer']);
    expect(await answer(key.replace('bt_test_', 'bt_live_'))).to.deep.equal([401, 'WRONG_MODE', 'Bearer']);
    for (const { token } of [await passenger(), await admin()])
      expect((await answer(token)).slice(0, 2)).to.deep.equal([403, 'WRONG_ROLE']);
    expect((await answer((await owner()).token)).slice(0, 2)).to.deep.equal([403, 'NOT_AN_AGENT']);
    const { id } = await aTrip(api().dependencies);
    for (const path of ['/api/auth/me', `/api/trips/${id}/seats`, '/api/tickets/x'])
      expect((await api().get(path, key)).json, path).to.include({ status: 401, code: 'KEY_INVALID' });
    expect((await api().get('/api/agent/keys', key)).json).to.include({ code: 'SCOPE_MISSING' });
    await save({ status: 'SUSPENDED' });
    expect((await answer(key)).slice(0, 1)).to.deep.equal([200]);
  });

  it('a suspended agent still finds and reads trips', async () => {
    const { id } = await aTrip(api().dependencies);
    await save({ status: 'SUSPENDED' });
    const { results } = (await api().get('/api/agent/trips', key)).json;
    expect(results.map((trip: { readonly id: number }) => trip.id)).to.include(id);
    for (const piece of ['', '/seats'])
      expect((await api().get(`/api/agent/trips/${id}${piece}`, key)).status, piece).to.equal(200);
  });

  it('a key has any label, its scopes in the order given without repeats, and any daily limit from 0', async () => {
    const { token } = await admin();
    const given = { label: '***', scopes: ['webhooks', 'read', 'webhooks', 'sell'], daily_amount: 0 };
    const { status, json } = await api().post(`/api/admin/agents/${agent.id}/keys`, given, token);
    expect([status, json.label, json.scopes, json.daily_amount]).to.deep.equal([
      201,
      '***',
      ['webhooks', 'read', 'sell'],
      0,
    ]);
  });

  it('an administrator’s answer to a new key is the only one that shows it', async () => {
    const { token } = await admin();
    const base = `/api/admin/agents/${agent.id}/keys`;
    const made = await api().post(base, { label: 'Shop', daily_amount: 500.5 }, token, { 'Idempotency-Key': 'one' });
    expect(made.status, made.text).to.equal(201);
    expect(made.json).to.deep.include({ scopes: ['sell'], daily_amount: 500.5, status: 'ACTIVE' });
    expect(made.headers.get('cache-control')).to.equal('no-store');
    expect((await api().get('/api/agent/companies', made.json.key)).status).to.equal(200);
    for (const path of [base, '/api/admin/activity-log', `/api/admin/agents/${agent.id}`])
      expect((await api().get(path, token)).text).not.to.include(made.json.key);
    await api().send(`${base}/${made.json.id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } });
    expect((await api().get('/api/agent/companies', made.json.key)).json).to.include({ code: 'KEY_INVALID' });
  });
});

onEveryServer(
  'the limit of an agent’s requests',
  (api) => {
    it('a key has a budget of its own, which every answer names, and strangers count for their address', async () => {
      const agent = await anAgent(api().dependencies);
      const [shop, till] = [
        await anAgentKey(api().dependencies, agent),
        await anAgentKey(api().dependencies, agent, { scopes: ['webhooks'] }),
      ];
      const ask = async ({ key }: { readonly key: string }) => {
        const { status, headers } = await api().get('/api/agent/cities', key);
        return [status, ...['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`))];
      };
      expect(await ask(shop)).to.deep.equal([200, '2', '1']);
      expect(await ask(till)).to.deep.equal([403, '2', '1']);
      expect(await ask(shop)).to.deep.equal([200, '2', '0']);
      expect(await ask(shop)).to.deep.equal([429, '2', '0']);
      expect(await ask({ key: 'bt_test_x' })).to.deep.equal([401, null, null]);
      const { headers } = await api().get('/api/agent/cities', shop.key);
      expect(Number(headers.get('retry-after'))).to.be.within(1, 60);
    });
  },
  { environment: { RATE_LIMIT: 'on', AGENT_REQUESTS_PER_MINUTE: '2' } },
);
