import { expect } from 'chai';
import type { BookingId, PaymentId, TripId } from '../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import type { OfficeBooking } from '../../core/payments/office-booking.ts';
import type { AgentAction } from './agent-actions.ts';
import { commissionOfChange, commissionTakenBack } from './agent-oracle.ts';
import { calendar } from './catalogue.ts';
import { expectCancelled, expectChanged, expectExchanged } from './change-expectations.ts';
import { expectedCancellation, expectedChange, factsOf, half } from './change-oracle.ts';
import { fareOf, hasMap, type MoneyWorld } from './money-world.ts';
import { pick } from './pay-in-world.ts';
import { elsewhere, onOwnTrip, seatsFrom, type Target } from './perform-change.ts';
import type { UntracedAction } from './money-oracle.ts';

type Of<Kind extends AgentAction['do']> = Extract<AgentAction, { do: Kind }>;
type AgentOfWorld = MoneyWorld['agents'][number];

/** Performs an action of an agent, or of an administrator about one: see `perform`. */
export async function performForAgent(
  world: MoneyWorld,
  step: AgentAction,
  isAlone: boolean,
): Promise<UntracedAction | undefined> {
  const [admin] = world.admins;
  switch (step.do) {
    case 'agentSell':
      await sell(world, step, isAlone);
      return undefined;
    case 'agentSellAgain':
      await sellAgain(world, step);
      return undefined;
    case 'agentCancel':
      await cancel(world, step, isAlone);
      return undefined;
    case 'agentChange':
      await change(world, step, isAlone);
      return undefined;
    case 'agentExchange':
      await exchange(world, step, isAlone);
      return undefined;
    case 'agentGoodwill': {
      const [payment] = (await soldByAgents(world, step.booking))?.payments ?? [];
      const given = { amount: paisa(step.rupees * 100 + 7), note: 'The bus was cold.' };
      if (payment) await world.refunds.addGoodwill(world.admins[step.admin]!, payment, given);
      return undefined;
    }
    case 'creditAgent': {
      const refund = pick(await waitingForAgents(world), step.refund);
      if (refund !== undefined) await world.refunds.send(world.admins[step.admin]!, refund, { method: 'AGENT' });
      return undefined;
    }
    case 'agentTerms': {
      const terms = { commissionRate: basisPoints(step.rate), creditLimit: paisa(step.rupees * 100) };
      await world.selling.changeAgent(admin!, world.agents[step.agent]!.id, terms);
      return undefined;
    }
    case 'agentPays': {
      const { id } = world.agents[step.agent]!;
      const { balance } = (await world.engine.agentViews.find(id))!;
      const amount = step.rupees === 0 && balance > 0 ? balance : paisa(step.rupees * 100 + 9);
      await world.selling.addPayment(admin!, id, { amount, reference: `A-${(world.transfers += 1)}` });
      return { what: 'agentPaid', agentId: id, amount };
    }
    case 'agentState': {
      const { id } = world.agents[step.agent]!;
      const statement = await world.selling.state(admin!, id, calendar.date(world.clock()));
      return { what: 'agentStated', statement };
    }
  }
}

/** Refunds of agents' payments that an administrator may send. */
const waitingForAgents = ({ engine, refundIds }: MoneyWorld) =>
  engine.transact(async ({ refunds, payments }) => {
    const found = [];
    for (const id of refundIds) {
      const refund = (await refunds.get(id))!;
      if (refund.status === 'DUE' && (await payments.get(refund.paymentId))!.gateway === 'AGENT') found.push(id);
    }
    return found;
  });

/**
 * Does something that costs the agent this much, if it is allowed. Expects that the agent's credit decides, and that
 * the balance afterwards is right. Nothing else may run at the same time.
 */
async function onAccount<Result>(
  { engine }: MoneyWorld,
  { id }: AgentOfWorld,
  { cost, work }: { readonly cost: number; readonly work: () => Promise<Result> },
): Promise<Result> {
  const { balance, creditLimit } = (await engine.agentViews.find(id))!;
  const isAllowed = cost <= 0 || cost <= creditLimit - balance;
  const result = await work().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'CREDIT_EXHAUSTED')
      expect(isAllowed, `a cost of ${cost} of ${creditLimit} less ${balance} is refused`).to.equal(false);
    throw error;
  });
  expect(isAllowed, `a cost of ${cost} of ${creditLimit} less ${balance} is allowed`).to.equal(true);
  expect((await engine.agentViews.find(id))!.balance, 'the balance after a cost').to.equal(balance + cost);
  return result;
}

/** Holds the seats, on a bus with a seat map. */
const hold = async (
  { selling }: MoneyWorld,
  { program }: AgentOfWorld,
  { tripId, numbers }: { readonly tripId: TripId; readonly numbers: readonly string[] | undefined },
): Promise<void> => {
  if (numbers && numbers.length > 0) await selling.hold(program, tripId, numbers);
};

async function sell(world: MoneyWorld, step: Of<'agentSell'>, isAlone: boolean): Promise<void> {
  const { selling, engine } = world;
  const agent = world.agents[step.agent]!;
  const tripId = world.trips[step.trip]!;
  const numbers = hasMap(step.trip)
    ? await seatsFrom(world, tripId, { from: step.from, count: step.seats })
    : undefined;
  await hold(world, agent, { tripId, numbers });
  const count = numbers?.length ?? step.seats;
  const order = { seats: step.seats, reference: `R-${(world.transfers += 1)}`, ...(numbers && { numbers }) };
  const work = () => selling.order(agent.program, tripId, order);
  const total = fareOf(step.trip) * count;
  const { commissionRate } = (await engine.agentViews.find(agent.id))!;
  const cost = total - half(total, commissionRate);
  const { booking } = await (isAlone ? onAccount(world, agent, { cost, work }) : work());
  world.agentSales.push({ agent, tripId, order, id: booking.id });
  keep(world, agent, booking.id);
  if (isAlone) expect([booking.total, booking.net, booking.status]).to.deep.equal([total, cost, 'CONFIRMED']);
}

