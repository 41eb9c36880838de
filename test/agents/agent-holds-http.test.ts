import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip, type TripForTests } from '../support/catalogue.ts';
import { onEveryServer } from '../support/http.ts';

onEveryServer('holds of agents over HTTP', (api) => {
  let agent: Agent;
  let key: string;
  let trip: TripForTests;

  beforeEach(async () => {
    const { dependencies } = api();
    agent = await anAgent(dependencies);
    ({ key } = await anAgentKey(dependencies, agent));
    trip = await aTrip(dependencies, { seats: ['A1', 'A2'] });
  });

  const save = (changes: Partial<Agent>) =>
    api().dependencies.transact(({ agents }) => agents.save({ ...agent, ...changes }));
  const post = (step: 'lock' | 'release', body: object, headers = {}, id: number = trip.id) =>
    api().post(`/api/agent/trips/${id}/seats/${step}`, body, key, headers);

  it('holds on an unknown trip, and on one that the agent may not sell, are 404 before their bodies are judged', async () => {
    const bad = { holder: '', seat_numbers: 7 };
    const codes = async (id: number) => [
      (await post('lock', bad, {}, id)).json.code,
      (await post('release', { holder: '' }, {}, id)).json.code,
      (await post('release', {}, {}, id)).json.code,
    ];
    const unknown = ['TRIP_UNKNOWN', 'TRIP_UNKNOWN', 'TRIP_UNKNOWN'];
    expect(await codes(999_999)).to.deep.equal(unknown);
    await save({ operators: [] });
    expect(await codes(trip.id)).to.deep.equal(unknown);
    await save({});
    expect((await codes(trip.id)).slice(0, 2)).to.deep.equal(['VALIDATION', 'VALIDATION']);
  });

  it('a hold that was granted and a release are repeated under their Idempotency-Keys', async () => {
    const one = { 'Idempotency-Key': 'one' };
    const held = await post('lock', { seat_numbers: ['A1'] }, one);
    const released = await post('release', {}, one);
    expect([held.json.granted, released.json]).to.deep.equal([['A1'], { released: 1 }]);
    const [heldAgain, releasedAgain] = [
      await post('lock', { seat_numbers: ['A1'] }, one),
      await post('release', {}, one),
    ];
    for (const { headers } of [heldAgain, releasedAgain]) expect(headers.get('idempotency-replayed')).to.equal('true');
    expect([heldAgain.json, releasedAgain.json]).to.deep.equal([held.json, released.json]);
    expect((await post('release', {})).json).to.deep.equal({ released: 0 });
  });

  it('each holder of an agent is one customer, whom the agent’s other customers find holding seats', async () => {
    const seen = async (holder: string) => {
      const { json } = await api().get(`/api/agent/trips/${trip.id}/seats${holder}`, key);
      return json.seats.map(({ status }: { readonly status: string }) => status);
    };
    await post('lock', { seat_numbers: ['A1'] });
    await post('lock', { seat_numbers: ['A2'], holder: ' cart 1 ' });
    expect(await seen('')).to.deep.equal(['LOCKED_BY_ME', 'LOCKED']);
    expect(await seen('?holder=cart%201')).to.deep.equal(['LOCKED', 'LOCKED_BY_ME']);
    const { json } = await post('lock', { seat_numbers: ['A1'], holder: 'cart 1' });
    expect([json.granted, json.rejected[0].reason]).to.deep.equal([[], 'Currently held by another passenger.']);
    expect(await seen('?holder=cart%201'), 'the former selection').to.deep.equal(['LOCKED', 'AVAILABLE']);
  });

  it('a hold that was refused or granted nothing is tried again under its Idempotency-Key', async () => {
    const wanted = { seat_numbers: ['A1'], holder: 'cart 2' };
    await post('lock', { seat_numbers: ['A1'], holder: 'cart 1' });
    const granted = async () => (await post('lock', wanted, { 'Idempotency-Key': 'two' })).json.granted;
    expect(await granted()).to.deep.equal([]);
    await post('release', { holder: 'cart 1' });
    expect(await granted()).to.deep.equal(['A1']);
    const best = async () => (await post('lock', { best: 2, holder: 'cart 3' }, { 'Idempotency-Key': 'three' })).status;
    expect(await best()).to.equal(409);
    await post('release', { holder: 'cart 2' });
    expect(await best()).to.equal(200);
  });

  it('holders and references with other characters than printable ASCII are refused, not rewritten', async () => {
    const contact = { name: 'Asha Gurung', phone: '9812345678' };
    for (const name of ['HT-1\u202e', '\u212a1', 'e\u0301']) {
      expect((await post('lock', { seat_numbers: ['A1'], holder: name })).status, name).to.equal(400);
      const order = { schedule_id: trip.id, seat_numbers: ['A1'], reference: name, contact };
      const { status, json } = await api().post('/api/agent/bookings', order, key);
      expect([status, json.errors?.[0].field], name).to.deep.equal([400, 'reference']);
    }
    await post('lock', { seat_numbers: ['A1'] });
    const order = { schedule_id: trip.id, seat_numbers: ['A1'], reference: ' K1 ', contact };
    expect((await api().post('/api/agent/bookings', order, key)).json.reference).to.equal('K1');
    const found = async (reference: string) =>
      (await api().get(`/api/agent/bookings?reference=${encodeURIComponent(reference)}`, key)).json.results.length;
    expect([await found(' K1'), await found('\u212a1'), await found('K1\u202e')]).to.deep.equal([1, 0, 0]);
  });

  it('a suspended agent releases seats, and holds none', async () => {
    expect((await post('lock', { seat_numbers: ['A1'] })).json.granted).to.deep.equal(['A1']);
    await save({ status: 'SUSPENDED' });
    expect((await post('lock', { seat_numbers: ['A2'] })).json).to.include({ status: 403, code: 'AGENT_SUSPENDED' });
    const { status, json } = await post('release', {});
    expect([status, json]).to.deep.equal([200, { released: 1 }]);
  });
});
