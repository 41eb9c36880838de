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

/** The age, in minutes, at which reconciliation first asks the gateway about a payment. */
const FIRST_AFTER_MINUTES = 5;
/** Hours for which reconciliation waits for the outcome of a payment, with growing pauses. */
const WAITING_HOURS = 24;
/**
 * Hours after the payment deadline at which reconciliation asks whether money came after all. It asks about payments
 * that are FAILED or CANCELED, and about payments that stayed open for too long.
 */
const AFTERWARDS_HOURS = [0.25, 1, 6, 24] as const;
/**
 * Minutes from the start of a payment during which the passenger may still be on the gateway's page. During this time
 * the answer NOT_FOUND is not final.
 */
const SESSION_MINUTES = 15;

/**
 * Seconds after which a process loses its right to ask the gateway about a payment. An enquiry that takes longer means
 * that its process died.
 */
const ENQUIRY_SECONDS = 20;
/**
 * The number of enquiries, caused by browsers that return from the gateway, that may follow one second apart. So an
 * honest payer gets a fresh answer.
 */
const SHORT_GAPS = 5;
const LONGEST_GAP_SECONDS = 60;
/**
 * Seconds before a check (a web page that waits for the payment) may ask the gateway again. Such pages check again and
 * again.
 */
const CHECK_GAP_SECONDS = 3;
/** The longest time, in seconds, that a caller waits for permission to ask the gateway. */
const LONGEST_WAIT_SECONDS = 1;

export const firstEnquiryAt = (createdAt: Instant): Instant => minutesAfter(createdAt, FIRST_AFTER_MINUTES);

/** The service no longer waits for the outcome of payments that were started at or before this moment. */
export const waitedForSince = (now: Instant): Instant => hoursAfter(now, -WAITING_HOURS);

export const enquiryLapsesAt = (now: Instant): Instant => secondsAfter(now, ENQUIRY_SECONDS);

/**
 * Seconds until the caller may ask the gateway about the payment; undefined if the caller should not wait that long.
 * Anybody can forge a browser's return. So for returns the pause before the next enquiry grows with their number, from
 * a second to a minute. For other callers the pause does not grow. Reconciliation plans a longer pause of its own.
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

/**
 * Whether the service no longer waits for the outcome. From then on, it only matters if the gateway answers that money
 * came.
 */
const isGivenUp = ({ status, createdAt }: Pick<Payment, 'status' | 'createdAt'>, now: Instant): boolean =>
  !isOpen(status) || createdAt <= waitedForSince(now);

const saysTooEarly = (word: string, { createdAt }: Pick<Payment, 'createdAt'>, now: Instant): boolean =>
  word === 'NOT_FOUND' && minutesAfter(createdAt, SESSION_MINUTES) > now;

/** The gateway's status of the payment at `now`: PENDING before the answer's `pendingUntil`. */
const wordAt = ({ status, pendingUntil }: Pick<EnquiryAnswer, 'status' | 'pendingUntil'>, now: Instant) =>
  status !== undefined && pendingUntil !== undefined && now < pendingUntil ? 'PENDING' : status;

/**
 * The reason to doubt the amount of an unsettled payment, found in a gateway's answer. Either another amount came than
 * was asked for, or the gateway gave a part back before the service recorded the payment. Undefined if there is no
 * doubt.
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

/**
 * The status move (see MOVES) that a gateway's answer causes in an unsettled payment, if the amount is not in doubt.
 * Undefined if the payment stays unchanged.
 */
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
  /** Whether the gateway will never give another answer about the payment. */
  readonly isLastWord: boolean;
  readonly before: Payment;
  readonly after: PaymentStatus;
  /**
   * Whether the booking was sold at a counter. A customer waits there, so reconciliation asks in each of its runs until
   * the payment deadline.
   */
  readonly isAtCounter: boolean;
  /** The moment at which reconciliation had planned to ask next, before this answer came. */
  readonly planned: Instant | undefined;
}

/**
 * The moment of the next enquiry by reconciliation; undefined if no further enquiry is needed. The pause doubles each
 * time while the payment is open. Enquiries by other callers can bring the moment forward, but never delay it.
 */
export function nextEnquiryAfter(
  { asker, isLastWord, before, after, isAtCounter, planned }: Answered,
  now: Instant,
): Instant | undefined {
  if (isSettled(after) || before.resolution || isLastWord) return undefined;
  if (isAtCounter && isOpen(after) && now < before.payBefore) return now;
  // At a counter, the pause starts to double only at the payment deadline, however often reconciliation asked before.
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

/** Whether reconciliation still asks about an open payment: at most until a day after its deadline. */
export const hasQuestionsLeft = (payment: Pick<Payment, 'payBefore'>, now: Instant): boolean =>
  afterwards(payment, now) !== undefined;
