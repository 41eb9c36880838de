/** The outcome of a payment on the result page. */
export type PaymentOutcome = 'booked' | 'notPaid' | 'pending' | 'checking' | 'late' | 'refunded' | 'unknown' | 'none';

const BY_REASON = new Map<string | undefined, PaymentOutcome>(
  Object.entries({
    cancelled: 'notPaid',
    pending: 'pending',
    unverified: 'checking',
    refund_due: 'late',
    refunded: 'refunded',
    not_matched: 'unknown',
  }),
);

/**
 * Reads `success` and `reason` from the page's URL, to which the service redirected. Anybody can edit that URL. So the
 * booking's status, if known, counts more, except for the reasons `refund_due` and `refunded`.
 */
export function outcomeOf(
  query: Readonly<Record<string, string | undefined>>,
  bookingStatus: string | undefined,
): PaymentOutcome {
  const told = query['success'] === 'true' ? 'booked' : (BY_REASON.get(query['reason']) ?? 'none');
  if (told === 'late' || told === 'refunded') return told;
  if (bookingStatus === 'CONFIRMED' || bookingStatus === 'CHECKED_IN') return 'booked';
  if (bookingStatus === 'CANCELLED' || bookingStatus === 'REFUNDED') return 'refunded';
  if (told === 'booked' && bookingStatus === 'PENDING_PAYMENT') return 'checking';
  return told;
}
