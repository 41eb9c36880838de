import { type Instant, hoursAfter, minutesAfter, secondsAfter, secondsBetween } from '../kernel/time.ts';
import { type Asker, type Payment, type PaymentMove, type PaymentStatus, isSettled, OPEN } from './payment.ts';
import type { EnquiryAnswer } from './gateway.ts';

/** Reconciliation asks about payments that are at least this old. */
const FIRST_AFTER_MINUTES = 5;
/** Reconciliation no longer asks about payments that are older than this. */
const LAST_AFTER_HOURS = 24;
/** During this time the gateway's NOT_FOUND may mean that the passenger is still on its page, about to pay. */
const SESSION_MINUTES = 15;

/** The right to an enquiry lapses after this time. Longer than any enquiry takes, unless its process died. */
const ENQUIRY_SECONDS = 20;
/** The number of enquiries that may follow a second apart, so that a returning browser gets a fresh answer. */
const SHORT_GAPS = 5;
const LONGEST_GAP_SECONDS = 60;
/** The longest time that a caller waits for its turn. */
const LONGEST_WAIT_SECONDS = 1;

export const firstEnquiryAt = (createdAt: Instant): Instant => minutesAfter(createdAt, FIRST_AFTER_MINUTES);

/** Payments made after this moment are reconciled. */
export const reconciledSince = (now: Instant): Instant => hoursAfter(now, -LAST_AFTER_HOURS);

export const enquiryLapsesAt = (now: Instant): Instant => secondsAfter(now, ENQUIRY_SECONDS);

/**
 * Seconds until the gateway may be asked about the payment; undefined if that is too long. There is a gap between two
 * enquiries. Anybody can write a return, so the gap of returns grows with their number: one second at first, a minute
 * at last. It does not grow for reconciliation, which has its own pause, nor for people who have signed in.
 */
export function waitBeforeEnquiry(payment: Payment, asker: Asker, now: Instant): number | undefined {
  const { askedByReturns, enquiredAt, enquiringUntil } = payment;
  if (enquiringUntil !== undefined && enquiringUntil > now) return undefined;
  if (enquiredAt === undefined) return 0;
  const longGaps = asker === 'callback' ? Math.max(0, askedByReturns - SHORT_GAPS) : 0;
  const gap = Math.min(2 ** longGaps, LONGEST_GAP_SECONDS);
  const wait = Math.max(0, secondsBetween(now, secondsAfter(enquiredAt, gap)));
  return wait <= LONGEST_WAIT_SECONDS ? wait : undefined;
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
const isOpen = (word: string): boolean => (OPEN as readonly string[]).includes(word);

const saysTooEarly = (word: string, { createdAt }: Pick<Payment, 'createdAt'>, now: Instant): boolean =>
  word === 'NOT_FOUND' && minutesAfter(createdAt, SESSION_MINUTES) > now;

/** The move that an answer causes for an unsettled payment; undefined without a change. */
export function moveAfter(
  { status: word }: Pick<EnquiryAnswer, 'status'>,
  payment: Payment,
  asker: Asker,
  now: Instant,
): PaymentMove | undefined {
  if (word === undefined) return asker === 'reconciliation' || payment.resolution ? undefined : 'doubt';
  const move = isStatus(word) ? MOVE_OF[word] : 'reportFailed';
  if (payment.resolution) return move === 'complete' ? move : undefined;
  if (asker !== 'reconciliation') return move;
  if (saysTooEarly(word, payment, now)) return undefined;
  // Reconciliation asks about a cancelled payment only because its money may still have arrived.
  return payment.status === 'CANCELED' && !(isStatus(word) && isSettled(word)) ? undefined : move;
}

/** The gateway's answer, who asked for it, and the payment before and after it. */
interface Answered {
  readonly asker: Asker;
  readonly word: EnquiryAnswer['status'];
  readonly before: Payment;
  readonly after: PaymentStatus;
  /** When reconciliation planned to ask, before this enquiry. */
  readonly planned: Instant | undefined;
}

/**
 * The moment of the next enquiry by reconciliation, with a pause that doubles each time. Undefined when there is
 * nothing more to learn. Answers to other callers can bring the moment forward, but never delay it.
 */
export function nextEnquiryAfter({ asker, word, before, after, planned }: Answered, now: Instant): Instant | undefined {
  if (isSettled(after) || before.resolution) return undefined;
  const closed = word !== undefined && !isOpen(word) && !saysTooEarly(word, before, now);
  // Reconciliation asks once more about a payment that a callback has closed, and about a canceled one.
  if (closed && asker === 'reconciliation' && (after === 'FAILED' || after === before.status)) return undefined;
  const next = minutesAfter(now, FIRST_AFTER_MINUTES * 2 ** Math.max(0, before.reconciliations - 1));
  if (asker !== 'reconciliation' && planned !== undefined && planned <= next) return planned;
  return next < hoursAfter(before.createdAt, LAST_AFTER_HOURS) ? next : undefined;
}
