import { expect } from 'chai';
import type { AgentPosition } from '../../core/accounts/membership.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryServer } from '../support/http.ts';
import type { Addressed } from '../support/people.ts';
import { type SignedInAccount, staffOn } from '../support/staff.ts';

let people = 0;
const aPerson = (traits: object = {}) => {
  people += 1;
  return { full_name: 'Gita Rai', email: `gita-${people}@himal.example`, ...traits };
};

onEveryServer('the people of an agent over HTTP', (api) => {
  const staff = staffOn(api);
  type Person = SignedInAccount & { readonly membership: number };

  /** Accepts the invitation of an answer, and signs the person in. */
  const joined = async ({ json }: { readonly json: { readonly id: number; readonly email: string } }) => {
    await staff.accept(await staff.tokenFor(json.email));
    const account = await api().dependencies.transact(({ users }) => users.findByEmail(json.email));
    return { ...staff.signedIn(account as Addressed, 'OPERATOR'), membership: json.id };
  };
  const given = async () => {
    const { id } = await anAgent(api().dependencies);
    const admin = await staff.admin();
    const owner = await joined(await api().post(`/api/admin/agents/${id}/staff`, aPerson(), admin.token));
    const member = async (position: AgentPosition): Promise<Person> =>
      joined(await api().post('/api/agent/staff', aPerson({ position }), owner.token));
    return { id, admin, owner, member };
  };

  it('an administrator invites an owner, who invites others, gives them positions and takes them off', async () => {
    const { id, admin, owner } = await given();
    const invited = await api().post(`/api/admin/agents/${id}/staff`, aPerson({ phone: '9812345679' }), admin.token);
    expect(invited.status).to.equal(201);
    expect(invited.json).to.include({ user_id: null, position: 'OWNER', status: 'INVITED', phone: '9812345679' });
    const clerk = await api().post('/api/agent/staff', aPerson({ position: 'CLERK' }), owner.token);
    expect([clerk.status, clerk.json.position]).to.deep.equal([201, 'CLERK']);
    const path = `/api/agent/staff/${clerk.json.id}`;
    const changed = await api().patch(path, { position: 'MANAGER' }, owner.token);
    expect([changed.status, changed.json.position]).to.deep.equal([200, 'MANAGER']);
    const list = await api().get('/api/agent/staff', owner.token);
    expect(list.json.results.map((one: { status: string }) => one.status).sort()).to.deep.equal([
      'ACTIVE',
      'INVITED',
      'INVITED',
    ]);
    expect((await api().delete(path, undefined, owner.token)).status).to.equal(204);
    expect((await api().delete(path, undefined, owner.token)).json).to.include({ status: 404, code: 'STAFF_UNKNOWN' });
  });

  it('bad invitations to an agent and unknown agents are refused', async () => {
    const { id, admin, owner } = await given();
    const nobodys = `/api/admin/agents/999999/staff`;
    expect((await api().post(nobodys, {}, admin.token)).json).to.include({ status: 404, code: 'AGENT_UNKNOWN' });
    expect((await api().post(`/api/admin/agents/${id}/staff`, {}, admin.token)).status).to.equal(400);
    const conducting = await api().post('/api/agent/staff', aPerson({ position: 'CONDUCTOR' }), owner.token);
    expect([conducting.status, conducting.json.errors[0].field]).to.deep.equal([400, 'position']);
    const again = await api().post('/api/agent/staff', aPerson({ position: 'CLERK', email: owner.email }), owner.token);
    expect(again.json).to.include({ status: 409, code: 'STAFF_ELSEWHERE' });
    expect((await api().delete(`/api/agent/staff/${owner.membership}`, undefined, owner.token)).json).to.include({
      status: 409,
      code: 'LAST_OWNER',
    });
  });

  it('a person of an agent sees the agent in their account', async () => {
    const { id, owner } = await given();
    const me = await api().get('/api/auth/me', owner.token);
    expect(me.json.agent).to.deep.equal({ id, name: 'Himal Tickets', position: 'OWNER' });
    expect((await api().get('/api/auth/me', (await staff.owner()).token)).json.agent).to.equal(null);
  });

  it('a person of an agent is refused where companies and conductors work', async () => {
    const { owner } = await given();
    for (const path of ['/api/operator/company', '/api/operator/staff', '/api/conductor/trips'])
      expect((await api().get(path, owner.token)).json, path).to.include({ status: 403, code: 'NOT_A_COMPANY' });
    expect((await api().post('/api/operator/buses', {}, owner.token)).json).to.include({ code: 'NOT_A_COMPANY' });
  });

  it('each position of an agent may do what the table of positions says', async () => {
    const { owner, member } = await given();
    const [manager, clerk] = [await member('MANAGER'), await member('CLERK')];
    const answers = async (path: string) => {
      const codes = [];
      for (const { token } of [owner, manager, clerk]) codes.push((await api().get(path, token)).json.code ?? 200);
      return codes;
    };
    for (const path of ['account', 'bookings', 'companies', 'cities'])
      expect(await answers(`/api/agent/${path}`), path).to.deep.equal([200, 200, 200]);
    for (const path of ['entries', 'staff', 'events'])
      expect(await answers(`/api/agent/${path}`), path).to.deep.equal([200, 200, 'POSITION_TOO_LOW']);
    for (const path of ['keys', 'webhooks'])
      expect(await answers(`/api/agent/${path}`), path).to.deep.equal([200, 'POSITION_TOO_LOW', 'POSITION_TOO_LOW']);
    const inviting = await api().post('/api/agent/staff', {}, manager.token);
    expect(inviting.json).to.include({ status: 403, code: 'POSITION_TOO_LOW' });
  });

  it('callers who belong to no agent, and keys, are refused on the staff of an agent', async () => {
    const { id } = await given();
    const { key } = await anAgentKey(api().dependencies, { id: id });
    const codeFor = async (token: string | undefined) => (await api().get('/api/agent/staff', token)).json.code;
    expect(await codeFor((await staff.owner()).token)).to.equal('NOT_AN_AGENT');
    expect((await api().get('/api/agent/staff', (await staff.passenger()).token)).status).to.equal(403);
    expect(await codeFor(key)).to.equal('SCOPE_MISSING');
    const unsigned = await api().get('/api/agent/staff');
    expect([unsigned.status, unsigned.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
  });

  it('a clerk of an agent holds seats and sells in their own name', async () => {
    const { member } = await given();
    const [clerk, trip] = [
      await member('CLERK'),
      await aTrip(api().dependencies, { seats: ['A1'], departsAt: hoursAfter(START, 72) }),
    ];
    await api().post(`/api/agent/trips/${trip.id}/seats/lock`, { seat_numbers: ['A1'] }, clerk.token);
    const order = {
      schedule_id: trip.id,
      seat_numbers: ['A1'],
      reference: 'HT-1',
      contact: { name: 'Asha Gurung', phone: '9812345678' },
    };
    const sold = await api().post('/api/agent/bookings', order, clerk.token);
    expect([sold.status, sold.json.sold_by]).to.deep.equal([201, 'Gita Rai']);
  });

  it('a person who was taken off an agent is signed out', async () => {
    const { owner, member } = await given();
    const clerk = await member('CLERK');
    await api().delete(`/api/agent/staff/${clerk.membership}`, undefined, owner.token);
    expect((await api().get('/api/agent/account', clerk.token)).status).to.equal(401);
  });
});
