import { type Instant, hoursAfter, minutesAfter, secondsAfter, secondsBetween } from '../kernel/time.ts';
import type { EnquiryAnswer } from './gateway.ts';
import {
  type Asker,
  type Doubt,
  isSettled,
  OPEN,
  type Payment,
  type PaymentMove,
  type PaymentStatus,
} from './payment.ts';

/** Reconciliation asks about payments that are at least this old. */
const FIRST_AFTER_MINUTES = 5;
/** Hours for which reconciliation waits for the outcome of a payment, with growing pauses. */
const WAITING_HOURS = 24;
/**
 * Hours after the payment deadline at which reconciliation asks whether money came after all. It asks about payments
 * that are FAILED or CANCELED, and about payments that stayed open for too long.
 */
const AFTERWARDS_HOURS = [0.25, 1, 6, 24] as const;
/** Minutes in which the gateway's NOT_FOUND may mean that the passenger is still on its page, about to pay. */
const SESSION_MINUTES = 15;

/** Seconds after which the right to an enquiry lapses. Longer than any enquiry takes, unless its process died. */
const ENQUIRY_SECONDS = 20;
/** The number of enquiries that may follow a second apart, so that a returning browser gets a fresh answer. */
const SHORT_GAPS = 5;
const LONGEST_GAP_SECONDS = 60;
/** Least seconds between two checks. Pages check again and again while somebody pays. */
const CHECK_GAP_SECONDS = 3;
/** The longest time that a caller waits for its turn, in seconds. */
const LONGEST_WAIT_SECONDS = 1;

export const firstEnquiryAt = (createdAt: Instant): Instant => minutesAfter(createdAt, FIRST_AFTER_MINUTES);

/** The moment before which payments were started for too long to be still waited for. */
export const waitedForSince = (now: Instant): Instant => hoursAfter(now, -WAITING_HOURS);

export const enquiryLapsesAt = (now: Instant): Instant => secondsAfter(now, ENQUIRY_SECONDS);

/**
 * Seconds until the gateway may be asked about the payment; undefined if that is too long. There is a gap between two
 * enquiries. Anybody can forge a return, so the gap of returns grows with their number, from a second to a minute. The
 * gap does not grow for people who have signed in. Reconciliation has its own pause.
 */
export function waitBeforeEnquiry(payment: Payment, asker: Asker, now: Instant): number | undefined {
  const { askedByReturns, enquiredAt, enquiringUntil } = payment;
  if (enquiringUntil !== undefined && enquiringUntil > now) return undefined;
  if (enquiredAt === undefined) return 0;
  const wait = Math.max(0, secondsBetween(now, secondsAfter(enquiredAt, gapOf(asker, askedByReturns))));
  return wait <= (asker === 'check' ? 0 : LONGEST_WAIT_SECONDS) ? wait : undefined;
}

/** Seconds between two enquiries about one payment. */
function gapOf(asker: Asker, askedByReturns: number): number {
  if (asker === 'check') return CHECK_GAP_SECONDS;
  return asker === 'callback' ? Math.min(2 ** Math.max(0, askedByReturns - SHORT_GAPS), LONGEST_GAP_SECONDS) : 1;
}

const MOVE_OF: Readonly<Record<PaymentStatus, PaymentMove>> = {
  INITIATED: 'reportInitiated',
  PENDING: 'reportPending',
  COMPLETE: 'complete',
  CANCELED: 'reportCanceled',
  FAILED: 'reportFailed',
  AMBIGUOUS: 'doubt',
  FULL_REFUND: 'reportFullRefund',
  PARTIAL_REFUND: 'reportPartialRefund',
};

const isStatus = (word: string): word is PaymentStatus => Object.hasOwn(MOVE_OF, word);
const isOpen = (status: PaymentStatus): boolean => (OPEN as readonly string[]).includes(status);

/** Whether nobody waits for the payment any longer. From then on only an answer that money came matters. */
const isGivenUp = ({ status, createdAt }: Pick<Payment, 'status' | 'createdAt'>, now: Instant): boolean =>
  !isOpen(status) || createdAt <= waitedForSince(now);

