import type { Instant } from '../kernel/time.ts';
import { hoursAfter, minutesAfter, secondsAfter, secondsBetween } from '../kernel/time.ts';
import { isSettled, OPEN } from './payment.ts';
import type { Asker, Payment, PaymentMove, PaymentStatus } from './payment.ts';
import type { EnquiryAnswer } from './ports.ts';

/** Reconciliation asks about payments older than this … */
const FIRST_AFTER_MINUTES = 5;
/** … and younger than this. */
const LAST_AFTER_HOURS = 24;
/** Until then the gateway's NOT_FOUND may mean that the passenger is still on its page, about to pay. */
const SESSION_MINUTES = 15;

/** Longer than any enquiry takes: a process that has not finished one by then has died. */
const ENQUIRY_SECONDS = 20;
/** So many may follow a second apart: a browser that returns a few times gets a fresh answer each time. */
const SHORT_GAPS = 5;
const LONGEST_GAP_SECONDS = 60;
/** A caller waits at most that long for its turn. */
const LONGEST_WAIT_SECONDS = 1;

export const firstEnquiryAt = (createdAt: Instant): Instant => minutesAfter(createdAt, FIRST_AFTER_MINUTES);

/** Payments made after this moment are reconciled. */
export const reconciledSince = (now: Instant): Instant => hoursAfter(now, -LAST_AFTER_HOURS);

export const enquiryLapsesAt = (now: Instant): Instant => secondsAfter(now, ENQUIRY_SECONDS);

/**
 * Seconds to wait until the gateway may be asked about the payment (again); undefined when that is too long. Because
 * anybody may cause an enquiry, there is a gap between two: a second at first, up to a minute if browsers continue. It
 * does not grow for reconciliation, which has a pause of its own, nor for an administrator: reloading a page can't keep
 * them from asking.
 */
export function waitBeforeEnquiry(payment: Payment, asker: Asker, now: Instant): number | undefined {
  const { enquiries, enquiredAt, enquiringUntil } = payment;
  if (enquiringUntil !== undefined && enquiringUntil > now) return undefined;
  if (enquiredAt === undefined) return 0;
  const longGaps = asker === 'callback' ? Math.max(0, enquiries - SHORT_GAPS) : 0;
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

/** What an answer does to a payment that is not settled; undefined when it leaves it as it is. */
export function moveAfter(
  { status: word }: Pick<EnquiryAnswer, 'status'>,
  payment: Payment,
  asker: Asker,
  now: Instant,
): PaymentMove | undefined {
  if (word === undefined) return asker === 'reconciliation' ? undefined : 'doubt';
  const move = isStatus(word) ? MOVE_OF[word] : 'reportFailed';
  if (asker !== 'reconciliation') return move;
  if (saysTooEarly(word, payment, now)) return undefined;
  // About a cancelled payment it asks only in case money arrived all the same.
  return payment.status === 'CANCELED' && !(isStatus(word) && isSettled(word)) ? undefined : move;
}

/** An answer to somebody, and the payment before and after it. */
interface Answered {
  readonly asker: Asker;
  readonly word: EnquiryAnswer['status'];
  readonly before: Payment;
  readonly after: PaymentStatus;
  /** When reconciliation meant to ask, before this enquiry was made. */
  readonly planned: Instant | undefined;
}

/**
 * When reconciliation asks (again), with a pause that doubles each time; undefined when there is nothing more to learn.
 * What others learn may bring that moment forward, but never delays it.
 */
export function nextEnquiryAfter({ asker, word, before, after, planned }: Answered, now: Instant): Instant | undefined {
  if (isSettled(after)) return undefined;
  const closed = word !== undefined && !isOpen(word) && !saysTooEarly(word, before, now);
  // Reconciliation asks once more about a payment that somebody else has closed, and about one that is canceled.
  if (closed && asker === 'reconciliation' && (after === 'FAILED' || after === before.status)) return undefined;
  const next = minutesAfter(now, FIRST_AFTER_MINUTES * 2 ** Math.max(0, before.reconciliations - 1));
  if (asker !== 'reconciliation' && planned !== undefined && planned <= next) return planned;
  return next < hoursAfter(before.createdAt, LAST_AFTER_HOURS) ? next : undefined;
}
