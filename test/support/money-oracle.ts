import { expect } from 'chai';
import type { AgentId, BookingId, OperatorId, PaymentId } from '../../core/kernel/ids.ts';
import type { Paisa } from '../../core/kernel/money.ts';
import type { OfficeBooking } from '../../core/payments/office-booking.ts';
import type { Payment } from '../../core/payments/payment.ts';
import type { Refund } from '../../core/payments/refund.ts';
import type { StatementWithLines } from '../../core/ledger/statement.ts';
import type { AgentStatementWithLines } from '../../core/agents/agent-statement.ts';
import type { Adjustment } from '../../core/ledger/corrections.ts';
import { agentStatementOracle, commissionOfBooking } from './agent-oracle.ts';
import { half, isVain, sumOf } from './change-oracle.ts';
import type { MoneyWorld } from './money-world.ts';
import { expectPaidOnce } from './refund-wallet.ts';

/**
 * Computes the balance of every ledger account from bookings, payments, refunds, settlements, statements and
 * corrections. Uses plain numbers of paisa and no function of the ledger, so as not to repeat the ledger's
 * mistakes.
 */

/**
 * The balance of each ledger account in paisa: debits minus credits. The keys of OPERATOR and CASH end with the
 * company's id, the key of GATEWAY with the gateway's name, the key of AGENT with the agent's id.
 */
type Amounts = Map<string, number>;

interface Sides {
  readonly operatorId: OperatorId | null;
  readonly gateway: string | null;
  readonly agentId: AgentId | null;
}

const keyOf = ({ operatorId, gateway, agentId }: Sides, account: string): string =>
  account === 'OPERATOR' || account === 'CASH'
    ? `${account} ${operatorId}`
    : account === 'GATEWAY'
      ? `${account} ${gateway}`
      : account === 'AGENT'
        ? `${account} ${agentId}`
        : account;

/** A booking, and its payments and refunds. */
interface Facts {
  readonly booking: OfficeBooking;
  readonly payments: readonly Payment[];
  readonly refunds: readonly Refund[];
}

interface Known {
  readonly bookings: ReadonlyMap<BookingId, Facts>;
  /** All refunds of a payment. Refunds of bookings that later replaced the paid booking are included. */
  readonly refundsOf: (payment: Pick<Payment, 'id'>) => readonly Refund[];
}

function knownOf(all: readonly Facts[]): Known {
  const refunds = new Map<PaymentId, Refund[]>();
  for (const refund of all.flatMap((facts) => facts.refunds))
    refunds.set(refund.paymentId, [...(refunds.get(refund.paymentId) ?? []), refund]);
  return {
    bookings: new Map(all.map((facts) => [facts.booking.id, facts])),
    refundsOf: ({ id }) => refunds.get(id) ?? [],
  };
}

/** The balances of a company's ledger accounts at its last statement. */
interface Stated {
  operator: number;
  cash: number;
  /** The company's debt to the platform at its last statement: zero or negative. */
  owed: number;
}

/** The fields of an adjustment that the oracle needs. */
export type Adjusted = Pick<Adjustment, 'debit' | 'credit' | 'amount' | 'operatorId' | 'gateway' | 'agentId'>;

/** An action that changes no booking, payment or refund. The oracle knows of the action only from this record. */
export type UntracedAction =
  | { readonly what: 'settled'; readonly gateway: string; readonly amount: Paisa; readonly fee: Paisa }
  | { readonly what: 'stated' | 'paid'; readonly statement: StatementWithLines }
  | { readonly what: 'adjusted'; readonly adjustment: Adjusted }
  | { readonly what: 'agentPaid'; readonly agentId: AgentId; readonly amount: Paisa }
  | { readonly what: 'agentStated'; readonly statement: AgentStatementWithLines }
  | { readonly what: 'received'; readonly operatorId: OperatorId; readonly amount: Paisa };

export interface Oracle {
  /** Records the actions that bookings and payments do not show, in the order in which they happened. */
  readonly note: (actions: readonly UntracedAction[]) => Promise<void>;
  /** Compares the balance of every ledger account with the balance that the oracle computes. */
  readonly compare: () => Promise<void>;
}

const add = (amounts: Amounts, debit: string, credit: string, amount: number): void => {
  amounts.set(debit, (amounts.get(debit) ?? 0) + amount);
  amounts.set(credit, (amounts.get(credit) ?? 0) - amount);
};

