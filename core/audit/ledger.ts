import { isTicketed } from '../bookings/booking.ts';
import { type Instant, toIso } from '../kernel/time.ts';
import { type Difference, differencesOf } from './compare-rows.ts';
import { type Known, hasCome, refundOfUnused, rowsOfBooking } from './due-rows.ts';
import type { BookingOnRecord } from './ports.ts';

/** Faults of a booking's ledger rows, and of the payments that explain the rows. */
export const ledgerFaults = (booking: BookingOnRecord, known: Known): readonly Difference[] => [
  ...differencesOf(`booking ${booking.id}`, rowsOfBooking(booking, known), booking.entries),
  ...partsOfNothing(booking),
  ...earnedForNothing(booking),
];

/**
 * Finds payments that the gateway reports as partly refunded although no money arrived. An administrator has to resolve
 * them.
 */
const partsOfNothing = ({ id, payments, entries }: BookingOnRecord): readonly Difference[] =>
  payments
    .filter(({ status }) => status === 'PARTIAL_REFUND')
    .filter((payment) => !entries.some(({ kind, paymentId }) => kind === 'PAYMENT' && paymentId === payment.id))
    .map((payment) => ({
      row: `booking ${id}, payment ${payment.id}`,
      says: `payment ${payment.id} is PARTIAL_REFUND, and no PAYMENT row says that it came`,
    }));

const earnedForNothing = ({ id, earnedAt, payments, change }: BookingOnRecord): readonly Difference[] =>
  earnedAt === null ||
  change?.doneAt ||
  payments.some((payment) => hasCome(payment) && refundOfUnused(payment) === undefined)
    ? []
    : [{ row: `booking ${id}`, says: 'it is earned, and nobody has paid it' }];

/**
 * Whether a paid booking has no EARNED rows, although its bus left before `swept`. By then, the periodic job should
 * have written the rows.
 */
export const unearnedSince = (booking: BookingOnRecord, swept: Instant): boolean =>
  isTicketed(booking.status) &&
  booking.earnedAt === null &&
  booking.trip.departsAt <= swept &&
  booking.payments.some(({ status }) => status === 'COMPLETE');

export const notEarned = (departsAt: Instant): string => `it is not earned, and the bus left ${toIso(departsAt)}`;
