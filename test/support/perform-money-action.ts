import type { OperatorId } from '../../core/kernel/ids.ts';
import { hasNoCode } from '../../core/counter/counter-code.ts';
import type { StatementWithLines } from '../../core/ledger/statement.ts';
import { paisa } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { type Payment, isSettled } from '../../core/payments/payment.ts';
import { calendar, seat } from './catalogue.ts';
import type { MoneyAction } from './money-actions.ts';
import type { UntracedAction } from './money-oracle.ts';
import { companyOf, hasMap, type MoneyWorld, SEATS } from './money-world.ts';
import { board, cancel, changeAndPay, changeForOffice, changeForPassenger, exchange } from './perform-change.ts';
import { checkout, comeBack, isAtWallet, pick } from './pay-in-world.ts';
import { performForAgent } from './perform-agent-action.ts';
import { isUntrue } from './refund-wallet.ts';
import { WALLET } from './refunds.ts';

const companyOfTrip = (world: MoneyWorld, trip: number) => world.companies[companyOf(trip)]!;

/**
 * Performs an action. Returns the record that the oracle needs, or undefined. Throws refusals. If `isAlone`, no other
 * action runs at the same time, so the expected amounts are known before.
 */
export async function perform(
  world: MoneyWorld,
  step: MoneyAction,
  isAlone: boolean,
): Promise<UntracedAction | undefined> {
  const { paying, refunds, clock } = world;
  switch (step.do) {
    case 'agentSell':
    case 'agentSellAgain':
    case 'agentCancel':
    case 'agentChange':
    case 'agentExchange':
    case 'agentGoodwill':
    case 'creditAgent':
    case 'agentTerms':
    case 'agentPays':
    case 'agentState':
      return performForAgent(world, step, isAlone);
    case 'book':
      await book(world, step);
      return undefined;
    case 'buy':
      await buy(world, step);
      return undefined;
    case 'checkout': {
      const booking = pick(world.bookings, step.booking);
      if (booking) world.payments.push(await checkout(world, booking, step.atWallet));
      return undefined;
    }
    case 'pay':
    case 'succeed':
    case 'fail':
    case 'say':
    case 'enquire':
      await atGateway(world, step);
      return undefined;
    case 'cancel':
    case 'cancelPart':
    case 'cancelForOffice':
      await cancel(world, step, isAlone);
      return undefined;
    case 'change':
      await changeForPassenger(world, step, isAlone);
      return undefined;
    case 'changeAndPay':
      await changeAndPay(world, step);
      return undefined;
    case 'changeForOffice':
      await changeForOffice(world, step, isAlone);
      return undefined;
    case 'exchange':
      await exchange(world, step, isAlone);
      return undefined;
    case 'board':
    case 'unboard':
      await board(world, step);
      return undefined;
    case 'name': {
      const booking = pick(world.bookings, step.booking);
      if (booking) await refunds.nameAccount(booking.userId, booking.id, WALLET);
      return undefined;
    }
    case 'sell':
      await sell(world, step);
      return undefined;
    case 'sellByCode':
      await sellByCode(world, step);
      return undefined;
    case 'block': {
      const { owner } = companyOfTrip(world, step.trip);
      const terms = { reason: 'Kept', until: null };
      const seats = SEATS.slice(0, step.seats).map((number) => ({ seat: seat(number), ...terms }));
      const places = step.seats > 0 ? [{ places: step.seats, ...terms }] : [];
      await world.block(owner, world.trips[step.trip]!, hasMap(step.trip) ? seats : places, () => true);
      return undefined;
    }
    case 'scan':
    case 'checkSale':
    case 'cancelSale':
    case 'checkoutSale': {
      const sale = pick(world.sales, step.sale);
      if (sale) await atCounter(world, sale, step);
      return undefined;
    }
    case 'answerAtCounter':
      world.codes.isUp = step.isUp;
      return undefined;
    case 'openShift':
      await world.counter.openShift(world.companies[step.company]!.clerk, paisa(200_000));
      return undefined;
    case 'closeShift':
      await closeShift(world, step.company);
      return undefined;
    case 'goodwill': {
      const payment = pick(world.paymentIds, step.payment);
      const given = { amount: paisa(step.rupees * 100 + 7), note: 'The bus was cold.' };
      if (payment !== undefined) await refunds.addGoodwill(world.admins[step.admin]!, payment, given);
      return undefined;
    }
    case 'send': {
      const refund = pick(world.refundIds, step.refund);
      const sending =
        step.method === 'AUTOMATIC' ? { method: step.method } : { method: step.method, reference: 'TRF-1' };
      if (refund !== undefined) await refunds.send(world.admins[step.admin]!, refund, sending);
      return undefined;
    }
    case 'claim':
    case 'takeOver': {
      const refund = pick(world.refundIds, step.refund);
      if (refund === undefined) return undefined;
      if (step.do === 'claim') await refunds.claim(world.admins[step.admin]!, refund);
      else await refunds.takeOver(world.admins[step.admin]!, refund, undefined);
      return undefined;
    }
    case 'confirm':
    case 'bounce': {
      const refund = pick(world.refundIds, step.refund);
      if (refund === undefined || (await isUntrue(world.engine, world.wallet, refund, step.do))) return undefined;
      if (step.do === 'confirm') await refunds.confirm(world.admins[0]!, refund);
      else await refunds.fail(world.admins[0]!, refund, 'The account is closed.');
      return undefined;
    }
    case 'payCash': {
      const refund = pick(world.refundIds, step.refund);
      if (refund === undefined) return undefined;
      const { operatorId } = (await world.engine.refundRecords.find(refund))!;
      await refunds.payCash(world.companies.find((company) => company.operatorId === operatorId)!.clerk, refund);
      return undefined;
    }
    case 'state':
      return { what: 'stated', statement: await makeStatement(world, world.companies[step.company]!.operatorId) };
    case 'payStatement': {
      const statement = pick(world.statementIds, step.statement);
      if (statement === undefined) return undefined;
      return { what: 'paid', statement: await world.payStatement(world.admins[0]!, statement, 'BANK-1') };
    }
    case 'settle':
      return settle(world, step);
    case 'propose': {
      const [debit, credit] = PAIRS[step.pair]!;
      const { operatorId } = world.companies[step.company]!;
      const wanted = { debit, credit, amount: paisa(step.rupees * 100 + 3), operatorId, gateway: 'ESEWA' } as const;
      const agentId = world.agents[step.agent]!.id;
      const { id } = await world.propose(world.admins[step.admin]!, { ...wanted, agentId, reason: 'Typed wrong.' });
      world.adjustmentIds.push(id);
      return undefined;
    }
    case 'decide': {
      const id = pick(world.adjustmentIds, step.adjustment);
      if (id === undefined) return undefined;
      const decision = step.isConfirmed ? 'CONFIRMED' : 'REJECTED';
      const adjustment = await world.decide(world.admins[step.admin]!, id, decision);
      return step.isConfirmed ? { what: 'adjusted', adjustment } : undefined;
    }
    case 'receive': {
      const { operatorId } = world.companies[step.company]!;
      const amount = paisa(step.rupees * 100 + 9);
      await world.receive(world.admins[0]!, { operatorId, amount, reference: `R-${(world.transfers += 1)}` });
      return { what: 'received', operatorId, amount };
    }
    case 'resolve': {
      const payment = pick(world.payments, step.payment);
      if (payment) await world.resolve(world.admins[2]!, payment.id, { as: step.as, note: 'On the phone.' });
      return undefined;
    }
    case 'sendRefunds':
      if (step.fault !== 'none') world.wallet.faults.push(step.fault);
      await world.senders[step.process]!(step.crash ?? undefined);
      return undefined;
    case 'answer':
      world.wallet.isUp = step.isUp;
      return undefined;
    case 'giveBackPart': {
      const payment = await fresh(world, pick(world.payments, step.payment));
      if (payment && isAtWallet(payment) && !isSettled(payment.status)) world.wallet.giveBackPart(payment);
      return undefined;
    }
    case 'settleUnclear': {
      const payment = pick(world.payments, step.payment);
      const left = payment && isAtWallet(payment) ? world.wallet.heldOf(payment) : undefined;
      if (payment) await paying.settle(world.admins[step.admin]!, payment.id, left);
      return undefined;
    }
    case 'sweepTrips':
      await world.sweepTrips();
      return undefined;
    case 'sweepChanges':
      await world.sweepChanges();
      return undefined;
    case 'suspend':
    case 'reactivate':
      await world.setStatus(
        world.admins[0]!,
        world.companies[step.company]!.operatorId,
        step.do === 'suspend' ? 'SUSPENDED' : 'ACTIVE',
      );
      return undefined;
    case 'import':
      await world.importTrip(step.trip, step);
      return undefined;
    case 'retime':
      await world.retimeTrip(step.trip, step.hours);
      return undefined;
    case 'cancelTrip':
      await world.cancelTrip(companyOfTrip(world, step.trip).owner, world.trips[step.trip]!, {
        reason: 'STRIKE',
        note: '',
        isDryRun: false,
      });
      return undefined;
    case 'wait':
      clock.advance(step.minutes);
      return undefined;
    case 'expire':
      await paying.expire();
      return undefined;
    case 'reconcile':
      await paying.reconcile();
      return undefined;
    case 'complete':
      await world.complete();
      return undefined;
    case 'earn':
      await world.earn();
      return undefined;
    case 'close':
      await world.close();
      return undefined;
  }
}

