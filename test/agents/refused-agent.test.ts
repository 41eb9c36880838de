import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import type { AgentCaller, AgentProgram } from '../../core/agents/caller.ts';
import { pruneHolders } from '../../core/agents/prune-holders.ts';
import { quoteCancellationForAgent } from '../../core/changes/cancel-for-agent.ts';
import type { Member } from '../../core/companies/member.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { aBus, aTrip, changePlan } from '../support/catalogue.ts';
import { handClock, START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { anOperator } from '../support/people.ts';
import { codeOf } from '../support/refusals.ts';

onEveryEngine('bookings of an agent that a company has refused', (engine) => {
  const clock = handClock();
  let agent: Agent;
  let program: AgentCaller;
  let member: Member;
  const selling = () => agentSalesOn(engine(), clock);

  /** A trip of the company, and a booking of seats A1 and A2 on it. */
  const sold = async () => {
    const busId = await aBus(engine(), { operatorId: member.operatorId, seats: ['A1', 'A2', 'B1', 'B2'] });
    const trip = await aTrip(engine(), { busId, departsAt: hoursAfter(START, 72) });
    const other = await aTrip(engine(), { busId, departsAt: hoursAfter(START, 96) });
    await selling().hold(program, trip.id, ['A1', 'A2']);
    const { booking } = await selling().order(program, trip.id, { numbers: ['A1', 'A2'] });
    return { trip, other, booking };
  };

  beforeEach(async () => {
    agent = await anAgent(engine());
    program = await aProgram(engine(), agent);
    const { id: userId, operatorId } = await anOperator(engine());
    member = { userId, operatorId };
  });

  const TAKEN_AWAY: Readonly<Record<string, () => Promise<unknown>>> = {
    'a refused agent': () => selling().allow(member, agent.id, { allowed: false, reason: '' }),
    'an agent of a company that switched agents off': () => selling().changeCompany(member, { agentsAllowed: false }),
    'an agent whose terms leave out the company': () =>
      engine().transact(({ agents }) => agents.save({ ...agent, operators: [] })),
    'an agent of a suspended company': () =>
      engine().transact(async ({ companies }) =>
        companies.save({ ...(await companies.lock(member.operatorId))!, status: 'SUSPENDED' }),
      ),
  };
  for (const [who, takeAway] of Object.entries(TAKEN_AWAY))
    it(`${who} exchanges and cancels seats that it has sold, and moves them to no other trip`, async () => {
      const { trip, other, booking } = await sold();
      await takeAway();
      expect(await codeOf(selling().hold(program, trip.id, ['B1']))).to.equal('TRIP_UNKNOWN');
      expect(await codeOf(selling().change(program, booking.id, other.id, ['A1', 'A2']))).to.equal('TRIP_UNKNOWN');
      const exchanged = await selling().change(program, booking.id, trip.id, ['A1', 'B1']);
      expect([exchanged.isNew, exchanged.booking.seats.map(({ seat }) => seat)]).to.deep.equal([false, ['A1', 'B1']]);
      const map = await engine().seatMaps.view(trip.id, undefined, clock());
      const free = map?.hasSeatMap === true ? map.seats.filter(({ isBooked }) => !isBooked) : [];
      expect(free.map(({ number }) => number)).to.deep.equal(['A2', 'B2']);
      expect(await selling().cancel(program, booking.id, ['B1'])).to.include({ status: 'CONFIRMED' });
      expect((await selling().audit()).findings).to.deep.equal([]);
    });

  it('a suspended agent and a key that may not sell are refused for that before the trip', async () => {
    const { trip, other, booking } = await sold();
    const reader = await aProgram(engine(), agent, { scopes: ['read'] });
    await engine().transact(({ agents }) => agents.save({ ...agent, status: 'SUSPENDED' }));
    for (const refused of [
      () => selling().hold(program, trip.id, ['B1']),
      () => selling().order(program, trip.id, { numbers: ['B1'], reference: 'HT-2' }),
      () => selling().change(program, booking.id, other.id, ['A1', 'A2']),
      () => selling().change(program, booking.id, trip.id, ['A1', 'B1']),
    ])
      expect(await codeOf(refused())).to.equal('AGENT_SUSPENDED');
    await engine().transact(({ agents }) => agents.save(agent));
    await selling().allow(member, agent.id, { allowed: false, reason: '' });
    expect(await codeOf(selling().change(reader, booking.id, trip.id, ['A1', 'B1']))).to.equal('SCOPE_MISSING');
  });

  it('a key that was deleted meanwhile exchanges no seats, also those that it holds', async () => {
    const { trip, booking } = await sold();
    await selling().hold(program, trip.id, ['B1']);
    const { by } = program as AgentCaller & { readonly by: AgentProgram };
    await engine().transact(({ agentKeys }) => agentKeys.delete(by.keyId, START));
    expect(await codeOf(selling().change(program, booking.id, trip.id, ['A1', 'B1']))).to.equal('KEY_INVALID');
  });

  it('after an early departure a quote shows no refund, as a passenger’s', async () => {
    const { trip, booking } = await sold();
    await changePlan(engine(), trip.id, { departedAt: START });
    const { refund } = await quoteCancellationForAgent(selling().world)(program, booking.id);
    expect(refund).to.equal(0);
  });

  it('a refused agent exchanges seats for none that somebody holds or has', async () => {
    const { trip, booking } = await sold();
    const rival = await aProgram(engine(), await anAgent(engine(), { name: 'Everest' }));
    await selling().hold(rival, trip.id, ['B1', 'B2']);
    await selling().order(rival, trip.id, { numbers: ['B2'] });
    await selling().allow(member, agent.id, { allowed: false, reason: '' });
    for (const seat of ['B1', 'B2'])
      expect(await codeOf(selling().change(program, booking.id, trip.id, ['A1', seat]))).to.equal(
        'SEAT_SELECTION_EXPIRED',
      );
  });

  it('customers of agents are forgotten two days after their last request, unless they hold seats', async () => {
    const { trip } = await sold();
    const of = (name: string) => engine().agentHolderViews.find(agent.id, `named ${name}`);
    await selling().hold(program, trip.id, ['B1'], 'early');
    clock.set(minutesAfter(daysAfter(START, 2), -5));
    await selling().hold(program, trip.id, ['B2'], 'late');
    clock.set(daysAfter(START, 2));
    const prune = pruneHolders({ ...selling().world, clock });
    await prune();
    expect(await of('early'), 'on the day').not.to.equal(undefined);
    clock.advance(1);
    await engine().transact(({ seatLocks }) => seatLocks.sweep(clock(), 100));
    expect(await prune()).to.be.at.least(1);
    expect([await of('early'), (await of('late')) === undefined]).to.deep.equal([undefined, false]);
    clock.set(minutesAfter(daysAfter(START, 4), 1));
    await prune();
    expect(await of('late'), 'a hold that nobody has swept').not.to.equal(undefined);
    clock.set(START);
  });
});
