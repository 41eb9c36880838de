import { expect } from 'chai';
import type { RefundId } from '../../core/kernel/ids.ts';
import { UNCLEAR } from '../../core/payments/refund.ts';
import { attemptRefund } from '../../core/refunds/attempt-refund.ts';
import type { RefundRecord } from '../../core/refunds/ports.ts';
import { awaitsSecondPerson } from '../../core/refunds/second-person.ts';
import { sendAutomaticRefunds } from '../../core/refunds/send-automatic-refunds.ts';
import { LOOKUP_MINUTES } from './automatic-refunds.ts';
import type { HandClock } from './clock.ts';
import { type PlannedCrash, crashing, survivingCrash } from './crashing.ts';
import type { Engine } from './engines.ts';
import { NEWS } from './news.ts';
import type { Paying } from './paying.ts';
import type { RefundWallet } from './refund-wallet.ts';

type RefundSender = (crash: PlannedCrash | undefined) => Promise<void>;

/** A process that sends automatic refunds, and may die at each of its transactions. */
export function refundSender(
  sound: Engine,
  { clock, gateways }: Pick<Paying, 'clock'> & { readonly gateways: Paying['gateways'] },
): RefundSender {
  const { engine, plan } = crashing(sound);
  const needs = { ...engine, ...NEWS, clock, gateways, refundLookupMinutes: LOOKUP_MINUTES };
  const send = sendAutomaticRefunds({ ...needs, attemptRefund: attemptRefund(needs) });
  return async (crash) => {
    plan(crash);
    await survivingCrash(send().then(({ done }) => done));
    plan(undefined);
  };
}

interface World {
  readonly engine: Engine;
  readonly clock: HandClock;
  readonly wallet: RefundWallet;
  readonly senders: readonly RefundSender[];
  readonly refundIds: readonly RefundId[];
}

/** Hours for which the tests run the job. The job stops asking the wallet about a lost answer before that. */
const UNTIL_CLEAR = 30;

/**
 * Expects that every automatic refund ends once the gateway answers reliably. The refund is paid or refused, waits for
 * a second administrator, or is left to a person. The person asks the wallet, and reports its answer.
 */
export async function expectEverythingGivenBack(
  world: World,
  say: (word: 'confirm' | 'bounce', id: RefundId) => Promise<unknown>,
): Promise<void> {
  const { wallet, engine } = world;
  wallet.isUp = true;
  wallet.faults.length = 0;
  await letJobRun(world);
  for (const id of world.refundIds) {
    const refund = (await engine.refundRecords.find(id))!;
    if (refund.gateway !== wallet.name || refund.status !== 'SENT' || refund.method !== 'AUTOMATIC') continue;
    expect(refund.failure, `refund ${id} is SENT`).to.equal(UNCLEAR);
    await say('confirm', id);
    await say('bounce', id);
  }
  // Some refunds waited for an unclear refund of the same payment. The job sends them now.
  await letJobRun(world);
  for (const id of world.refundIds) {
    const refund = (await engine.refundRecords.find(id))!;
    const says = `refund ${id} is ${refund.status} by ${refund.method ?? 'nobody yet'}`;
    if (refund.gateway === wallet.name && refund.status === 'SENT')
      expect(refund.method, says).not.to.equal('AUTOMATIC');
    if (refund.gateway === wallet.name && refund.status === 'DUE')
      expect(await isWaiting(world, refund), says).to.equal(true);
  }
}

async function letJobRun({ senders, clock }: World): Promise<void> {
  for (let hour = 0; hour < UNTIL_CLEAR; hour += 1) {
    for (const send of senders) await send(undefined);
    clock.advance(60);
  }
}

/** Whether a DUE refund waits for a second administrator, or for a SENT refund of the same payment. */
const isWaiting = ({ engine, clock }: World, refund: RefundRecord): Promise<boolean> =>
  engine.transact(async (stores) => {
    const others = await stores.refunds.ofPayment(refund.paymentId);
    return (
      others.some(({ id, status }) => id !== refund.id && status === 'SENT') ||
      (await awaitsSecondPerson(stores, refund, clock()))
    );
  });
