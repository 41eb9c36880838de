import { expect } from 'chai';
import { admitSubscriber, authenticate } from '../../core/accounts/authenticate.ts';
import { publicUser } from '../../core/accounts/view-me.ts';
import type { AgentPosition } from '../../core/accounts/membership.ts';
import { changeKey } from '../../core/agents/manage-keys.ts';
import { changeAgent } from '../../core/agents/manage-agent.ts';
import type { StaffManager } from '../../core/companies/staff-manager.ts';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { agentSalesOn } from '../support/agent-sales.ts';
import { anAgent, anAgentKey } from '../support/agents.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { anInvitee, companiesOn } from '../support/companies.ts';
import { CRYPTO } from '../support/crypto.ts';
import { type Engine, memoryEngine, onEveryEngine } from '../support/engines.ts';
import { anAdmin, anOperator, aPassenger } from '../support/people.ts';
import { codeOf, ended } from '../support/refusals.ts';
import { aWorld } from '../support/world.ts';

const PASSWORD = 'secret-123';

/** An agent, the administrator who invites its first owner, and the use cases of its staff. */
async function given(engine: Engine = memoryEngine()) {
  const companies = companiesOn(engine);
  const agent = await anAgent(engine);
  const { id: agentId } = agent;
  const admin = await anAdmin(engine);
  const byAdmin: StaffManager = { admin: admin.id, agentId };
  const join = async (by: StaffManager, position: AgentPosition, traits: Parameters<typeof anInvitee>[0] = {}) => {
    const { id, email } = await companies.invite(by, anInvitee({ ...traits, position }));
    await companies.accept({ token: await companies.tokenFor(email), password: PASSWORD });
    const account = (await companies.account(email))!;
    return { id, email, agentId, userId: account.id };
  };
  return {
    engine,
    companies,
    agent,
    admin,
    byAdmin,
    join,
    owner: () => join(byAdmin, 'OWNER'),
    suspend: () =>
      changeAgent({ ...aWorld, ...engine, clock: companies.clock })(admin.id, agentId, { status: 'SUSPENDED' }),
    account: (userId: typeof admin.id) => engine.accounts.find(userId),
  };
}

