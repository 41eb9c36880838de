import { type Paisa, plus, sum } from '../kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../kernel/time.ts';
import type { EnquiryAnswer, RefundAnswer } from '../payments/gateway.ts';
import type { Payment } from '../payments/payment.ts';
import type { Refund } from '../payments/refund.ts';
import { afterPause } from '../platform/pauses.ts';

/* The effects of a gateway's answers on an automatic refund. Even if answers were lost, no money is refunded twice. */

/** The refund's next state, and the moment of the job's next attempt. */
export type Outcome =
  | { readonly is: 'paid' }
  | { readonly is: 'refused'; readonly words: string }
  /** The request never reached the gateway, so the refund is still DUE. */
  | { readonly is: 'not reached'; readonly nextAt: Instant }
  /** The gateway's answer was lost, so the gateway may have paid. The payment is looked up at `nextAt`. */
  | { readonly is: 'unknown'; readonly nextAt: Instant; readonly isSilent: boolean }
  | { readonly is: 'to request again' }
  | { readonly is: 'unclear' };

/** Hours from the first request during which the job tries. Later an administrator must handle an unpaid refund. */
const PATIENCE_HOURS = 24;

interface AfterRequest {
  readonly refund: Pick<Refund, 'attempts'>;
  readonly lookupMinutes: number;
  /**
   * True if the request repeats a request whose answer was lost. The gateway may still pay the earlier request. So the
   * refund stays SENT, and no administrator pays it by hand.
   */
  readonly isRepeated: boolean;
  readonly now: Instant;
}

/** The outcome of a request to pay a refund. */
export function afterRequest(answer: RefundAnswer, { refund, lookupMinutes, isRepeated, now }: AfterRequest): Outcome {
  const { unanswered, isDoubtful } = refund.attempts;
  if (answer.outcome === 'paid') return { is: 'paid' };
  // A refusal after a lost answer may mean that the gateway has already paid.
  if (answer.outcome === 'refused' && !isDoubtful) return { is: 'refused', words: answer.words };
  if (answer.outcome === 'not reached') {
    const nextAt = afterPause(unanswered + 1, now);
    return isRepeated ? { is: 'unknown', nextAt, isSilent: true } : { is: 'not reached', nextAt };
  }
  return { is: 'unknown', nextAt: minutesAfter(now, lookupMinutes), isSilent: false };
}

interface AfterLookUp {
  readonly refund: Pick<Refund, 'id' | 'amount' | 'attempts'>;
  /** The amount of the payment in the ledger. */
  readonly whole: Paisa;
  /** All refunds of the payment. */
  readonly refunds: readonly Pick<Refund, 'id' | 'status' | 'amount'>[];
  readonly now: Instant;
}

/**
 * The outcome of a look-up of the payment after a lost answer. A partial refund is never requested again, because the
 * gateway does not say how much it has already refunded.
 */
export function afterLookUp(
  { status }: Pick<EnquiryAnswer, 'status'>,
  { refund, whole, refunds, now }: AfterLookUp,
): Outcome {
  const { unanswered, firstSentAt } = refund.attempts;
  if (status === undefined) return { is: 'unknown', nextAt: afterPause(unanswered + 1, now), isSilent: true };
  const others = sum(
    refunds.filter(({ id, status: state }) => id !== refund.id && state === 'PAID').map(({ amount }) => amount),
  );
  if (status === 'FULL_REFUND' && plus(others, refund.amount) === whole) return { is: 'paid' };
  const isInTime = firstSentAt !== null && now < hoursAfter(firstSentAt, PATIENCE_HOURS);
  return status === 'COMPLETE' && refund.amount === whole && isInTime ? { is: 'to request again' } : { is: 'unclear' };
}

/** The amount that the gateway took for a payment. */
export const takenAmount = ({ amount, gatewayAmount }: Pick<Payment, 'amount' | 'gatewayAmount'>): Paisa =>
  gatewayAmount ?? amount;

/**
 * The payment's amount in the ledger, which the sum of its refunds never exceeds. If the gateway refunded a part before
 * the ledger recorded the payment, this amount is less than the gateway took.
 */
export const bookedAmount = (
  { amount }: Pick<Payment, 'amount'>,
  refunds: readonly Pick<Refund, 'reason' | 'amount'>[],
): Paisa => refunds.find(({ reason }) => reason === 'AMOUNT_DIFFERS')?.amount ?? amount;

/**
 * The amount to request from the gateway. Undefined if the refund is the whole payment. Once the gateway has given a
 * part back, the rest is requested by its amount, too.
 */
export function partToRequest(
  refund: Pick<Refund, 'amount'>,
  whole: Paisa,
  refunds: readonly Pick<Refund, 'status' | 'method' | 'amount'>[],
): Paisa | undefined {
  const isGiven = refunds.some(({ status, method }) => status === 'PAID' && method === 'AUTOMATIC');
  return refund.amount === whole && !isGiven ? undefined : refund.amount;
}