/** Lists a booking among all bookings. No passenger has it: all that its passenger asks for is refused. */
const keep = ({ bookings, passengers }: MoneyWorld, { id: agentId }: AgentOfWorld, id: BookingId): void => {
  bookings.push({ id, userId: passengers[0]!, agentId });
};

async function sellAgain(world: MoneyWorld, { sale }: Of<'agentSellAgain'>): Promise<void> {
  const before = pick(world.agentSales, sale);
  if (!before) return;
  const { agent, tripId, order, id } = before;
  const { booking, isNew } = await world.selling.order(agent.program, tripId, order);
  expect([isNew, booking.agent?.reference], 'an order that is repeated').to.deep.equal([false, order.reference]);
  expect(await firstOf(world, booking.id), 'the sale of a repeated order').to.equal(id);
}

/** The booking that the agent sold, from which changes made this one. */
async function firstOf(world: MoneyWorld, id: BookingId): Promise<BookingId> {
  const { from } = (await world.engine.officeBookings.find(id))!.changed;
  return from === null ? id : firstOf(world, from.id);
}

interface Own {
  readonly agent: AgentOfWorld;
  readonly booking: OfficeBooking;
  /** The ids of the booking's payments on account. */
  readonly payments: readonly PaymentId[];
}

/** An active booking of an agent whose trip is ahead; if there is none, any booking of an agent. */
async function soldByAgents(world: MoneyWorld, at: number): Promise<Own | undefined> {
  const { engine, clock, agents } = world;
  const ids = world.bookings.filter(({ agentId }) => agentId !== undefined).map(({ id }) => id);
  const all = await engine.officeBookings.findAll(ids);
  const active = all.filter(({ status, trip }) => status === 'CONFIRMED' && trip.departsAt > clock());
  const booking = pick(active.length > 0 ? active : all, at);
  const agent = agents.find(({ id }) => id === booking?.agent?.agentId);
  if (!booking || !agent) return undefined;
  const paid = await engine.transact(({ payments }) => payments.ofBooking(booking.id));
  const payments = paid.filter(({ gateway }) => gateway === 'AGENT').map(({ id }) => id);
  return { agent, booking, payments };
}

async function cancel(world: MoneyWorld, step: Of<'agentCancel'>, isAlone: boolean): Promise<void> {
  const own = await soldByAgents(world, step.booking);
  if (!own) return;
  const { agent, booking } = own;
  const before = await factsOf(world, booking.id);
  const named = booking.seats.map((one) => String(one.seat)).slice(0, step.count);
  const part = step.count === 0 ? undefined : named.length > 0 ? named : step.count;
  const count = typeof part === 'number' ? part : part?.length;
  const expected = expectedCancellation(before, { count, by: 'tiers', now: world.clock() });
  const { rate } = booking.agent!;
  const back = commissionTakenBack(rate, {
    before: booking.total,
    amount: expected.amount,
    refund: expected.refund,
  });
  const work = () => world.selling.cancel(agent.program, booking.id, part);
  const cost = back - expected.refund;
  const { credited, refund, fee } = await (isAlone ? onAccount(world, agent, { cost, work }) : work());
  if (!isAlone) return;
  expect([credited + cost, refund, fee], 'a cancellation').to.deep.equal([0, expected.refund, expected.fee]);
  await expectCancelled(world, before, expected);
}

async function change(world: MoneyWorld, step: Of<'agentChange'>, isAlone: boolean): Promise<void> {
  const own = await soldByAgents(world, step.booking);
  if (!own) return;
  const { agent, booking: old } = own;
  const target = await elsewhere(world, old, step);
  const before = await factsOf(world, old.id);
  const expected = expectedChange(before, { fare: fareOf(target.index), by: 'tiers', now: world.clock() });
  await hold(world, agent, target);
  const work = () => world.selling.change(agent.program, old.id, target.tripId, wantedOf(target));
  const cost = expected.toPay - expected.toRefund - commissionOfChange(old.agent!.rate, expected);
  const { booking } = await (isAlone ? onAccount(world, agent, { cost, work }) : work());
  keep(world, agent, booking.id);
  if (!isAlone) return;
  expect([booking.agent?.reference, booking.agent?.rate]).to.deep.equal([old.agent!.reference, old.agent!.rate]);
  await expectChanged(world, before, expected, booking.id);
}

const wantedOf = ({ numbers, count }: Target): readonly string[] | number => numbers ?? count;

async function exchange(world: MoneyWorld, step: Of<'agentExchange'>, isAlone: boolean): Promise<void> {
  const own = await soldByAgents(world, step.booking);
  if (!own || own.booking.seats.length === 0) return;
  const { agent, booking: old } = own;
  const target = await onOwnTrip(world, old, step.from);
  const before = await factsOf(world, old.id);
  const kept = old.seats.map((one) => String(one.seat));
  const coming = target.numbers?.filter((number) => !kept.includes(number));
  await hold(world, agent, { tripId: old.tripId, numbers: coming });
  const work = () => world.selling.change(agent.program, old.id, old.tripId, wantedOf(target));
  await (isAlone ? onAccount(world, agent, { cost: 0, work }) : work());
  if (isAlone) await expectExchanged(world, before, target.numbers);
}