const FOR_CANCELLATION = ['PASSENGER_CANCELLATION', 'OPERATOR_CANCELLATION'];

export function moneyOracle(world: MoneyWorld): Oracle {
  /** The ids of payments whose money has arrived: payments that are or were COMPLETE, or that have a refund. */
  const came = new Set<number>();
  /** The amounts of settlements and of paid statements, by ledger account. */
  const notebook: Amounts = new Map();
  /** The amounts of adjustments and receipts, by ledger account. */
  const corrections: Amounts = new Map();
  const agents = agentStatementOracle();
  const stated = new Map<OperatorId, Stated>(
    world.companies.map(({ operatorId }) => [operatorId, { operator: 0, cash: 0, owed: 0 }]),
  );

  async function look(): Promise<readonly Facts[]> {
    const { engine } = world;
    const ids = world.bookings.map(({ id }) => id);
    return engine.transact(async ({ officeBookings, payments, refunds }) =>
      Promise.all(
        (await officeBookings.findAll(ids)).map(async (booking) => ({
          booking,
          payments: await payments.ofBooking(booking.id),
          refunds: await refunds.ofBooking(booking.id),
        })),
      ),
    );
  }

  /** Computes balances from bookings, payments, refunds, adjustments and receipts. */
  async function worth(): Promise<Amounts> {
    const amounts: Amounts = new Map(corrections);
    const known = knownOf(await look());
    for (const facts of known.bookings.values()) explain(amounts, came, facts, known);
    return amounts;
  }

  function settle(gateway: string, amount: number, fee: number): void {
    add(notebook, 'BANK', `GATEWAY ${gateway}`, amount);
    add(notebook, 'FEES', `GATEWAY ${gateway}`, fee);
  }

  /** Compares a statement with the balances at the company's last statement. Then records it as the last statement. */
  function state(statement: StatementWithLines, amounts: Amounts): void {
    const { operatorId } = statement;
    const before = stated.get(operatorId)!;
    const operator = amounts.get(`OPERATOR ${operatorId}`) ?? 0;
    const cash = amounts.get(`CASH ${operatorId}`) ?? 0;
    const net = before.operator - operator;
    const held = cash - before.cash;
    const { openingBalance, cashHeld, total } = statement;
    expect({ openingBalance, net: statement.net, cashHeld, total }, 'a statement').to.deep.equal({
      openingBalance: before.owed,
      net,
      cashHeld: held,
      total: before.owed + net - held,
    });
    if (!statement.moreLines)
      expect(sumOf(statement.lines.map((line) => ({ amount: line.net }))), 'the lines of a statement').to.equal(net);
    stated.set(operatorId, { operator, cash, owed: Math.min(0, total) });
  }

  function correct(row: Adjusted): void {
    add(corrections, keyOf(row, row.debit), keyOf(row, row.credit), row.amount);
  }

  function payOut({ operatorId, cashHeld, total }: StatementWithLines): void {
    add(notebook, `OPERATOR ${operatorId}`, `CASH ${operatorId}`, cashHeld);
    if (total > 0) add(notebook, `OPERATOR ${operatorId}`, 'BANK', total);
  }

  return {
    async note(actions) {
      for (const action of actions)
        if (action.what === 'settled') settle(action.gateway, action.amount, action.fee);
        else if (action.what === 'paid') payOut(action.statement);
        else if (action.what === 'adjusted') correct(action.adjustment);
        else if (action.what === 'agentPaid') {
          add(corrections, 'BANK', `AGENT ${action.agentId}`, action.amount);
          agents.pay(action.agentId, action.amount);
        } else if (action.what === 'agentStated') {
          const { statement } = action;
          agents.state(statement, (await worth()).get(`AGENT ${statement.agentId}`) ?? 0);
        } else if (action.what === 'received') add(corrections, 'BANK', `OPERATOR ${action.operatorId}`, action.amount);
        else state(action.statement, await worth());
    },

    async compare() {
      const known = knownOf(await look());
      for (const { payments } of known.bookings.values())
        for (const payment of payments)
          if (payment.gateway === world.wallet.name) expectPaidOnce(world.wallet, payment, known.refundsOf(payment));
      await agents.compare(world);
      const due = await worth();
      for (const { id } of world.agents)
        expect((await world.engine.agentViews.find(id))!.balance, `the balance of agent ${id}`).to.equal(
          due.get(`AGENT ${id}`) ?? 0,
        );
      for (const [account, amount] of notebook) due.set(account, (due.get(account) ?? 0) + amount);
      expect(await ledgerOf(world, [...due.keys()])).to.deep.equal(
        Object.fromEntries([...due].filter(([, amount]) => amount !== 0).sort()),
      );
    },
  };
}

