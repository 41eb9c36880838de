import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import { daysAfter, hoursAfter, minutesAfter, parseMoment } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aBus, aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { type Api, onEveryServer, startApi } from '../support/http.ts';
import type { Addressed } from '../support/people.ts';
import { freshDatabase, needs } from '../support/servers.ts';
import { type SignedInAccount, staffOn } from '../support/staff.ts';

const CONTACT = { name: 'Asha Gurung', phone: '9812345678' };

let people = 0;

/** Invites an owner of an agent, who accepts. */
async function anOwner(api: () => Api, { id }: Agent, admin: SignedInAccount) {
  const staff = staffOn(api);
  people += 1;
  const person = { full_name: 'Gita Rai', email: `owner-${people}@himal.example` };
  const { json } = await api().post(`/api/admin/agents/${id}/staff`, person, admin.token);
  await staff.accept(await staff.tokenFor(person.email));
  const account = (await api().dependencies.transact(({ users }) => users.findByEmail(person.email))) as Addressed;
  return { membership: json.id as number, token: () => staff.signedIn(account, 'OPERATOR').token };
}

describe('what is taken away from an agent in another process (Postgres)', () => {
  let one: Api;
  let other: Api;
  const staff = staffOn(() => one);

  before(async function () {
    this.timeout(120_000);
    const database = await freshDatabase();
    needs(this, database);
    const start = () => startApi({ environment: { DATABASE_URL: database } });
    // One process after the other, so that the second finds the schema.
    one = await start();
    other = await start();
  });
  after(async () => {
    await one.close();
    await other.close();
  });

  /** An agent with a key, and a seat that it holds on a trip of a company. */
  const given = async () => {
    const { dependencies } = one;
    const [admin, company] = [await staff.admin(), await staff.owner()];
    const { operatorId } = company as SignedInAccount & Parameters<typeof aBus>[1];
    const busId = await aBus(dependencies, { operatorId: operatorId, seats: ['A1', 'A2', 'A3'] });
    const trip = await aTrip(dependencies, { busId, departsAt: hoursAfter(START, 72) });
    const agent = await anAgent(dependencies);
    const key = await anAgentKey(dependencies, agent);
    const lock = (seat: string, by = key.key) =>
      other.post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: [seat], holder: seat }, by);
    const sell = (seat: string, by = key.key) =>
      other.post(
        '/api/agent/bookings',
        { schedule_id: trip.id, seat_numbers: [seat], holder: seat, reference: seat, contact: CONTACT },
        by,
      );
    await lock('A1');
    const sold = await sell('A1');
    expect(sold.status).to.equal(201);
    await lock('A2');
    return { admin, company, operatorId: operatorId, agent, key, lock, sell, booking: sold.json };
  };
  type Given = Awaited<ReturnType<typeof given>>;
  const keyPath = ({ agent, key }: Given) => `/api/admin/agents/${agent.id}/keys/${key.id}`;

  const CASES: readonly (readonly [string, (of: Given) => Promise<unknown>, readonly [number, string]])[] = [
    [
      'a suspended key',
      (of) => one.patch(keyPath(of), { status: 'SUSPENDED' }, of.admin.token),
      [401, 'KEY_SUSPENDED'],
    ],
    ['a deleted key', (of) => one.delete(keyPath(of), undefined, of.admin.token), [401, 'KEY_INVALID']],
    [
      'a key that may only read',
      (of) => one.patch(keyPath(of), { scopes: ['read'] }, of.admin.token),
      [403, 'SCOPE_MISSING'],
    ],
    [
      'a suspended agent',
      ({ agent, admin }) => one.patch(`/api/admin/agents/${agent.id}`, { status: 'SUSPENDED' }, admin.token),
      [403, 'AGENT_SUSPENDED'],
    ],
    [
      'an agent that a company refused',
      ({ agent, company }) => one.put(`/api/operator/agents/${agent.id}`, { allowed: false }, company.token),
      [404, 'TRIP_UNKNOWN'],
    ],
    [
      'an agent of a company without agents',
      ({ company }) => one.patch('/api/operator/company', { agents_allowed: false }, company.token),
      [404, 'TRIP_UNKNOWN'],
    ],
    [
      'an agent of a suspended company',
      ({ admin, operatorId }) =>
        one.patch(`/api/admin/operators/${operatorId}`, { status: 'SUSPENDED', reason: 'Papers.' }, admin.token),
      [404, 'TRIP_UNKNOWN'],
    ],
  ];
  for (const [who, takeAway, expected] of CASES)
    it(`${who} sells nothing with the next request to another process`, async () => {
      const of = await given();
      const { status } = (await takeAway(of)) as { readonly status: number };
      expect(status).to.be.oneOf([200, 204]);
      const answers = [await of.lock('A3'), await of.sell('A2')];
      for (const { status: refused, json } of answers) expect([refused, json.code]).to.deep.equal(expected);
    });

  it('a person who left an agent sells nothing with the next request to another process', async () => {
    const of = await given();
    const [owner, second] = [
      await anOwner(() => one, of.agent, of.admin),
      await anOwner(() => one, of.agent, of.admin),
    ];
    const token = second.token();
    expect((await of.lock('A3', token)).status).to.equal(200);
    expect((await one.delete(`/api/agent/staff/${second.membership}`, undefined, owner.token())).status).to.equal(204);
    expect([401, 403]).to.include((await of.sell('A3', token)).status);
  });

  it('a suspended agent still reads and cancels what it has sold', async () => {
    const { agent, admin, key, booking } = await given();
    await one.patch(`/api/admin/agents/${agent.id}`, { status: 'SUSPENDED' }, admin.token);
    const path = `/api/agent/bookings/${booking.id}`;
    expect((await other.get(path, key.key)).status).to.equal(200);
    expect((await other.post(`${path}/cancel`, {}, key.key)).status).to.equal(200);
  });
});

