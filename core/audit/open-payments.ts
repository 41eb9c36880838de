import { type Instant, hoursAfter, minutesAfter, toIso } from '../kernel/time.ts';
import { hasQuestionsLeft, waitedForSince } from '../payments/enquiry.ts';
import type { PaymentStatus } from '../payments/payment.ts';
import type { PaymentId } from '../kernel/ids.ts';
import type { Finding, Warning } from './finding.ts';
import { SWEEP_GRACE_MINUTES } from './sweep-grace.ts';

/** A payment whose outcome is open, and what the service knows about the questions to its gateway. */
export interface OpenPayment {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly createdAt: Instant;
  readonly payBefore: Instant;
  readonly bookingCode: string;
  /** The moment of the last question; null if nobody asked. */
  readonly enquiredAt: Instant | null;
  /** The moment of the next question; null if none is planned. */
  readonly nextEnquiryAt: Instant | null;
  /** True while the gateway opens its page, and while an administrator has to decide about the amount. */
  readonly isWaitedFor: boolean;
}

/**
 * Payments whose outcome stays open. A question that is due and never asked, or that nobody planned, is a finding. A
 * payment still open a day after its last question is a warning: an administrator looks it up at the gateway.
 */
export function openPaymentFaults(
  payments: readonly OpenPayment[],
  now: Instant,
): { readonly findings: readonly Finding[]; readonly warnings: readonly Warning[] } {
  const told = (payment: OpenPayment, more = ''): Warning => ({
    row: `payment ${payment.id}`,
    says: `${payment.bookingCode}: it is ${payment.status} since ${toIso(payment.createdAt)}${more}`,
  });
  const findings = payments.flatMap((payment): readonly Warning[] => {
    if (isForgotten(payment, now)) return [told(payment, ', and nothing will ask about it')];
    return isNeglected(payment, now) ? [told(payment)] : [];
  });
  return {
    findings: findings.map((found) => ({ invariant: 'PAYMENT_OPEN', ...found })),
    warnings: payments
      .filter((payment) => isLeftOpen(payment, now))
      .map((payment) => told(payment, lastAsked(payment))),
  };
}

const isForgotten = ({ nextEnquiryAt, isWaitedFor, ...payment }: OpenPayment, now: Instant): boolean =>
  nextEnquiryAt === null && !isWaitedFor && payment.createdAt > waitedForSince(now) && hasQuestionsLeft(payment, now);

/** Whether the question about an old payment is due, and nobody asks it. */
const isNeglected = ({ nextEnquiryAt, createdAt }: OpenPayment, now: Instant): boolean =>
  nextEnquiryAt !== null && createdAt < waitedForSince(now) && nextEnquiryAt < minutesAfter(now, -SWEEP_GRACE_MINUTES);

const isLeftOpen = ({ nextEnquiryAt, enquiredAt, createdAt, ...payment }: OpenPayment, now: Instant): boolean =>
  nextEnquiryAt === null && !hasQuestionsLeft(payment, now) && hoursAfter(enquiredAt ?? createdAt, 24) <= now;

const lastAsked = ({ enquiredAt }: OpenPayment): string =>
  enquiredAt === null ? ', and nobody asked about it' : `, and was last asked about ${toIso(enquiredAt)}`;
