import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ESEWA } from '../../adapters/esewa/gateway.ts';
import type { BookingId, RefundId, UserId } from '../../core/kernel/ids.ts';
import { type Paisa, NOTHING, paisa } from '../../core/kernel/money.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import { type Refund, leftToRefund } from '../../core/payments/refund.ts';
import { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { paidOnline } from './paid-online.ts';
import { anAdmin } from './people.ts';
import type { RefundAction } from './refund-actions.ts';
import { expectEverythingGivenBack, refundSender } from './refund-sender.ts';
import { expectPaidOnce, isUntrue, refundWallet } from './refund-wallet.ts';
import { tolerating } from './refusals.ts';
import { type PaidBooking, WALLET, refundsOn } from './refunds.ts';
import { aWorld } from './world.ts';

/**
 * Four payments at a wallet with automatic refunds, two processes that send refunds, and three administrators. Requests
 * and answers get lost. A process may die in each of its transactions.
 */
async function refundWorld(engine: Engine) {
  const clock = handClock();
  const wallet = refundWallet();
  const gateways = {
    ...aWorld.gateways,
    known: [ESEWA, wallet],
    of: (name: string) => (name === wallet.name ? wallet : undefined),
  };
  const admins: readonly UserId[] = [await anAdmin(engine), await anAdmin(engine), await anAdmin(engine)].map(
    ({ id }) => id,
  );
  const paid: PaidBooking[] = [];
  for (const isNamed of [true, true, true, false]) {
    const gatewayId = randomUUID();
    const one = await paidOnline(engine, { gatewayId, reference: isNamed ? `T-${gatewayId}` : null });
    wallet.payAtPage({ gateway: wallet.name, gatewayId, amount: one.booking.total }, one.booking.total);
    paid.push(one);
  }
  return {
    engine,
    clock,
    wallet,
    admins,
    paid,
    senders: [refundSender(engine, { clock, gateways }), refundSender(engine, { clock, gateways })],
    refunds: refundsOn(engine, clock, gateways),
    refundIds: [] as RefundId[],
    /** Runs of the job whose attempts to refund have not ended. */
    rounds: new Set<Promise<void>>(),
    /** The ids of refunds that were PAID at an earlier check. */
    ended: new Set<RefundId>(),
  };
}

/** The most turns of the event loop for which the test waits until the attempts to refund have ended. */
const MOST_TURNS = 200;

type World = Awaited<ReturnType<typeof refundWorld>>;

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

async function perform(world: World, step: RefundAction): Promise<unknown> {
  const { engine, refunds, admins, wallet, clock } = world;
  switch (step.do) {
    case 'owe':
      return owe(world, pick(world.paid, step.payment)!, step.share);
    case 'goodwill': {
      const { paymentId } = pick(world.paid, step.payment)!;
      const left = await engine.transact(({ payments, refunds: stored }) =>
        Promise.all([payments.get(paymentId), stored.ofPayment(paymentId)]).then(([payment, all]) =>
          leftToRefund(payment!, all),
        ),
      );
      const amount = shareOf(left, step.share);
      return amount > NOTHING
        ? refunds.addGoodwill(admins[step.admin]!, paymentId, { amount, note: 'Cold.' })
        : undefined;
    }
    case 'sendRefunds':
      if (step.fault !== 'none') wallet.faults.push(step.fault);
      return begin(world, world.senders[step.process]!(step.crash ?? undefined));
    case 'send': {
      const id = pick(world.refundIds, step.refund);
      const sending = step.method === 'AUTOMATIC' ? { method: step.method } : { method: step.method, reference: 'B-1' };
      return id && refunds.send(admins[step.admin]!, id, sending);
    }
    case 'claim': {
      const id = pick(world.refundIds, step.refund);
      return id && refunds.claim(admins[step.admin]!, id);
    }
    case 'confirm':
    case 'bounce':
      return say(world, step.do, pick(world.refundIds, step.refund));
    case 'name': {
      const { booking } = pick(world.paid, step.payment)!;
      return refunds.nameAccount(booking.userId, booking.id, WALLET);
    }
    case 'arrive':
      wallet.arrive();
      return undefined;
    case 'answer':
      wallet.isUp = step.isUp;
      return undefined;
    case 'wait':
      clock.advance(step.minutes);
      return undefined;
  }
}

/** Waits until the job's attempts to refund have ended, but at most MOST_TURNS, because an answer may be delayed. */
async function begin({ rounds }: World, round: Promise<void>): Promise<void> {
  const running = round.finally(() => rounds.delete(running));
  rounds.add(running);
  for (let turns = 0; turns < MOST_TURNS && rounds.has(running); turns += 1) await turn();
  if (!rounds.has(running)) await running;
}

/** Resolves after one turn of the event loop. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const shareOf = (left: Paisa, share: number): Paisa => paisa(Math.floor((left * share) / 100));

async function say({ engine, wallet, refunds, admins }: World, word: 'confirm' | 'bounce', id: RefundId | undefined) {
  if (id === undefined || (await isUntrue(engine, wallet, id, word))) return;
  if (word === 'confirm') await refunds.confirm(admins[0]!, id);
  else await refunds.fail(admins[0]!, id, 'It did not arrive.');
}

/** Adds a refund of `share` percent of the payment's money that is not refunded yet, as a cancellation does. */
const owe = ({ engine, clock }: World, { booking, paymentId }: PaidBooking, share: number): Promise<void> =>
  engine.transact(async (stores) => {
    await stores.bookings.lock(booking.id);
    const all = await stores.refunds.ofPayment(paymentId);
    const amount = shareOf(leftToRefund((await stores.payments.get(paymentId))!, all), share);
    if (amount === NOTHING) return;
    const reason = 'PASSENGER_CANCELLATION';
    const dueAt = daysAfter(clock(), 7);
    await stores.refunds.add({ paymentId, bookingId: booking.id, reason, amount, dueAt }, clock());
  });

/** Expects that the wallet refunded no money twice, and that PAID refunds stay PAID and have one ledger row each. */
async function expectMoneyAccountedFor(world: World): Promise<void> {
  const { engine, wallet, paid, refundIds, ended, rounds } = world;
  for (const { booking, paymentId } of paid) {
    const all = await engine.transact(async ({ bookings, payments, refunds }) => {
      // While the booking is locked, no other transaction can change its refunds.
      await bookings.lock(booking.id);
      const stored = await refunds.ofPayment(paymentId);
      expectPaidOnce(wallet, (await payments.get(paymentId))!, stored);
      return stored;
    });
    for (const { id, status } of all) {
      if (!refundIds.includes(id)) refundIds.push(id);
      if (ended.has(id)) expect(status, `refund ${id} was PAID`).to.equal('PAID');
      if (status === 'PAID') ended.add(id);
    }
    if (rounds.size === 0) await expectRowsOf(world, booking.id, all);
  }
}

async function expectRowsOf({ engine }: World, booking: BookingId, refunds: readonly Refund[]): Promise<void> {
  const rows = (await engine.ledgerViews.ofBooking(booking)).filter(({ kind }) => kind === 'REFUND');
  const given = refunds.filter(({ status }) => status === 'PAID');
  const sorted = (all: readonly { readonly amount: Paisa }[]) =>
    all.map(({ amount }) => amount).sort((one, other) => one - other);
  expect(sorted(rows), 'refunds in the ledger').to.deep.equal(sorted(given));
}

async function letAnswersArrive({ wallet, rounds }: World): Promise<void> {
  wallet.faults.length = 0;
  while (rounds.size > 0) {
    wallet.arrive();
    await Promise.race([...rounds, turn()]);
  }
}

/** Runs the groups of actions. Checks the money after each group, and after the job's last attempts. */
export async function letRefundsHappen(engine: Engine, groups: readonly (readonly RefundAction[])[]): Promise<void> {
  const world = await refundWorld(engine);
  for (const group of groups) {
    await Promise.all(group.map((step) => tolerating(perform(world, step))));
    await expectMoneyAccountedFor(world);
  }
  await letAnswersArrive(world);
  await expectEverythingGivenBack(world, (word, id) => tolerating(say(world, word, id)));
  await expectMoneyAccountedFor(world);
}
