import type { Instant } from '../kernel/time.ts';
import { PARTS_APART } from './changes.ts';
import { ON_ACCOUNT } from '../payments/payment.ts';
import { type RefundMethod, canBeSent, isForCancellation } from '../payments/refund.ts';
import { ownRefunds } from './due-row.ts';
import { hasCome, isKept, isOfPart, refundOfUnused } from './due-rows.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';
import type { RefundOnRecord } from './refund-on-record.ts';

/** Faults of the accounts, the sendings and the reasons of a booking's refunds. */
export function refundDetailFaults(booking: BookingOnRecord): readonly string[] {
  const own = ownRefunds(booking).map(({ refund }) => refund);
  return [
    ...own.flatMap((refund) => [
      ...accountFaults(booking, refund),
      ...sendingFaults(refund),
      ...giverFaults(refund),
      ...(isForCancellation(refund.reason) || refund.reason === 'CHANGE' ? cancellationFaults(booking, refund) : []),
    ]),
    ...booking.payments.flatMap((payment) => reasonFaults(booking, payment)),
  ];
}

const named = ({ id, status }: RefundOnRecord): string => `refund ${id} (${status})`;

/** A refund that is still to be sent goes to the account of the booking's chain. */
function accountFaults({ account: due }: BookingOnRecord, refund: RefundOnRecord): readonly string[] {
  const { account } = refund;
  if (!canBeSent(refund)) return [];
  if (account === null || due === null)
    return account === due
      ? []
      : [`${named(refund)} has ${account ? 'an' : 'no'} account, and its booking ${due ? 'one' : 'none'}`];
  const wrong = (['kind', 'number', 'holder', 'bank'] as const).filter((field) => account[field] !== due[field]);
  // Earlier releases stored a refund's account without its version.
  const isOld = account.version !== null && account.version !== due.version;
  return [...wrong, ...(isOld ? ['version'] : [])].map(
    (field) => `${named(refund)} goes to another account than its booking’s: the ${field} differs`,
  );
}

/** The ways in which a refund is paid in the moment it is sent. */
const PAID_AT_ONCE: readonly RefundMethod[] = ['CASH', 'QR', ON_ACCOUNT];

function sendingFaults(refund: RefundOnRecord): readonly string[] {
  const { status, method, sentAt, attempts } = refund;
  if (status !== 'SENT') return [];
  if (method !== null && PAID_AT_ONCE.includes(method))
    return [`${named(refund)} is under way by ${method}, which is paid at once`];
  const wasAsked = method === 'AUTOMATIC' ? attempts > 0 : method !== null;
  return wasAsked && sentAt !== null ? [] : [`${named(refund)} was neither sent by anybody nor asked of a gateway`];
}

function giverFaults(refund: RefundOnRecord): readonly string[] {
  const isGiven = refund.reason === 'GOODWILL';
  if (isGiven === (refund.addedBy !== null)) return [];
  return [
    isGiven
      ? `${named(refund)} is GOODWILL, and nobody added it`
      : `${named(refund)} is ${refund.reason}, and user ${refund.addedBy} added it`,
  ];
}

/** A refund of a cancellation or a change names who or what ended the booking, or a part of it. */
function cancellationFaults(booking: BookingOnRecord, refund: RefundOnRecord): readonly string[] {
  const { reason } = refund;
  if (reason === 'CHANGE')
    return booking.changedTo === null ? [`${named(refund)} is of a change, and the booking was not changed`] : [];
  const by = isOfPart(booking, refund) ? cancellerOfPart(booking, refund) : booking.cancelledBy;
  const isOfPassenger = reason === 'PASSENGER_CANCELLATION';
  return by === undefined || by === null || (by === 'PASSENGER' || by === 'AGENT') === isOfPassenger
    ? []
    : [`${named(refund)} is a ${reason}, and ${by} cancelled`];
}

/** The role of whoever cancelled a part of the booking; undefined if the activity log does not say. */
function cancellerOfPart({ parts, logged }: BookingOnRecord, { id }: RefundOnRecord): string | undefined {
  const part = parts.find(({ refundId, moreRefundIds = [] }) => refundId === id || moreRefundIds.includes(id));
  return logged.find(({ kind, at }) => kind === 'BOOKING_CANCELLED' && at === part?.at)?.role;
}

/** Faults of the reason for which a payment that bought no seats goes back. */
function reasonFaults(booking: BookingOnRecord, payment: PaymentOnRecord): readonly string[] {
  const unused = refundOfUnused(payment);
  const isInDoubt = payment.unclear !== null;
  const says = (why: string): readonly string[] =>
    unused ? [`${named(unused)} is a ${unused.reason} of payment ${payment.id}, ${why}`] : [];
  if (!unused || isInDoubt !== (unused.reason === 'AMOUNT_DIFFERS'))
    return says(isInDoubt ? 'whose amount was in doubt' : 'whose amount was never in doubt');
  if (unused.reason === 'DUPLICATE_PAYMENT')
    return paidBefore(booking, payment) ? [] : says('before which nobody had paid');
  if (unused.reason !== 'LATE_PAYMENT') return [];
  const { cancelledAt } = booking;
  const at = payment.paidAt;
  // The end may be recorded some milliseconds late, after a part that was cancelled in the same moment.
  const wasOver = at === null || (cancelledAt !== null && cancelledAt <= at + PARTS_APART);
  return !wasOver && paidBefore(booking, payment, at) ? says('which came while the booking was paid') : [];
}

/** Whether another payment paid for the booking, before `at` if that is given. A change may bring money instead. */
const paidBefore = ({ payments }: BookingOnRecord, payment: PaymentOnRecord, at?: Instant): boolean =>
  payments.some(
    (other) =>
      other.id !== payment.id &&
      isKept(other) &&
      hasCome(other) &&
      (at === undefined || (other.paidAt !== null && other.paidAt < at)),
  );