type Wanted = Omit<Extract<MoneyAction, { do: 'book' }>, 'do'>;

/** The paisa that the payer pays more than was asked for, by the kind of fault. */
const MORE: Readonly<Record<string, number>> = { less: -100, more: 100 };

/** Books seats, pays at once and returns from the gateway. */
async function buy(
  world: MoneyWorld,
  { atWallet, oddly, ...step }: Extract<MoneyAction, { do: 'buy' }>,
): Promise<void> {
  const payment = await checkout(world, await book(world, step), atWallet);
  world.payments.push(payment);
  if (atWallet) {
    world.wallet.payAtPage(payment, paisa(payment.amount + (MORE[oddly] ?? 0)));
    if (oddly === 'given back') world.wallet.giveBackPart(payment);
    await comeBack(world, payment, 'SUCCESS_CALLBACK');
  } else await world.paying.handleSuccess(world.paying.gateway.pay(payment));
}

/** Reads the payment again from the storage. */
const fresh = async ({ engine }: MoneyWorld, payment: Payment | undefined): Promise<Payment | undefined> =>
  payment && engine.transact(({ payments }) => payments.get(payment.id));

async function book(world: MoneyWorld, step: Wanted): Promise<MoneyWorld['bookings'][number]> {
  const passenger = world.passengers[step.who]!;
  const tripId = world.trips[step.trip]!;
  const wanted = hasMap(step.trip) ? SEATS.slice(step.who, step.who + step.seats) : [];
  if (wanted.length > 0) await world.lock(passenger, tripId, wanted.map(seat));
  const { id } = await world.create(passenger, {
    tripId,
    passengers: [],
    seatNumbers: wanted.map(seat),
    seats: wanted.length > 0 ? 0 : step.seats,
  });
  const booking = { id, userId: passenger };
  world.bookings.push(booking);
  return booking;
}