describe('the people of an agent', () => {
  it('an administrator invites an owner, who gets a mail in the name of the agent and joins it', async () => {
    const { companies, byAdmin, agent, account, engine } = await given();
    const invited = await companies.invite(byAdmin, anInvitee({ position: 'OWNER' }));
    const token = await companies.tokenFor(invited.email);
    expect(companies.mailer.sent).to.deep.equal([
      {
        kind: 'invitation',
        to: invited.email,
        name: 'Ram Thapa',
        companyName: 'Himal Tickets',
        isByAgent: true,
        position: 'OWNER',
        link: `https://portal.example.com/join?token=${token}`,
        daysValid: 7,
      },
    ]);
    await companies.accept({ token, password: PASSWORD });
    const { userId } = await companies.findStaff(byAdmin, invited.id);
    expect(await account(userId!)).to.include({
      role: 'OPERATOR',
      agentId: agent.id,
      operatorId: null,
      companyName: 'Himal Tickets',
    });
    expect(publicUser((await account(userId!))!, 'OPERATOR', { url: String })).to.include({
      agentId: agent.id,
      operatorId: null,
      companyName: 'Himal Tickets',
    });
    const state = await engine.accounts.authState(userId!);
    expect(state).to.deep.include({
      membership: undefined,
      agent: { agentId: agent.id, agentName: 'Himal Tickets', position: 'OWNER', agentStatus: 'ACTIVE' },
    });
  });

  it('the activity log names who invited, changed and removed the people of an agent, and no company', async () => {
    const { companies, admin, byAdmin, owner, join } = await given();
    const sita = await owner();
    const ram = await join(sita, 'CLERK');
    await companies.changePosition(sita, ram.id, 'MANAGER');
    await companies.removeStaff(sita, ram.id);
    const ofSita = await companies.trailOf(await companies.findStaff(byAdmin, sita.id));
    expect(ofSita.map(({ kind, actor, operatorId }) => [kind, actor, operatorId])).to.deep.equal([
      ['STAFF_INVITED', { role: 'ADMIN', userId: admin.id }, null],
      ['STAFF_JOINED', { role: 'OPERATOR', userId: sita.userId }, null],
    ]);
    const ofRam = await companies.trailOf({ id: ram.id } as Parameters<typeof companies.trailOf>[0]);
    expect(ofRam.map(({ kind, actor, operatorId }) => [kind, actor, operatorId])).to.deep.equal([
      ['STAFF_INVITED', { role: 'OPERATOR', userId: sita.userId }, null],
      ['STAFF_JOINED', { role: 'OPERATOR', userId: ram.userId }, null],
      ['STAFF_CHANGED', { role: 'OPERATOR', userId: sita.userId }, null],
      ['STAFF_REMOVED', { role: 'OPERATOR', userId: sita.userId }, null],
    ]);
  });

  it('the staff of an agent lists its own people alone, and an agent keeps its last owner', async () => {
    const { companies, engine, owner, join, byAdmin } = await given();
    const [sita, other] = [await owner(), await anAgent(engine, { name: 'Everest' })];
    const ram = await join(sita, 'CLERK', { fullName: 'Aba' });
    const { rows } = await companies.listStaff(sita, { limit: 9 });
    expect(rows.map(({ id, devices }) => [id, devices])).to.deep.equal([
      [ram.id, 0],
      [sita.id, 0],
    ]);
    const stranger = { ...byAdmin, agentId: other.id };
    expect((await companies.listStaff(stranger, { limit: 9 })).rows).to.deep.equal([]);
    expect(await codeOf(companies.removeStaff(stranger, ram.id))).to.equal('STAFF_UNKNOWN');
    expect(await codeOf(companies.removeStaff(sita, sita.id))).to.equal('LAST_OWNER');
    expect(await codeOf(companies.changePosition(sita, sita.id, 'CLERK'))).to.equal('LAST_OWNER');
    expect(await codeOf(companies.invite(ram, anInvitee()))).to.equal('POSITION_TOO_LOW');
  });

  it('a person belongs to one company or agent', async () => {
    const { companies, engine, byAdmin, owner, join } = await given();
    const [sita, hari] = [await owner(), await companies.company()];
    const ram = await companies.joined(hari, { position: 'CLERK' });
    expect(await codeOf(companies.invite(hari, anInvitee({ email: sita.email })))).to.equal('STAFF_ELSEWHERE');
    expect(await codeOf(companies.invite(byAdmin, anInvitee({ email: sita.email })))).to.equal('STAFF_ELSEWHERE');
    expect(await codeOf(companies.invite(byAdmin, anInvitee({ email: ram.email })))).to.equal('STAFF_ELSEWHERE');
    const { email } = await anAdmin(engine);
    expect(await codeOf(companies.invite(byAdmin, anInvitee({ email })))).to.equal('STAFF_ELSEWHERE');
    // A company without a bus and without other members is left behind.
    const alone = await anOperator(engine);
    await join(byAdmin, 'CLERK', { email: alone.email });
    expect((await companies.account(alone.email))?.agentId).to.equal(sita.agentId);
    expect((await companies.listStaff({ operatorId: alone.operatorId }, { limit: 9 })).rows).to.deep.equal([]);
  });

  it('joining an agent ends the invitations of companies and of other agents', async () => {
    const { companies, engine, byAdmin, join } = await given();
    const [hari, other] = [await companies.company(), await anAgent(engine, { name: 'Everest' })];
    const ofOther = { ...byAdmin, agentId: other.id };
    const { email } = await companies.invite(hari, anInvitee());
    await companies.invite(ofOther, anInvitee({ email }));
    await join(byAdmin, 'CLERK', { email });
    expect((await companies.listStaff(hari, { limit: 9 })).rows.map((one) => one.email)).to.deep.equal([hari.email]);
    expect((await companies.listStaff(ofOther, { limit: 9 })).rows).to.deep.equal([]);
  });

  it('one address gets three invitations a day from companies and agents together', async () => {
    const { companies, engine, byAdmin } = await given();
    const { email } = await companies.invite(byAdmin, anInvitee());
    expect(await codeOf(companies.invite(byAdmin, anInvitee({ email })))).to.equal('STAFF_ELSEWHERE');
    for (let n = 0; n < 2; n += 1) await companies.invite(await companies.company(), anInvitee({ email }));
    const ofOther = { ...byAdmin, agentId: (await anAgent(engine)).id };
    expect(await codeOf(companies.invite(ofOther, anInvitee({ email })))).to.equal('TOO_MANY_INVITATIONS');
  });

  it('nobody joins or changes the staff of a suspended agent, and an administrator may still invite', async () => {
    const { companies, byAdmin, owner, suspend } = await given();
    const sita = await owner();
    await suspend();
    const { email } = await companies.invite(byAdmin, anInvitee());
    const accepting = companies.accept({ token: await companies.tokenFor(email), password: PASSWORD });
    expect(await codeOf(accepting)).to.equal('AGENT_SUSPENDED');
    expect(await codeOf(companies.invite(sita, anInvitee()))).to.equal('AGENT_SUSPENDED');
  });

  it('a passenger who joins an agent is an operator until they leave, and gets no company', async () => {
    const { companies, engine, byAdmin, join, owner, account } = await given();
    const [sita, { email }] = [await owner(), await aPassenger(engine)];
    const ram = await join(byAdmin, 'CLERK', { email });
    expect((await account(ram.userId))?.roles).to.deep.equal(['PASSENGER', 'OPERATOR']);
    const before = (await account(ram.userId))!.tokenVersion;
    await companies.removeStaff(sita, ram.id);
    expect(await account(ram.userId)).to.deep.include({
      roles: ['PASSENGER'],
      operatorId: null,
      agentId: null,
      tokenVersion: before + 1,
    });
  });

  it('an operator who joins an agent keeps the role OPERATOR when they leave', async () => {
    const { companies, engine, byAdmin, join, owner, account } = await given();
    const [sita, { email }] = [await owner(), await anOperator(engine)];
    const ram = await join(byAdmin, 'CLERK', { email });
    await companies.removeStaff(sita, ram.id);
    expect((await account(ram.userId))?.roles).to.deep.equal(['OPERATOR']);
  });

  it('an account that the invitation of an agent made is a passenger’s after leaving, with its number if that is free', async () => {
    const { companies, engine, byAdmin, join, owner, account } = await given();
    const [sita, taken, free] = [await owner(), '9812345670', '9812345671'];
    const [ram, hari] = [await join(byAdmin, 'CLERK', { phone: taken }), await join(byAdmin, 'CLERK', { phone: free })];
    await aPassenger(engine, { phone: taken });
    for (const { id } of [ram, hari]) await companies.removeStaff(sita, id);
    expect(await account(ram.userId)).to.deep.include({ role: 'PASSENGER', roles: ['PASSENGER'], phone: null });
    expect(await account(hari.userId)).to.deep.include({ role: 'PASSENGER', roles: ['PASSENGER'], phone: free });
  });

  it('a withdrawn invitation of an agent leaves the invited account as it was', async () => {
    const { companies, engine, byAdmin } = await given();
    const passenger = await aPassenger(engine);
    const { id } = await companies.invite(byAdmin, anInvitee({ email: passenger.email }));
    await companies.removeStaff(byAdmin, id);
    expect(await companies.account(passenger.email)).to.deep.equal(passenger);
  });

  it('a person of an agent reads no company’s topic over MQTT', async () => {
    const { engine, owner, companies, account } = await given();
    const { userId } = await owner();
    const { tokenVersion } = (await account(userId))!;
    const until = minutesAfter(companies.clock(), 15);
    const token = CRYPTO.tokens.issueAccess({ userId, role: 'OPERATOR', tokenVersion }, until);
    const admit = admitSubscriber({
      authenticate: authenticate({ ...aWorld, ...engine, ...CRYPTO, clock: companies.clock }),
    });
    expect(await admit(token)).to.deep.equal({ operatorId: undefined });
  });

  it('a sale of a person names the person, and one of the person’s customers without a name holds the seat', async () => {
    const { engine, companies, owner, join, agent } = await given();
    const [sita, ram] = [await owner(), await join(await owner(), 'CLERK', { fullName: 'Gita Rai' })];
    const sales = agentSalesOn(engine, companies.clock);
    const trip = await aTrip(engine, { fare: paisa(10_000), seats: ['A1', 'A2'], departsAt: hoursAfter(START, 72) });
    const callerOf = ({ userId }: typeof sita, position: AgentPosition) => ({
      agentId: agent.id,
      by: { userId, position },
    });
    const [owning, selling] = [callerOf(sita, 'OWNER'), callerOf(ram, 'CLERK')];
    expect(await sales.hold(selling, trip.id, ['A1'])).to.deep.include({ granted: ['A1'] });
    expect(await sales.hold(owning, trip.id, ['A1'])).to.deep.include({ granted: [] });
    const { booking } = await sales.order(selling, trip.id, { numbers: ['A1'] });
    expect(booking.agent?.seller).to.equal('Gita Rai');
    const [{ actor } = { actor: undefined }] = (
      await engine.transact(({ trail }) => trail.of({ type: 'booking', id: booking.id }))
    ).filter(({ kind }) => kind === 'SEATS_SOLD');
    expect(actor).to.deep.equal({ role: 'AGENT', userId: ram.userId });
  });

  it('a person who has left, or is no owner any more, changes nothing under the lock of the agent', async () => {
    const { engine, companies, owner, join, byAdmin } = await given();
    const [sita, ram] = [await owner(), await join(byAdmin, 'OWNER')];
    const { id: key } = await anAgentKey(engine, { id: sita.agentId });
    const change = () =>
      changeKey({ ...aWorld, ...engine, ...CRYPTO, clock: companies.clock })(
        { agentId: sita.agentId, by: { userId: ram.userId, position: 'OWNER' } },
        key,
        { label: 'Till' },
      );
    await companies.changePosition(sita, ram.id, 'MANAGER');
    expect(await codeOf(change())).to.equal('POSITION_TOO_LOW');
    await companies.removeStaff(sita, ram.id);
    expect(await codeOf(change())).to.equal('NOT_AN_AGENT');
  });
});