onEveryServer('the traveller of an agent’s booking', (api) => {
  it('a key sees the traveller for 30 days after the arrival, and a person for 90', async () => {
    const { dependencies, clock } = api();
    const agent = await anAgent(dependencies);
    const { key } = await anAgentKey(dependencies, agent);
    const owner = await anOwner(api, agent, await staffOn(api).admin());
    const trip = await aTrip(dependencies, { seats: ['A1'], departsAt: hoursAfter(START, 72) });
    await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'] }, key);
    const order = { schedule_id: trip.id, seat_numbers: ['A1'], reference: 'HT-3', contact: CONTACT };
    const { json: booking } = await api().post('/api/agent/bookings', order, key);
    const arrival = parseMoment(booking.trip.arrival_time)!;
    const seen = async (token: string) => {
      const { contact } = (await api().get(`/api/agent/bookings/${booking.id}`, token)).json;
      const { results } = (await api().get('/api/agent/bookings?q=asha', token)).json;
      return [contact?.name ?? null, results.length];
    };
    const [shown, gone] = [
      [CONTACT.name, 1],
      [null, 0],
    ];
    clock.set(minutesAfter(daysAfter(arrival, 30), -1));
    expect([await seen(key), await seen(owner.token())]).to.deep.equal([shown, shown]);
    clock.set(daysAfter(arrival, 30));
    expect([await seen(key), await seen(owner.token())]).to.deep.equal([gone, shown]);
    clock.set(minutesAfter(daysAfter(arrival, 90), -1));
    expect(await seen(owner.token())).to.deep.equal(shown);
    clock.set(daysAfter(arrival, 90));
    expect(await seen(owner.token())).to.deep.equal(gone);
    clock.set(START);
  });

  it('a sale is refused for the caller first, then for the body, the reference, the trip and the state', async () => {
    const { dependencies } = api();
    const agent = await anAgent(dependencies);
    const { key } = await anAgentKey(dependencies, agent);
    const { key: reader } = await anAgentKey(dependencies, agent, { scopes: ['read'] });
    const trip = await aTrip(dependencies, { seats: ['A1', 'A2'], departsAt: hoursAfter(START, 72) });
    await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'] }, key);
    const order = { schedule_id: trip.id, seat_numbers: ['A1'], reference: 'HT-4', contact: CONTACT };
    expect((await api().post('/api/agent/bookings', order, key)).status).to.equal(201);
    const answerOf = async (body: object, by = key) => {
      const { status, json } = await api().post('/api/agent/bookings', body, by);
      return [status, json.code];
    };
    const save = (changes: Partial<Agent>) =>
      dependencies.transact(({ agents }) => agents.save({ ...agent, ...changes }));
    expect(await answerOf({}, 'bt_test_x')).to.deep.equal([401, 'KEY_INVALID']);
    await save({ status: 'SUSPENDED' });
    expect(await answerOf({}, reader)).to.deep.equal([403, 'SCOPE_MISSING']);
    expect(await answerOf({})).to.deep.equal([403, 'AGENT_SUSPENDED']);
    await save({});
    expect(await answerOf({ ...order, contact: {}, schedule_id: 999_999 })).to.deep.equal([400, 'VALIDATION']);
    expect(await answerOf({ ...order, schedule_id: 999_999 })).to.deep.equal([409, 'REFERENCE_USED']);
    expect(await answerOf({ ...order, reference: 'HT-5', schedule_id: 999_999 })).to.deep.equal([404, 'TRIP_UNKNOWN']);
    const unheld = { ...order, reference: 'HT-5', seat_numbers: ['A2'] };
    expect(await answerOf(unheld)).to.deep.equal([409, 'SEAT_SELECTION_EXPIRED']);
  });
});