/** The balances of the stored ledger under the oracle's keys, without zeros. */
async function ledgerOf(world: MoneyWorld, keys: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await world.engine.ledgerViews.list({}, { limit: 100_000 });
  const [amounts, wholes]: [Amounts, Amounts] = [new Map(keys.map((key) => [key, 0])), new Map()];
  for (const row of rows) {
    add(amounts, keyOf(row, row.debit), keyOf(row, row.credit), row.amount);
    add(wholes, row.debit, row.credit, row.amount);
  }
  const { gateways, ...balances } = await world.engine.ledgerViews.balances();
  for (const [gateway, balance] of Object.entries(gateways))
    expect(balance, `the balance of ${gateway}`).to.equal(amounts.get(`GATEWAY ${gateway}`) ?? 0);
  for (const [account, balance] of Object.entries(balances))
    expect(balance, `the balance of ${account}`).to.equal(wholes.get(account) ?? 0);
  return Object.fromEntries([...amounts].filter(([, amount]) => amount !== 0).sort());
}

const ACTIVE = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];

/** The ledger account in which a payment arrived. */
const accountOf = ({ gateway }: Payment, { cash, agent }: { readonly cash: string; readonly agent: string }): string =>
  gateway === 'CASH' || gateway === 'QR' ? cash : gateway === 'AGENT' ? agent : `GATEWAY ${gateway}`;

/** Adds the amounts of one booking to the balances. */
function explain(amounts: Amounts, came: Set<number>, facts: Facts, known: Known): void {
  const { booking, payments, refunds } = facts;
  const cash = `CASH ${booking.operatorId}`;
  const agent = `AGENT ${booking.agent?.agentId}`;
  if (booking.agent) add(amounts, 'COMMISSION', agent, commissionOfBooking(facts, known.bookings));
  let paid = 0;
  for (const payment of payments) {
    const own = known.refundsOf(payment);
    if (payment.status === 'COMPLETE' || own.length > 0) came.add(payment.id);
    if (!came.has(payment.id)) continue;
    if (payment.gateway === 'CREDIT') {
      paid += payment.amount;
      continue;
    }
    const vain = isVain(own);
    const where = accountOf(payment, { cash, agent });
    // A payment that paid for no booking is refunded completely. So its refunds show how much money arrived, even if
    // the amount was wrong.
    add(amounts, where, vain ? 'REFUND_DUE' : 'UNEARNED', vain ? sumOf(own) : payment.amount);
    if (vain) continue;
    paid += payment.amount;
    if (ACTIVE.includes(heirOf(facts, known).status))
      expect(payment.status, 'a payment of a booking with seats').to.equal('COMPLETE');
  }
  if (paid > 0) explainPaid(amounts, { ...facts, paid }, known);
  else expect(ACTIVE, `an unpaid booking ${booking.id}`).not.to.include(booking.status);
  for (const { reason, amount, status: state, method, takenOver, gateway } of refunds) {
    if (reason === 'GOODWILL') add(amounts, 'COMMISSION', 'REFUND_DUE', amount);
    if (state !== 'PAID') continue;
    const isOfGateway = !takenOver && (method === 'AUTOMATIC' || (method === 'ESEWA' && gateway === 'ESEWA'));
    const paidFrom =
      method === 'CASH' ? cash : method === 'AGENT' ? agent : isOfGateway ? `GATEWAY ${gateway}` : 'BANK';
    add(amounts, 'REFUND_DUE', paidFrom, amount);
  }
}

/** The booking that uses this booking's money now: the last booking that replaced it, or this booking itself. */
function heirOf({ booking }: Facts, known: Known): OfficeBooking {
  const { to } = booking.changed;
  return to === null ? booking : heirOf(known.bookings.get(to.id)!, known);
}

