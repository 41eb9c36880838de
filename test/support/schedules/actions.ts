import { earnBookings } from '../../../core/bookings/earn-bookings.ts';
import { departTrip } from '../../../core/boarding/depart-trip.ts';
import { undepartOwnTrip } from '../../../core/boarding/undepart-trip.ts';
import { cancelTrip } from '../../../core/changes/cancel-trip.ts';
import { retimeTrip } from '../../../core/changes/retime-trip.ts';
import { swapBus } from '../../../core/changes/swap-bus.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { startWaiting } from '../../../core/line/start-waiting.ts';
import { stopWaiting } from '../../../core/line/stop-waiting.ts';
import { sweepLine } from '../../../core/line/sweep-line.ts';
import { decideAdjustment } from '../../../core/ledger/adjust.ts';
import { changeBlocks } from '../../../core/seats/change-blocks.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { releaseSeats } from '../../../core/seats/release-seats.ts';
import { agentSalesOn } from '../agent-sales.ts';
import { seat } from '../catalogue.ts';
import { cancellingOn } from '../cancelling.ts';
import { changingOn } from '../changing.ts';
import { counterOn } from '../counter.ts';
import type { Engine } from '../engines.ts';
import { LINE_TERMS } from '../line.ts';
import { payingOn } from '../paying.ts';
import { refundsOn } from '../refunds.ts';
import { aScan, scanningOn } from '../scanning.ts';
import { statingOn } from '../stating.ts';
import { type BusyCompany, importingOn } from './busy-company.ts';

/** The use cases of one actor, on a pool of its own. */
export function useCasesOn(engine: Engine, company: BusyCompany) {
  const { clock, gateway, wallet } = company.around;
  const paying = payingOn(engine, { clock, gateway, others: [wallet] });
  const needs = { ...engine, ...LINE_TERMS, clock, rateLimit: false, seatLockMinutes: 10 };
  return {
    paying,
    cancelling: cancellingOn(paying),
    changing: changingOn(paying),
    counter: counterOn(engine, clock),
    agents: agentSalesOn(engine, clock),
    refunds: refundsOn(engine, clock),
    scanning: scanningOn(engine, clock),
    stating: statingOn(engine, clock, { rowsPerSlice: 2 }),
    importing: importingOn(engine, company.around),
    depart: departTrip(needs),
    undepart: undepartOwnTrip(needs),
    cancelTrip: cancelTrip(needs),
    retime: retimeTrip(needs),
    swap: swapBus(needs),
    block: changeBlocks(needs),
    lock: (passenger: UserId, trip: TripId, number: string) => lockSeats(needs)(passenger, trip, [seat(number)]),
    release: releaseSeats(needs),
    wait: startWaiting(needs),
    leave: stopWaiting(needs),
    sweepLine: sweepLine(needs),
    earn: earnBookings(needs),
    decide: decideAdjustment(needs),
  };
}

/** A request of an actor. A returned text is its outcome, which is `done` otherwise. */
export type Action = (on: ReturnType<typeof useCasesOn>, company: BusyCompany) => Promise<unknown>;

const WHY = { reason: 'ROAD_CLOSED', note: '', isDryRun: false } as const;
const BY_OFFICE = { reason: 'The bus broke down.', fee: 'none' } as const;

/** The result of a scan, with the reason for a refusal. */
const board =
  (mode: 'ONLINE' | 'OFFLINE', action: 'BOARD' | 'NO_SHOW' = 'BOARD'): Action =>
  async ({ scanning }, { paid, owner }) => {
    const conductor = { operatorId: owner.operatorId, sender: { userId: owner.userId } };
    const { result, reason } = await scanning.one(conductor, aScan(paid, { mode, action }));
    return reason === null ? result : `${result} ${reason}`;
  };

/** Holds a seat for a passenger. Returns whether the seat was granted. */
const hold =
  (who: keyof BusyCompany['people'], trip: keyof BusyCompany['trips'], number: string): Action =>
  async ({ lock }, { people, trips }) =>
    (await lock(people[who], trips[trip], number)).granted.length > 0 ? 'granted' : 'taken';

