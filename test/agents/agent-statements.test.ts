import { expect } from 'chai';
import type { Agent } from '../../core/agents/agent.ts';
import { agentNumberOf, type AgentStatementWithLines } from '../../core/agents/agent-statement.ts';
import type { AgentCaller } from '../../core/agents/caller.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { agentAs } from '../../core/listening/owner.ts';
import { viewEvents } from '../../core/listening/view-events.ts';
import { agentSalesOn, aProgram } from '../support/agent-sales.ts';
import { anAgent } from '../support/agents.ts';
import { type TripForTests, aTrip } from '../support/catalogue.ts';
import { anotherTrip } from '../support/changing.ts';
import { handClock, START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { anAdmin } from '../support/people.ts';
import { codeOf } from '../support/refusals.ts';

const UNTIL = '2026-11-20';

onEveryEngine('statements of agents', (engine) => {
  const clock = handClock();
  let agent: Agent;
  let program: AgentCaller;
  let trip: TripForTests;
  let admin: UserId;
  const selling = () => agentSalesOn(engine(), clock);
  const sell = async (number: string, reference = `HT-${number}`) => {
    await selling().hold(program, trip.id, [number]);
    return (await selling().order(program, trip.id, { numbers: [number], reference })).booking;
  };
  const state = (slices = {}) => selling().state(admin, agent.id, UNTIL, slices);
  const pay = (amount: number, reference = `NIC-${amount}`) =>
    selling().addPayment(admin, agent.id, { amount: paisa(amount), reference });
  const statusesOf = async (...made: readonly AgentStatementWithLines[]) =>
    Promise.all(made.map(async ({ id }) => (await engine().agentStatementViews.find(id))!.status));
  const shown = ({ lines }: AgentStatementWithLines) =>
    lines.map(({ reference, kind, gross, commission, net }) => [kind, reference, gross, commission, net]);

  beforeEach(async () => {
    agent = await anAgent(engine(), { commissionRate: basisPoints(750), creditLimit: paisa(10_000_000) });
    program = await aProgram(engine(), agent);
    admin = (await anAdmin(engine())).id;
    trip = await aTrip(engine(), {
      fare: paisa(10_000),
      seats: ['A1', 'A2', 'A3', 'A4'],
      departsAt: hoursAfter(START, 36),
    });
  });

  it('a statement has a line for each booking and kind, the payments, and the balance as its total', async () => {
    const { operatorId } = (await engine().transact(({ trips }) => trips.find(trip.id)))!.bus;
    const dearer = await anotherTrip(engine(), { operatorId }, 25_000);
    const one = await sell('A1');
    await sell('A2');
    await selling().hold(program, dearer.id, ['A2']);
    await selling().change(program, one.id, dearer.id, ['A2']);
    const cancelled = await sell('A4');
    await selling().cancel(program, cancelled.id);
    await pay(5_000);
    const made = await state();
    expect(shown(made)).to.have.deep.members([
      ['SALE', 'HT-A1', 10_000, 750, 9_250],
      ['SALE', 'HT-A2', 10_000, 750, 9_250],
      ['CHANGE', 'HT-A1', 15_000, 1_125, 13_875],
      ['SALE', 'HT-A4', 10_000, 750, 9_250],
      ['CANCELLATION', 'HT-A4', -9_000, -675, -8_325],
    ]);
    const { balance } = (await engine().agentViews.find(agent.id))!;
    expect(made).to.deep.include({ openingBalance: 0, paid: 5_000, total: balance, status: 'OPEN', from: UNTIL });
    expect(made.payments).to.deep.equal([{ at: START, reference: 'NIC-5000', amount: 5_000 }]);
    expect(agentNumberOf(made)).to.equal('AG-2026-000001');
    expect(await codeOf(state())).to.equal('NOTHING_TO_STATE');
    expect((await selling().audit()).findings).to.deep.equal([]);
  });

  it('a statement begins with the total of the one before, and a payment that reaches it pays both', async () => {
    await sell('A1');
    const first = await state();
    await sell('A2');
    const second = await state();
    expect(second).to.include({ openingBalance: 9_250, net: 9_250, total: 18_500, sequence: 2 });
    await pay(9_249);
    expect(await statusesOf(first, second)).to.deep.equal(['OPEN', 'OPEN']);
    await pay(1);
    expect(await statusesOf(first, second)).to.deep.equal(['PAID', 'OPEN']);
    await pay(9_250);
    expect(await statusesOf(first, second)).to.deep.equal(['PAID', 'PAID']);
  });

  it('a payment on a later statement pays an earlier one, and not the statement that lists it', async () => {
    await sell('A1');
    const first = await state();
    await pay(5_000);
    await sell('A2');
    const second = await state();
    expect(second).to.include({ paid: 5_000, total: 13_500 });
    await pay(4_250);
    expect(await statusesOf(first, second)).to.deep.equal(['PAID', 'OPEN']);
  });

  it('a statement whose total is not above zero is PAID when it is made, and all earlier ones with it', async () => {
    await sell('A1');
    const first = await state();
    await pay(1);
    const booking = await sell('A2');
    await selling().cancel(program, booking.id);
    await pay(20_000);
    const second = await state();
    expect(second).to.include({ status: 'PAID', paidAt: START });
    expect(await statusesOf(first, second)).to.deep.equal(['PAID', 'PAID']);
  });

  it('an agent hears that a statement was made and paid, with its number', async () => {
    await sell('A1');
    const { id } = await state();
    await pay(9_250);
    const view = viewEvents({ ...engine(), clock });
    const { events } = await view(agentAs(agent.id), { limit: 100, types: ['statement.made', 'statement.paid'] });
    const told = { statement_id: id, number: 'AG-2026-000001', operator_id: null, agent_id: agent.id, total: 92.5 };
    expect(events.map(({ body }) => JSON.parse(body))).to.deep.equal([
      { type: 'statement.made', timestamp: new Date(START).toISOString(), data: { ...told, status: 'OPEN' } },
      { type: 'statement.paid', timestamp: new Date(START).toISOString(), data: { ...told, status: 'PAID' } },
    ]);
  });

  it('a statement made in slices has all lines and the whole sum', async () => {
    const booking = await sell('A1');
    for (const number of ['A2', 'A3', 'A4']) await sell(number);
    const made = await state({ rowsPerSlice: 2 });
    expect(made).to.include({ net: 4 * 9_250, total: 4 * 9_250 });
    expect(made.lines).to.have.length(4);
    expect(made.lines.map(({ bookingId }) => bookingId)).to.include(booking.id);
  });

  it('statements and payments at once leave no statement OPEN that is paid', async () => {
    await sell('A1');
    const [made] = await Promise.all([state(), pay(9_250)]);
    expect(await statusesOf(made)).to.deep.equal(['PAID']);
  });
});
