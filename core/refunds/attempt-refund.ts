import type { PaymentId, RefundId } from '../kernel/ids.ts';
import { cut, oneLineOf } from '../kernel/text.ts';
import type { Instant } from '../kernel/time.ts';
import type { EnquiryAnswer, RefundAnswer } from '../payments/gateway.ts';
import { evidenceOf } from '../payments/log-callback.ts';
import type { Payment } from '../payments/payment.ts';
import { type RefundAttempts, UNCLEAR } from '../payments/refund.ts';
import { afterPause } from '../platform/pauses.ts';
import { type Outcome, afterLookUp, afterRequest, bookedAmount } from './automatic-outcome.ts';
import { type Question, beginAttempt, beginRequest, followBySystem } from './begin-attempt.ts';
import { lockRefund } from './lock-refund.ts';
import type { RefundRecord } from './ports.ts';
import type { RefundStores, RefundWorld } from './world.ts';

type Answer =
  { readonly to: 'request'; readonly said: RefundAnswer } | { readonly to: 'look-up'; readonly said: EnquiryAnswer };

/** The longest stored failure, in characters. */
const LONGEST_FAILURE = 300;
const NO_WORDS = 'The gateway refused, and did not say why.';
const NAMELESS = 'The gateway names no transaction that could be paid back.';

export type AttemptRefund = ReturnType<typeof attemptRefund>;

/**
 * Lets the gateway pay an automatic refund, or finds out the outcome of an earlier request. Each step is stored before
 * the gateway is asked. If the process dies, a later attempt looks up the payment. Safe in many processes at once: only
 * the process that stored a step asks. Late answers to earlier steps do not count.
 */
export const attemptRefund = (needs: RefundWorld) => {
  const { clock, transact, gateways, refundLookupMinutes: lookupMinutes } = needs;

  const begin = (id: RefundId, foundReference?: string) =>
    transact((stores) =>
      beginAttempt(stores, needs, { id, now: clock(), ...(foundReference !== undefined && { foundReference }) }),
    );

  const ask = async ({ payment, request, before }: Question): Promise<Answer | undefined> => {
    const gateway = gateways.of(payment.gateway);
    if (!gateway?.refund || clock() >= before) return undefined;
    return request
      ? { to: 'request', said: await gateway.refund(request) }
      : { to: 'look-up', said: await gateway.enquire(payment) };
  };

  /**
   * Stores the effect of the gateway's answer on the refund. Returns a question if the gateway must be asked again at
   * once.
   */
  const settle = (
    { refund: id, payment, attempt, isRepeated }: Question,
    answer: Answer,
  ): Promise<Question | undefined> =>
    transact(async (stores) => {
      const { refund } = await lockRefund(stores, id);
      const now = clock();
      await log(stores, payment, answer.said, now);
      if (refund.status !== 'SENT' || refund.attempts.count !== attempt) return undefined;
      const refunds = await stores.refunds.ofPayment(payment.id);
      const outcome =
        answer.to === 'request'
          ? afterRequest(answer.said, { refund, lookupMinutes, isRepeated, now })
          : afterLookUp(answer.said, { refund, whole: bookedAmount(payment, refunds), refunds, now });
      if (outcome.is === 'to request again') {
        const again = { ...refund, attempts: { ...refund.attempts, unanswered: 0 } };
        return beginRequest(stores, needs, { refund: again, payment, reference: refund.reference ?? '', now });
      }
      await conclude(stores, needs, refund, outcome, now);
      return undefined;
    });

  /** Asks the gateway for the payment's missing reference, then begins the attempt again with that reference. */
  const beginNameless = async (id: RefundId, payment: Payment): Promise<Question | undefined> => {
    const said = await gateways.of(payment.gateway)?.enquire(payment);
    if (!said) return undefined;
    await transact((stores) => log(stores, payment, said, clock()));
    if (said.reference !== '') {
      const begun = await begin(id, evidenceOf(said).reference);
      return begun && 'attempt' in begun ? begun : undefined;
    }
    await transact(async (stores) => {
      const { refund } = await lockRefund(stores, id);
      const [now, { attempts }] = [clock(), refund];
      if (refund.status !== 'DUE' || attempts.nextAt === null || attempts.nextAt > now) return;
      if (said.status === undefined) {
        const unanswered = attempts.unanswered + 1;
        await stores.refunds.saveAttempts(id, { ...attempts, unanswered, nextAt: afterPause(unanswered, now) });
        return;
      }
      await stores.refunds.move(id, 'request', now, { method: 'AUTOMATIC' });
      const sent = (await lockRefund(stores, id)).refund;
      await followBySystem(stores, needs, sent, now, { move: 'fail', details: { failure: NAMELESS } });
    });
    return undefined;
  };

  return async (id: RefundId): Promise<void> => {
    const begun = await begin(id);
    let question = begun && 'nameless' in begun ? await beginNameless(id, begun.nameless) : begun;
    while (question) {
      const answer = await ask(question);
      question = answer && (await settle(question, answer));
    }
  };
};

/** Logs a gateway's answer with the payment, for investigations. */
const log = (
  { callbacks }: RefundStores,
  { id, transactionUuid }: { readonly id: PaymentId; readonly transactionUuid: string },
  { raw }: { readonly raw: string },
  now: Instant,
): Promise<void> =>
  callbacks.add(
    {
      paymentId: id,
      transactionUuid,
      payload: evidenceOf({ reference: '', raw }).raw,
      signatureValid: true,
      source: 'ENQUIRY',
    },
    now,
  );

async function conclude(
  stores: RefundStores,
  needs: RefundWorld,
  refund: RefundRecord,
  outcome: Exclude<Outcome, { is: 'to request again' }>,
  now: Instant,
): Promise<void> {
  const { id, attempts } = refund;
  const save = (changes: Partial<RefundAttempts>): Promise<void> =>
    stores.refunds.saveAttempts(id, { ...attempts, ...changes });
  switch (outcome.is) {
    case 'paid':
      await followBySystem(stores, needs, refund, now, { move: 'confirm' });
      return;
    case 'refused': {
      const failure = cut(oneLineOf(outcome.words), LONGEST_FAILURE) || NO_WORDS;
      await followBySystem(stores, needs, refund, now, { move: 'fail', details: { failure } });
      return;
    }
    case 'not reached': {
      await stores.refunds.move(id, 'unsend', now);
      return save({ unanswered: attempts.unanswered + 1, nextAt: outcome.nextAt, firstSentAt: null });
    }
    case 'unknown':
      return save({ unanswered: outcome.isSilent ? attempts.unanswered + 1 : 0, nextAt: outcome.nextAt });
    case 'unclear':
      await stores.refunds.move(id, 'doubt', now, { failure: UNCLEAR });
  }
}