const sell =
  (number: string): Action =>
  ({ counter }, { clerk, trips }) =>
    counter.sell(clerk, trips.morning, { numbers: [number], paidBy: 'CASH' });

const block =
  (number: string): Action =>
  (on, { owner, trips }) =>
    on.block(owner, trips.morning, [{ seat: seat(number), reason: 'Kept', until: null }], () => true);

const send =
  (who: 0 | 1): Action =>
  ({ refunds }, { admins, refund }) =>
    refunds.send(admins[who], refund, { method: 'ESEWA', reference: `R-${who}` });

const claim =
  (who: 0 | 1): Action =>
  ({ refunds }, { admins, refund }) =>
    refunds.claim(admins[who], refund);

/** Turns refusals into one outcome. */
const orRefusedAs =
  (outcome: string, codes: readonly string[]) =>
  (error: unknown): string => {
    if (error instanceof Refusal && codes.includes(error.code)) return outcome;
    throw error;
  };

/** Makes the company's statement. Of two callers, the second one gets the statement of the first one, or a refusal. */
const state =
  (who: 0 | 1): Action =>
  ({ stating }, { admins, owner }) =>
    stating
      .make(admins[who], { operatorId: owner.operatorId, until: '2026-11-20' })
      .catch(orRefusedAs('done', ['NOTHING_TO_STATE']));

/**
 * Every action by its name. `morning` is the trip that departs in three hours, where A1 and A2 are paid, A3 and A4 are
 * booked, A5 is held by an agent, and A6 is free.
 */
