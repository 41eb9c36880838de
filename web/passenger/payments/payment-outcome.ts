import type { Schemas } from '../../api/operations.ts';

/**
 * The outcome of a payment on the result page. `twice` is a payment of a booking that another payment has paid.
 * `changed` is one of a booking that was changed since.
 */
export type PaymentOutcome =
  'booked' | 'notPaid' | 'pending' | 'checking' | 'late' | 'twice' | 'refunded' | 'changed' | 'unknown' | 'none';

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
 * booking's status, if known, counts more, except for the reasons `refund_due` and `refunded`. With these, the booking
 * only tells whether its ticket is valid all the same.
 */
export function outcomeOf(
  query: Readonly<Record<string, string | undefined>>,
  booking?: Pick<Schemas['Booking'], 'booking_status' | 'changed_to'>,
): PaymentOutcome {
  const told = query['success'] === 'true' ? 'booked' : (BY_REASON.get(query['reason']) ?? 'none');
  const status = booking?.booking_status;
  const isTicketed = status === 'CONFIRMED' || status === 'CHECKED_IN';
  if (told === 'late' || told === 'refunded') return isTicketed ? 'twice' : told;
  if (booking?.changed_to) return 'changed';
  if (isTicketed) return 'booked';
  if (status === 'CANCELLED' || status === 'REFUNDED') return 'refunded';
  if (told === 'booked' && status === 'PENDING_PAYMENT') return 'checking';
  return told;
}