type Sale = MoneyWorld['sales'][number];

/**
 * Sells seats at the counter. Returns the sale only if it waits for the payment of its QR code, otherwise undefined.
 */
async function sell(
  world: MoneyWorld,
  step: Omit<Extract<MoneyAction, { do: 'sell' }>, 'do'>,
): Promise<Sale | undefined> {
  const { clerk } = companyOfTrip(world, step.trip);
  const numbers = SEATS.slice(step.from, step.from + step.seats);
  const wanted = hasMap(step.trip) ? { numbers } : { seats: step.seats };
  const selling = world.counter.sell(clerk, world.trips[step.trip]!, { ...wanted, paidBy: step.paidBy });
  const sold = await toleratingNoCode(selling);
  if (!sold) return undefined;
  const { id } = sold;
  world.bookings.push({ id, userId: clerk.userId });
  if (step.paidBy !== world.codes.name) return undefined;
  const [payment] = await world.engine.transact(({ payments }) => payments.ofBooking(id));
  const sale: Sale = { id, clerk, payment: payment! };
  world.sales.push(sale);
  world.payments.push(payment!);
  return sale;
}

/** Minutes for which a counter sale waits until its QR code is paid. */
const CODE_MINUTES = 5;

async function sellByCode(
  world: MoneyWorld,
  { then, ...step }: Extract<MoneyAction, { do: 'sellByCode' }>,
): Promise<void> {
  const sale = await sell(world, { ...step, paidBy: 'SCAN' });
  if (!sale) return;
  const { paying, clock } = world;
  const act = (deed: 'scan' | 'checkSale' | 'cancelSale'): Promise<void> =>
    atCounter(world, sale, { do: deed, sale: 0, more: 0 });
  const payInCash = (): Promise<void> => atCounter(world, sale, { do: 'checkoutSale', sale: 0, paidBy: 'CASH' });
  if (then === 'cashed' || then === 'double') await payInCash();
  if (then === 'cancelled and paid') await act('cancelSale');
  if (then === 'expired' || then === 'late' || then === 'late after the sweep') clock.advance(CODE_MINUTES);
  if (then === 'expired' || then === 'late after the sweep') await paying.expire();
  if (then === 'expired' || then === 'cashed') return;
  await act('scan');
  await act('checkSale');
}

const toleratingNoCode = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (!hasNoCode(error)) throw error;
    return undefined;
  });

type AtCounter = Extract<MoneyAction, { do: 'scan' | 'checkSale' | 'cancelSale' | 'checkoutSale' }>;