const saysTooEarly = (word: string, { createdAt }: Pick<Payment, 'createdAt'>, now: Instant): boolean =>
  word === 'NOT_FOUND' && minutesAfter(createdAt, SESSION_MINUTES) > now;

/** The gateway's status at `now`. A status that holds later means PENDING until then. */
const wordAt = ({ status, pendingUntil }: Pick<EnquiryAnswer, 'status' | 'pendingUntil'>, now: Instant) =>
  status !== undefined && pendingUntil !== undefined && now < pendingUntil ? 'PENDING' : status;

/**
 * The doubt that an answer raises about an unsettled payment. Less money came than was asked for, or a part of it went
 * back before it was booked. Undefined without such a doubt.
 */
export function doubtAbout(
  { status, amount, isPartlyGivenBack }: Pick<EnquiryAnswer, 'status' | 'amount' | 'isPartlyGivenBack'>,
  payment: Pick<Payment, 'amount' | 'gatewayAmount' | 'resolution'>,
): Doubt | undefined {
  if (payment.resolution) return undefined;
  if (isPartlyGivenBack) return { why: 'PARTLY_GIVEN_BACK', gatewayAmount: payment.gatewayAmount };
  const isOther = status === 'COMPLETE' && amount !== undefined && amount !== payment.amount;
  return isOther ? { why: 'ANOTHER_AMOUNT', gatewayAmount: amount } : undefined;
}

/** The move that an answer without doubt causes for an unsettled payment; undefined without a change. */
export function moveAfter(
  answer: Pick<EnquiryAnswer, 'status' | 'pendingUntil'>,
  payment: Payment,
  asker: Asker,
  now: Instant,
): PaymentMove | undefined {
  const word = wordAt(answer, now);
  const isPatient = asker === 'reconciliation' || asker === 'check';
  if (word === undefined) return isPatient || payment.resolution || payment.unclear ? undefined : 'doubt';
  const move = isStatus(word) ? MOVE_OF[word] : 'reportFailed';
  if (payment.resolution) return move === 'complete' ? move : undefined;
  if (isStatus(word) && isSettled(word)) return move;
  if (payment.unclear) return undefined;
  if (isPatient && saysTooEarly(word, payment, now)) return undefined;
  return asker === 'reconciliation' && isGivenUp(payment, now) ? undefined : move;
}

/** The gateway's answer, its asker, and the payment before and after the answer. */
interface Answered {
  readonly asker: Asker;
  /** Whether the gateway's answer is its last one about the payment. */
  readonly isLastWord: boolean;
  readonly before: Payment;
  readonly after: PaymentStatus;
  /** Whether every sweep asks while the code is valid, because a customer is waiting at a counter. */
  readonly isAtCounter: boolean;
  /** The moment of the next enquiry that reconciliation had planned before this one. */
  readonly planned: Instant | undefined;
}

/**
 * The moment of the next enquiry by reconciliation; undefined when there is nothing more to learn. The pause doubles
 * each time while the payment is open. Answers to other callers can bring the moment forward, but never delay it.
 */
export function nextEnquiryAfter(
  { asker, isLastWord, before, after, isAtCounter, planned }: Answered,
  now: Instant,
): Instant | undefined {
  if (isSettled(after) || before.resolution || isLastWord) return undefined;
  if (isAtCounter && isOpen(after) && now < before.payBefore) return now;
  // Enquiries of the job before the deadline do not count at the counter: the pause doubles from the deadline.
  const paused = isAtCounter
    ? ((now + Math.max(minutesAfter(now, FIRST_AFTER_MINUTES) - now, now - before.payBefore)) as Instant)
    : minutesAfter(now, FIRST_AFTER_MINUTES * 2 ** Math.max(0, before.reconciliations - 1));
  const isWaitedFor = isOpen(after) && paused < hoursAfter(before.createdAt, WAITING_HOURS);
  const next = isWaitedFor ? paused : afterwards(before, now);
  const isSooner = asker !== 'reconciliation' && planned !== undefined && (next === undefined || planned <= next);
  return isSooner ? planned : next;
}

const afterwards = ({ payBefore }: Pick<Payment, 'payBefore'>, now: Instant): Instant | undefined =>
  AFTERWARDS_HOURS.map((hours) => hoursAfter(payBefore, hours)).find((at) => at > now);