export const ACTIONS = {
  cancel: ({ cancelling }, { paid }) => cancelling.cancel(paid),
  'cancel a seat': ({ cancelling }, { paid }) => cancelling.cancel(paid, '', { seats: ['A1'] }),
  'cancel unpaid': ({ cancelling }, { unpaid }) => cancelling.cancel(unpaid),
  'cancel for office': ({ cancelling }, { paid, owner }) =>
    cancelling.cancelForOffice({ role: 'OPERATOR', ...owner }, paid, BY_OFFICE),
  'cancel a journey': ({ cancelling }, { travelled, owner }) =>
    cancelling.cancelForOffice({ role: 'OPERATOR', ...owner }, travelled, BY_OFFICE),
  'cancel a sale': ({ counter }, { sold, owner }) => counter.cancel({ role: 'OPERATOR', ...owner }, sold, BY_OFFICE),
  change: ({ changing }, { paid, trips }) => changing.ask(paid, { id: trips.evening }, { numbers: ['A5', 'A6'] }),
  'change for office': ({ changing }, { paid, owner, trips }) =>
    changing.changeForOffice(owner, paid.id, { id: trips.evening }, { numbers: ['A2', 'A3'] }),
  pay: ({ paying }, { attempts }) => paying.handleSuccess(paying.gateway.callback(attempts[0])),
  'pay again': ({ paying }, { attempts }) => paying.handleSuccess(paying.gateway.callback(attempts[1])),
  // Returns and checks answer the stored status while the gateway is asked by others. So that is no part of an order.
  return: ({ paying }, { page }) =>
    paying.handleReturn({
      gateway: page.gateway,
      source: 'SUCCESS_CALLBACK',
      gatewayId: page.gatewayId,
      query: '',
      address: '203.0.113.1',
    }),
  check: ({ paying }, { atWallet }) => paying.check(atWallet.userId, atWallet.id),
  expire: ({ paying }) => paying.expire(),
  board: board('ONLINE'),
  'board offline': board('OFFLINE'),
  'no show': board('ONLINE', 'NO_SHOW'),
  depart: ({ depart }, { owner, trips }) =>
    depart({ operatorId: owner.operatorId, sender: { userId: owner.userId } }, trips.morning, { early: true }),
  'cancel trip': (on, { owner, trips }) => on.cancelTrip(owner, trips.morning, WHY),
  'cancel evening trip': (on, { owner, trips }) => on.cancelTrip(owner, trips.evening, WHY),
  retime: ({ retime }, { owner, trips, departures: { morning } }) =>
    retime(owner, trips.morning, { ...WHY, departsAt: hoursAfter(morning, 1), arrivesAt: hoursAfter(morning, 8) }),
  swap: (on, { owner, trips, spareBus }) => on.swap(owner, trips.morning, { ...WHY, busId: spareBus, assignments: [] }),
  import: ({ importing }) => importing({ delay: 2 }),
  'import a cancelled trip': ({ importing }) => importing({ status: 'CANCELLED' }),
  block: block('A6'),
  'block another': block('A3'),
  hold: hold('dipa', 'morning', 'A6'),
  'hold too': hold('ekta', 'morning', 'A6'),
  'hold unpaid seat': hold('dipa', 'morning', 'A3'),
  'hold agent’s seat': hold('dipa', 'morning', 'A5'),
  'hold evening seat': hold('dipa', 'evening', 'A5'),
  'hold awaited seat': hold('asha', 'full', 'A1'),
  sell: sell('A6'),
  'sell unpaid seat': sell('A3'),
  'agent holds': async ({ agents }, { program, trips }) =>
    (await agents.hold(program, trips.morning, ['A6'])).granted.length > 0 ? 'granted' : 'taken',
  'agent sells': ({ agents }, { program, trips }) =>
    agents
      .order(program, trips.morning, { numbers: ['A5'], reference: 'HT-2' })
      // The sale of a suspended agent is refused for the first thing that it misses: the trip, the hold or the agent.
      .catch(orRefusedAs('TRIP_UNKNOWN', ['SEAT_SELECTION_EXPIRED', 'AGENT_SUSPENDED'])),
  'agent sells more': ({ agents }, { program, trips }) =>
    agents.order(program, trips.evening, { numbers: ['A2'], reference: 'HT-3', holder: 'Another customer' }),
  'agent cancels': ({ agents }, { program, byAgent }) => agents.cancel(program, byAgent),
  'agent is suspended': ({ agents }, { admins, agent }) =>
    agents.changeAgent(admins[0], agent.id, { status: 'SUSPENDED' }),
  'company stops agents': ({ agents }, { owner }) => agents.changeCompany(owner, { agentsAllowed: false }),
  claim: claim(0),
  'claim too': claim(1),
  send: send(0),
  'send too': send(1),
  goodwill: ({ refunds }, { admins, payment }) =>
    refunds.addGoodwill(admins[0], payment.id, { amount: paisa(50_001), note: 'The bus was cold.' }),
  'more goodwill': ({ refunds }, { admins, payment }) =>
    refunds.addGoodwill(admins[1], payment.id, { amount: paisa(200_000), note: 'The bus was hot.' }),
  'goodwill on account': ({ refunds }, { admins, refunded }) =>
    refunds.addGoodwill(admins[0], refunded.id, { amount: paisa(30_000), note: 'The bus was cold.' }),
  'pay cash': ({ refunds }, { clerk, cashRefund }) => refunds.payCash(clerk, cashRefund),
  'take over': ({ refunds }, { admins, cashRefund }) => refunds.takeOver(admins[0], cashRefund, undefined),
  'close shift': ({ counter }, { clerk, shift }) =>
    counter.closeShift(clerk, shift, { countedCash: paisa(740_000), note: 'Counted twice.' }),
  state: state(0),
  'state too': state(1),
  'confirm adjustment': ({ decide }, { admins, adjustment }) => decide(admins[1], adjustment, 'CONFIRMED'),
  'reject adjustment': ({ decide }, { admins, adjustment }) => decide(admins[1], adjustment, 'REJECTED'),
  earn: ({ earn }) => earn(),
  'cancel awaited': ({ cancelling }, { awaited }) => cancelling.cancel(awaited),
  leave: ({ leave }, { people, waits }) => leave(people.dipa, waits[0]),
  wait: ({ wait }, { people, trips }) =>
    wait(people.asha, trips.full, { count: 1, anyOf: [], section: undefined, keptFor: undefined }),
  'sweep line': ({ sweepLine: sweep }) => sweep(),
} satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof ACTIONS;