onEveryEngine('races of the people of an agent', (engine) => {
  it('two owners of an agent who demote each other at once leave one owner', async () => {
    const { companies, owner, byAdmin } = await given(engine());
    const [one, other] = [await owner(), await owner()];
    const outcomes = await Promise.all([
      ended(companies.changePosition(one, other.id, 'CLERK')),
      ended(companies.changePosition(other, one.id, 'CLERK')),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'done')).to.have.length(1);
    const { rows } = await companies.listStaff(byAdmin, { limit: 9 });
    expect(rows.filter(({ position }) => position === 'OWNER')).to.have.length(1);
  });

  it('a person who accepts the invitations of a company and of an agent at once joins one of them', async () => {
    const { companies, byAdmin } = await given(engine());
    const hari = await companies.company();
    const { email } = await companies.invite(hari, anInvitee());
    const ofCompany = await companies.tokenFor(email);
    await companies.invite(byAdmin, anInvitee({ email }));
    const ofAgent = await companies.tokenFor(email);
    await Promise.allSettled([ofCompany, ofAgent].map((token) => companies.accept({ token, password: PASSWORD })));
    const staff = [
      ...(await companies.listStaff(hari, { limit: 9 })).rows,
      ...(await companies.listStaff(byAdmin, { limit: 9 })).rows,
    ];
    expect(staff.filter((one) => one.email === email)).to.have.length(1);
  });
});
