import type { RefundId } from '../kernel/ids.ts';
import { type Instant, minutesAfter } from '../kernel/time.ts';
import type { RefundRequest } from '../payments/gateway.ts';
import type { Payment } from '../payments/payment.ts';
import { liveClaim } from '../payments/refund.ts';
import { partToRequest, takenAmount } from './automatic-outcome.ts';
import { type Step, followRefund } from './follow-refund.ts';
import { lockRefund } from './lock-refund.ts';
import type { RefundRecord } from './ports.ts';
import { awaitsSecondPerson } from './second-person.ts';
import type { RefundStores, RefundWorld } from './world.ts';

/** A question to a gateway, asked outside every transaction. */
export interface Question {
  readonly refund: RefundId;
  readonly payment: Payment;
  /** The attempt's number. The gateway's answer counts only if no later attempt has begun. */
  readonly attempt: number;
  /**
   * The gateway is asked only before this moment, exclusive. Afterwards another process may have taken up the refund.
   */
  readonly before: Instant;
  /** The request to pay the refund; undefined if the question is a look-up of an earlier request. */
  readonly request: RefundRequest | undefined;
  /** True if the request repeats an earlier request whose answer was lost. */
  readonly isRepeated: boolean;
}

/** A payment without a reference. The gateway needs the reference to pay a refund. */
export interface Nameless {
  readonly nameless: Payment;
}

/** Minutes that a look-up may take. A longer look-up means that its process died. */
const LOOK_UP_MINUTES = 1;
/** Minutes before the job checks again whether a second administrator is still needed. */
const SECOND_PERSON_MINUTES = 1;

/**
 * Stores the next attempt of a refund and returns the question to ask the gateway. Undefined if the job has nothing to
 * do for the refund now. `foundReference` replaces the payment's missing reference.
 */
export async function beginAttempt(
  stores: RefundStores,
  needs: RefundWorld,
  { id, foundReference, now }: { readonly id: RefundId; readonly foundReference?: string; readonly now: Instant },
): Promise<Question | Nameless | undefined> {
  const { refund } = await lockRefund(stores, id);
  const { attempts, status, claim } = refund;
  const payment = await stores.payments.get(refund.paymentId);
  if (!payment || attempts.nextAt === null || attempts.nextAt > now || liveClaim(claim, now)) return undefined;
  if (status === 'SENT') return beginLookUp(stores, refund, payment, now);
  const others = await stores.refunds.ofPayment(payment.id);
  if (status !== 'DUE' || others.some((other) => other.status === 'SENT')) return undefined;
  if (await awaitsSecondPerson(stores, refund, now)) {
    await stores.refunds.saveAttempts(id, { ...attempts, nextAt: minutesAfter(now, SECOND_PERSON_MINUTES) });
    return undefined;
  }
  const reference = payment.reference ?? foundReference;
  return reference === undefined
    ? { nameless: payment }
    : beginRequest(stores, needs, { refund, payment, reference, now });
}

interface Beginning {
  /** The locked refund. */
  readonly refund: RefundRecord;
  readonly payment: Payment;
  readonly reference: string;
  readonly now: Instant;
}

/** Records in the database that the gateway is about to be asked to pay, for the first time or again. */
export async function beginRequest(
  stores: RefundStores,
  needs: RefundWorld,
  { refund, payment, reference, now }: Beginning,
): Promise<Question> {
  const { id, attempts } = refund;
  const part = partToRequest(refund, takenAmount(payment), await stores.refunds.ofPayment(payment.id));
  const step = { move: 'request', details: { method: 'AUTOMATIC', reference } } as const;
  // The activity log records the first request only, because the job may try for days.
  const isFirst = attempts.firstSentAt === null && attempts.unanswered === 0;
  if (isFirst) await followBySystem(stores, needs, refund, now, step);
  else await stores.refunds.move(id, step.move, now, step.details);

  const begun = {
    ...attempts,
    count: attempts.count + 1,
    nextAt: minutesAfter(now, needs.refundLookupMinutes),
    firstSentAt: attempts.firstSentAt ?? now,
  };
  await stores.refunds.saveAttempts(id, begun);
  const wallet = refund.account?.kind === refund.gateway ? refund.account.number : undefined;
  return {
    refund: id,
    payment,
    attempt: begun.count,
    before: begun.nextAt,
    request: { reference, part, wallet },
    isRepeated: attempts.firstSentAt !== null,
  };
}

/** Stores that the payment is about to be looked up, because the gateway's last answer was lost. */
async function beginLookUp(
  { refunds }: RefundStores,
  { id, attempts }: RefundRecord,
  payment: Payment,
  now: Instant,
): Promise<Question> {
  const begun = {
    ...attempts,
    count: attempts.count + 1,
    nextAt: minutesAfter(now, LOOK_UP_MINUTES),
    isDoubtful: true,
  };
  await refunds.saveAttempts(id, begun);
  const asked = { refund: id, payment, attempt: begun.count, before: begun.nextAt };
  return { ...asked, request: undefined, isRepeated: false };
}

/** Moves the refund to another state, with the service itself as the actor. */
export const followBySystem = (
  stores: RefundStores,
  { gateways, passengerClientBase: clientBase }: RefundWorld,
  refund: RefundRecord,
  now: Instant,
  step: Pick<Step, 'move' | 'details'>,
): Promise<unknown> => followRefund(stores, refund, { ...step, actor: { role: 'SYSTEM' }, now, clientBase, gateways });