async function atCounter(world: MoneyWorld, { id, clerk, payment }: Sale, step: AtCounter): Promise<void> {
  const { counter } = world;
  const office = { role: 'OPERATOR', ...clerk } as const;
  switch (step.do) {
    case 'scan':
      scan(world, payment, step.more);
      return;
    case 'checkSale':
      await counter.check(office, id);
      return;
    case 'cancelSale':
      await counter.cancel(office, id, { reason: 'They left.', fee: 'none' });
      return;
    case 'checkoutSale':
      await toleratingNoCode(counter.checkout(clerk, id, step.paidBy));
  }
}

/** Hours after its deadline for which a QR code can be paid. Reconciliation stops asking then. */
const CODE_TAKEN_HOURS = 24;

/** The customer pays the QR code of a sale, unless it is paid already or too old. */
function scan({ codes, clock }: MoneyWorld, { gatewayId = '', amount, payBefore }: Payment, more: number): void {
  if (clock() >= hoursAfter(payBefore, CODE_TAKEN_HOURS)) return;
  if (codes.saysOf(gatewayId)?.status !== 'COMPLETE') codes.pay(gatewayId, { amount: paisa(amount + more) });
}

type AtGateway = Extract<MoneyAction, { do: 'pay' | 'succeed' | 'fail' | 'say' | 'enquire' }>;

async function atGateway(world: MoneyWorld, step: AtGateway): Promise<void> {
  const { paying } = world;
  const payment = pick(world.payments, step.payment);
  if (!payment) return;
  if (step.do === 'enquire') {
    await paying.enquire(world.admins[0]!, payment.id);
    return;
  }
  if (payment.gateway === world.codes.name) {
    if (step.do === 'pay') scan(world, payment, step.more);
    return;
  }
  await (isAtWallet(payment) ? atWallet(world, payment, step) : atEsewa(world, payment, step));
}

async function atEsewa({ paying }: MoneyWorld, payment: Payment, step: AtGateway): Promise<void> {
  const { gateway } = paying;
  const said = gateway.statusOf(payment.transactionUuid);
  // The gateway takes no money for a payment that it has refunded.
  if (step.do === 'pay' && said !== 'FULL_REFUND') gateway.pay(payment);
  if (step.do === 'say' && said !== 'COMPLETE') gateway.say(payment.transactionUuid, step.status);
  if (step.do === 'succeed') await paying.handleSuccess(gateway.callback(payment));
  if (step.do === 'fail') await paying.handleFailure(gateway.callback(payment));
}

async function atWallet(world: MoneyWorld, payment: Payment, step: AtGateway): Promise<void> {
  if (step.do === 'pay') world.wallet.payAtPage(payment, paisa(payment.amount + step.more));
  if (step.do === 'succeed') await comeBack(world, payment, 'SUCCESS_CALLBACK');
  if (step.do === 'fail') await comeBack(world, payment, 'FAILURE_CALLBACK');
}

const ACCOUNTS = ['GATEWAY', 'CASH', 'OPERATOR', 'COMMISSION', 'BANK', 'FEES', 'AGENT'] as const;

/** Every pair of accounts that an adjustment may use. */
const PAIRS = ACCOUNTS.flatMap((debit, index) => ACCOUNTS.slice(index + 1).map((credit) => [debit, credit] as const));

async function settle(
  world: MoneyWorld,
  step: Extract<MoneyAction, { do: 'settle' }>,
): Promise<UntracedAction | undefined> {
  const gateway = step.atWallet ? world.wallet.name : 'ESEWA';
  const balance = (await world.engine.ledgerViews.balances()).gateways[gateway] ?? 0;
  const [amount, fee] = [paisa(Math.floor((balance * step.share) / 200)), paisa(step.fee)];
  if (amount <= 0) return undefined;
  const reference = `S-${(world.transfers += 1)}`;
  await world.settle(world.admins[0]!, { gateway, amount, fee, reference, forced: step.forced });
  return { what: 'settled', gateway, amount, fee };
}

async function closeShift({ companies, counter, engine }: MoneyWorld, index: number): Promise<void> {
  const { clerk } = companies[index]!;
  const open = await engine.transact(({ shifts }) => shifts.lockOpen(clerk));
  if (open) await counter.closeShift(clerk, open.id, { countedCash: paisa(0), note: null });
}

async function makeStatement(world: MoneyWorld, operatorId: OperatorId): Promise<StatementWithLines> {
  const until = calendar.date(world.clock());
  const statement = await world.state(world.admins[0]!, { operatorId, until });
  world.statementIds.push(statement.id);
  return statement;
}
