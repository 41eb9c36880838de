import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import type { AgentCaller } from '../../core/agents/caller.ts';
import { warnOfCredit } from '../../core/agents/warn-of-credit.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { agentAs } from '../../core/listening/owner.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { type TripForTests, aTrip } from '../support/catalogue.ts';
import { handClock, START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';

onEveryEngine('warnings of low credit', (engine) => {
  const clock = handClock();
  let agent: Agent;
  let program: AgentCaller;
  let trip: TripForTests;
  const selling = () => agentSalesOn(engine(), clock);
  const warn = () => warnOfCredit(selling().world)();

  beforeEach(async () => {
    agent = await anAgent(engine(), { commissionRate: basisPoints(0), creditLimit: paisa(100_000) });
    program = await aProgram(engine(), agent);
    trip = await aTrip(engine(), {
      fare: paisa(45_000),
      seats: ['A1', 'A2', 'A3'],
      departsAt: hoursAfter(START, 36),
    });
  });

  const sell = async (number: string) => {
    await selling().hold(program, trip.id, [number]);
    return (await selling().order(program, trip.id, { numbers: [number], reference: number })).booking;
  };
  const mails = async () =>
    (
      await engine().transact(({ mailQueue }) => mailQueue.claim(hoursAfter(START, 1), hoursAfter(START, 2), 100))
    ).flatMap(({ mail }) => (mail.kind === 'credit-low' ? [mail] : []));
  const events = async () =>
    (
      await engine().transact(async ({ eventFeed }) => {
        await eventFeed.number(100);
        const owner = agentAs(agent.id);
        return eventFeed.list({ owner, since: START, behind: 0, limit: 100 }, await eventFeed.lastPlace());
      })
    ).filter(({ type }) => type === 'account.credit_low');

  it('an agent gets one mail and one event when less than a tenth of its limit is available', async () => {
    await sell('A1');
    expect(await warn()).to.equal(0);
    await sell('A2');
    expect(await warn()).to.equal(0);
    await engine().transact(async ({ agents }) => {
      const locked = (await agents.lock(agent.id))!;
      await agents.save({ ...locked, creditLimit: paisa(99_999) });
    });
    expect([await warn(), await warn()]).to.deep.equal([1, 0]);
    expect(await mails()).to.deep.equal([
      { kind: 'credit-low', to: 'office@himal.example', name: 'Himal Tickets', available: 9_999, warnBelow: 10_000 },
    ]);
    const [event, ...more] = await events();
    expect(more).to.deep.equal([]);
    expect(JSON.parse(event!.body)).to.deep.include({
      data: { agent_id: agent.id, balance: 900, credit_limit: 999.99, available: 99.99 },
    });
  });

  it('the next warning comes only after enough was available again', async () => {
    await engine().transact(async ({ agents }) => {
      const locked = (await agents.lock(agent.id))!;
      await agents.save({ ...locked, warnBelow: paisa(20_000) });
    });
    await sell('A1');
    const second = await sell('A2');
    expect([await warn(), await warn()]).to.deep.equal([1, 0]);
    await selling().cancel(program, second.id);
    expect(await warn()).to.equal(0);
    await sell('A3');
    expect(await warn()).to.equal(1);
    expect(await mails()).to.have.length(2);
  });
});