/** Adds the amounts of a paid booking to the balances. The amounts of its payments are added elsewhere. */
function explainPaid(
  amounts: Amounts,
  { booking, refunds, paid }: Facts & { readonly paid: number },
  known: Known,
): void {
  const { operatorId, total, status, earnedAt, commissionRate, parts } = booking;
  if (earnedAt !== null) {
    const earned = parts.reduce((sum, part) => sum + (part.wasEarned ? part.amount : 0), Number(total));
    const commission = half(earned, commissionRate);
    add(amounts, 'UNEARNED', `OPERATOR ${operatorId}`, earned - commission);
    add(amounts, 'UNEARNED', 'COMMISSION', commission);
  }
  let before = parts.reduce((sum, part) => sum + part.amount, Number(total));
  expect(before, `the payments of booking ${booking.id}`).to.equal(paid);
  const seats = parts.reduce((sum, part) => sum + part.seats.length, booking.seatsCount);
  const price = Math.floor(before / seats);
  const ofParts = parts.map(({ refundId, moreRefundIds = [] }) => [refundId, ...moreRefundIds]);
  for (const [index, { seats: gone, amount, fee, wasEarned }] of parts.entries()) {
    expect(amount, 'the price of a part').to.equal(price * gone.length);
    const refund = sumOf(refunds.filter(({ id }) => ofParts[index]!.includes(id)));
    cancel(amounts, booking, { before, amount, fee, refund, isEarned: wasEarned });
    before -= amount;
  }
  if (booking.changed.to !== null) {
    change(amounts, booking, { before, refund: sumOf(refunds.filter(({ reason }) => reason === 'CHANGE')) }, known);
    return;
  }
  const last = refunds.filter(
    ({ id, reason }) => FOR_CANCELLATION.includes(reason) && !ofParts.some((ids) => ids.includes(id)),
  );
  const fee = booking.cancellationFee ?? 0;
  if (status === 'CANCELLED' || status === 'REFUNDED')
    cancel(amounts, booking, { before, amount: before, fee, refund: sumOf(last), isEarned: earnedAt !== null });
}

/**
 * Adds the amounts of a change to another trip. The money for the new booking stays in UNEARNED. The platform gets back
 * earlier goodwill.
 */
function change(
  amounts: Amounts,
  { operatorId, commissionRate, changed, cancellationFee }: OfficeBooking,
  { before, refund }: { readonly before: number; readonly refund: number },
  known: Known,
): void {
  const made = known.bookings.get(changed.to!.id)!;
  const carried = sumOf(made.payments.filter(({ gateway }) => gateway === 'CREDIT'));
  const fee = cancellationFee ?? 0;
  const share = half(fee, commissionRate);
  add(amounts, 'UNEARNED', 'REFUND_DUE', refund);
  add(amounts, 'UNEARNED', `OPERATOR ${operatorId}`, fee - share);
  add(amounts, 'UNEARNED', 'COMMISSION', share);
  add(amounts, 'UNEARNED', 'COMMISSION', Math.max(0, before - fee - carried - refund));
}

/** The amounts when all or some seats are cancelled. `before` is the price of all seats that the booking had before. */
interface CancelledMoney {
  readonly before: number;
  readonly amount: number;
  readonly fee: number;
  readonly refund: number;
  readonly isEarned: boolean;
}

/** Adds the amounts of a cancellation of all or some seats. The platform gets back earlier goodwill. */
function cancel(
  amounts: Amounts,
  { operatorId, commissionRate }: OfficeBooking,
  { before, amount, fee, refund, isEarned }: CancelledMoney,
): void {
  const operator = `OPERATOR ${operatorId}`;
  const quoted = amount - fee;
  if (!isEarned) {
    const share = half(fee, commissionRate);
    add(amounts, 'UNEARNED', 'REFUND_DUE', refund);
    add(amounts, 'UNEARNED', 'COMMISSION', quoted - refund + share);
    add(amounts, 'UNEARNED', operator, fee - share);
    return;
  }
  const fromPlatform =
    fee === 0 ? half(before, commissionRate) - half(before - amount, commissionRate) : half(quoted, commissionRate);
  add(amounts, operator, 'REFUND_DUE', quoted - fromPlatform);
  add(amounts, 'COMMISSION', 'REFUND_DUE', fromPlatform);
  // The platform has already refunded this amount as goodwill.
  add(amounts, 'REFUND_DUE', 'COMMISSION', quoted - refund);
}
