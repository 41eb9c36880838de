import type { Instant } from '../kernel/time.ts';
import { hoursAfter, minutesAfter, secondsAfter, secondsBetween } from '../kernel/time.ts';
import { isSettled } from './payment.ts';
import type { Payment, PaymentMove, PaymentStatus } from './payment.ts';
import type { EnquiryAnswer } from './ports.ts';

/** Who wants to know: a browser that came back without proof, or the service itself later on. */
export type Asker = 'callback' | 'reconciliation';

/** Reconciliation asks about payments older than this … */
const FIRST_AFTER_MINUTES = 5;
/** … and younger than this. */
const LAST_AFTER_HOURS = 24;
/** Until then the gateway's NOT_FOUND may mean that the passenger is still there, about to pay. */
const SESSION_MINUTES = 15;

/** Longer than any enquiry takes: whoever has not ended one by then is dead. */
const ENQUIRY_SECONDS = 20;
/** So many come a second apart: a browser that comes back a few times hears what the gateway says each time. */
const SHORT_GAPS = 5;
const LONGEST_GAP_SECONDS = 60;
/** A browser waits that long for its turn to ask. */
const LONGEST_WAIT_SECONDS = 1;

export const firstEnquiryAt = (createdAt: Instant): Instant => minutesAfter(createdAt, FIRST_AFTER_MINUTES);

/** Payments made after it are reconciled. */
export const reconciledSince = (now: Instant): Instant => hoursAfter(now, -LAST_AFTER_HOURS);

export const enquiryLapsesAt = (now: Instant): Instant => secondsAfter(now, ENQUIRY_SECONDS);

/**
 * Seconds to wait until the gateway may be asked about the payment (again); undefined when that is too long. Anybody may make us ask,
 * so between two enquiries lies a gap: a second at first, which grows to a minute when they go on.
 */
export function waitBeforeEnquiry({ enquiries, enquiredAt, enquiringUntil }: Payment, now: Instant): number | undefined {
  if (enquiringUntil !== undefined && enquiringUntil > now) return undefined;
  if (enquiredAt === undefined) return 0;
  const gap = Math.min(2 ** Math.max(0, enquiries - SHORT_GAPS), LONGEST_GAP_SECONDS);
  const wait = Math.max(0, secondsBetween(now, secondsAfter(enquiredAt, gap)));
  return wait <= LONGEST_WAIT_SECONDS ? wait : undefined;
}

const MOVE_OF: Readonly<Record<PaymentStatus, PaymentMove>> = {
  INITIATED: 'tellInitiated', PENDING: 'tellPending', COMPLETE: 'complete', CANCELED: 'tellCanceled', FAILED: 'tellFailed',
  AMBIGUOUS: 'doubt', FULL_REFUND: 'tellFullRefund', PARTIAL_REFUND: 'tellPartialRefund',
};

const isStatus = (word: string): word is PaymentStatus => Object.hasOwn(MOVE_OF, word);
const isOpen = (word: string): boolean => word === 'INITIATED' || word === 'PENDING' || word === 'AMBIGUOUS';

const saysTooEarly = (word: string, { createdAt }: Pick<Payment, 'createdAt'>, now: Instant): boolean =>
  word === 'NOT_FOUND' && minutesAfter(createdAt, SESSION_MINUTES) > now;

/** What an answer does to a payment that is not settled; undefined when it leaves it as it is. */
export function moveAfter({ status: word }: Pick<EnquiryAnswer, 'status'>, payment: Payment, asker: Asker, now: Instant): PaymentMove | undefined {
  if (word === undefined) return asker === 'callback' ? 'doubt' : undefined;
  const move = isStatus(word) ? MOVE_OF[word] : 'tellFailed';
  if (asker === 'callback') return move;
  if (saysTooEarly(word, payment, now)) return undefined;
  // Whoever cancelled is asked about only to find money that came all the same.
  return payment.status === 'CANCELED' && !(isStatus(word) && isSettled(word)) ? undefined : move;
}

/** An answer to somebody, and the payment before and after it. */
interface Answered {
  readonly asker: Asker;
  readonly word: EnquiryAnswer['status'];
  readonly before: Payment;
  readonly after: PaymentStatus;
}

/** When reconciliation asks (again), with a growing pause; undefined when there is nothing more to learn. */
export function nextEnquiryAfter({ asker, word, before, after }: Answered, now: Instant): Instant | undefined {
  if (isSettled(after)) return undefined;
  const closed = word !== undefined && !isOpen(word) && !saysTooEarly(word, before, now);
  // What a callback brought to an end reconciliation asks about once more, and so it does with what is canceled.
  if (closed && asker === 'reconciliation' && (after === 'FAILED' || after === before.status)) return undefined;
  const next = minutesAfter(now, FIRST_AFTER_MINUTES * 2 ** Math.max(0, before.enquiries - 1));
  return next < hoursAfter(before.createdAt, LAST_AFTER_HOURS) ? next : undefined;
}
