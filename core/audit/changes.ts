import { type BookingChange, carriedBy } from '../bookings/changes.ts';
import { type BasisPoints, type Paisa, npr } from '../kernel/money.ts';
import { type Instant, hoursBetween, toIso } from '../kernel/time.ts';
import { ownRefunds } from './due-row.ts';
import { isCarrier, isKept, madeFor } from './due-rows.ts';
import type { OldBooking } from './old-booking.ts';
import type { BookingOnRecord } from './ports.ts';
import type { RefundOnRecord } from './refund-on-record.ts';

/** The smallest price difference that a passenger pays for a change, in paisa. The service waives a smaller one. */
const LEAST_TO_PAY = 1_000;

/** Faults of the change that made this booking, and of the change that replaced it. */
export const changeFaults = (booking: BookingOnRecord): readonly string[] => [
  ...madeFaults(booking),
  ...endedFaults(booking),
];

const faultsBy = (rules: readonly (readonly [holds: boolean, says: string])[]): readonly string[] =>
  rules.filter(([holds]) => !holds).map(([, says]) => says);

const rupees = (amount: number): string => npr(amount as Paisa);

/**
 * Checks the amounts of the change that made this booking. These amounts follow from the old booking's price, the money
 * left of its payments, the fee and the new fare.
 */
function madeFaults(booking: BookingOnRecord): readonly string[] {
  const { change, status, payments, amountDue, leastFee, changedFrom } = booking;
  if (change === null)
    return faultsBy([
      [changedFrom === null, 'it names an old booking, and no change made it'],
      [leastFee === 0, `cancelling it may cost at least ${percent(leastFee)}, and no change made it`],
      [amountDue === madeFor(booking), `it is to be paid with ${npr(amountDue)}, and no change made it`],
    ]);
  const { oldTotal, fee, credit, newTotal, toPay, toRefund, left, doneAt, creditPaymentId } = change;
  const { least, most } = leftFor(booking, change);
  const isDone = doneAt !== null;
  const difference = newTotal - credit;
  const carriers = payments.filter(isCarrier);
  const carried = isDone ? carriedBy(change) : 0;
  return faultsBy([
    [
      changedFrom === change.oldId,
      `it names booking ${changedFrom ?? 'none'} as its old one, and its change booking ${change.oldId}`,
    ],
    [
      booking.oldBooking === null || oldTotal <= booking.oldBooking.madeFor,
      `its change took the old booking as ${npr(oldTotal)}, and it was made at ${rupees(booking.oldBooking?.madeFor ?? 0)}`,
    ],
    [
      left >= least && left <= most,
      `its change took ${npr(left)} as left of the payments, of which ${rupees(most)} were left`,
    ],
    [fee >= 0 && fee <= oldTotal, `its change keeps ${npr(fee)} of ${npr(oldTotal)}`],
    [
      credit === Math.max(0, Math.min(oldTotal, left) - fee),
      `its change credits ${npr(credit)} of ${npr(oldTotal)}, of which ${npr(left)} were left, at a fee of ${npr(fee)}`,
    ],
    [
      toPay === Math.max(0, difference) && (toPay === 0 || toPay >= LEAST_TO_PAY),
      `its change asks for ${npr(toPay)}, at ${npr(newTotal)} with a credit of ${npr(credit)}`,
    ],
    [
      toRefund === Math.max(0, -difference),
      `its change gives ${npr(toRefund)} back, at ${npr(newTotal)} with a credit of ${npr(credit)}`,
    ],
    [amountDue === toPay, `it is to be paid with ${npr(amountDue)}, and its change asks for ${npr(toPay)}`],
    [
      isDone ? status !== 'PENDING_PAYMENT' && status !== 'EXPIRED' : NEVER_DONE.has(status),
      `it is ${status} although its change is ${isDone ? '' : 'not '}done`,
    ],
    [
      carriers.length === (carried > 0 ? 1 : 0) && (carriers[0]?.id ?? null) === creditPaymentId,
      `its change carries ${rupees(carried)} along, and ${carriers.length} payments do`,
    ],
    [
      carriers.every(({ status: state }) => state === 'COMPLETE'),
      'the payment that carries the money along is not COMPLETE',
    ],
    [
      booking.oldBooking === null || leastFees(booking, booking.oldBooking, change).includes(leastFee),
      `cancelling it may cost at least ${percent(leastFee)}, and cancelling its old booking cost ${
        booking.oldBooking === null
          ? 'nothing'
          : leastFees(booking, booking.oldBooking, change).map(percent).join(' or ')
      }`,
    ],
    [
      booking.oldBooking === null || booking.oldBooking.operatorId === booking.operatorId,
      `its old booking is one of company ${booking.oldBooking?.operatorId ?? 0}`,
    ],
  ]);
}

const percent = (rate: BasisPoints): string => `${rate / 100} %`;

/** The cancellation fee after the last tier: the whole price. */
const EVERYTHING = 10_000 as BasisPoints;

/**
 * The possible rates of the new booking's least cancellation fee. The right rate is the fee for cancelling the old
 * booking at the time of the request. Several rates are possible if the old trip or its bus has changed since, or if
 * the company charged no fee.
 */
function leastFees(
  { cancellationTiers: tiers, leastFee }: BookingOnRecord,
  { leastFee: before, bookedFor, trip }: OldBooking,
  { askedAt, askedBy, fee }: BookingChange,
): readonly BasisPoints[] {
  const atLeast = (rate: BasisPoints): BasisPoints => (rate > before ? rate : before);
  // The platform's tiers of that time are not stored. So every rate that is at least the old booking's rate is
  // accepted.
  if (tiers === null) return [leastFee > before ? leastFee : before];
  const isAsBooked =
    bookedFor !== null &&
    trip.status === 'ACTIVE' &&
    bookedFor.departsAt === trip.departsAt &&
    bookedFor.busType.toUpperCase() === trip.busType.toUpperCase();
  if (!isAsBooked) return [before, ...tiers.map((tier) => atLeast(tier.fee)), atLeast(EVERYTHING)];
  const hours = hoursBetween(askedAt, trip.departsAt);
  const rate = atLeast(tiers.find((tier) => tier.hours <= hours)?.fee ?? EVERYTHING);
  return askedBy.role === 'OPERATOR' && fee === 0 ? [rate, before] : [rate];
}

const NEVER_DONE: ReadonlySet<BookingOnRecord['status']> = new Set(['PENDING_PAYMENT', 'EXPIRED', 'CANCELLED']);

/** The least and the most money that can have been left of the earlier payments when somebody asked for the change. */
interface Left {
  readonly least: number;
  readonly most: number;
}

/**
 * The most milliseconds by which the recorded moment of a partial cancellation is later than its own. Cancellations of
 * one millisecond get different moments.
 */
export const PARTS_APART = 20;

/**
 * The money left of the payments for earlier bookings when somebody asked for the change, less the fees that were kept.
 * Goodwill in the same millisecond may be older or newer, so there are two amounts.
 */
function leftFor({ earlierPayments, earlierFees }: BookingOnRecord, change: BookingChange): Left {
  const unspent = (isBefore: (at: Instant) => boolean): number =>
    earlierPayments
      .filter((payment) => isKept(payment) && !isCarrier(payment))
      .reduce((all, { amount, refunds }) => {
        const before = refunds.filter((refund) => isBeforeChange(refund, change, isBefore));
        return before.reduce((rest, refund) => rest - refund.amount, all + amount);
      }, 0);
  const kept = (until: number): number =>
    earlierFees.filter(({ at }) => change.doneAt !== null || at <= until).reduce((all, { fee }) => all + fee, 0);
  const left = (amount: number, fees: number): number => Math.max(amount - fees, 0);
  const [least, most] = [unspent((at) => at <= change.askedAt), unspent((at) => at < change.askedAt)];
  // Changes from before the departure was stored did not subtract the fees.
  return {
    least: left(least, kept(change.askedAt + PARTS_APART)),
    most: change.oldDepartsAt === null ? most : left(most, kept(change.askedAt - 1)),
  };
}

/**
 * Whether a refund was added before somebody asked for the change. While a change waits to be paid, and after it, the
 * old booking gets no refunds but those of the change. So bookings tell the order, except for goodwill. A change that
 * was never done replaced nothing, so its old booking may get refunds later: these are told by their time.
 */
function isBeforeChange(
  { bookingId, reason, createdAt }: RefundOnRecord,
  { oldId, doneAt }: BookingChange,
  isBefore: (at: Instant) => boolean,
): boolean {
  if (bookingId > oldId || (bookingId === oldId && reason === 'CHANGE')) return false;
  const isByTime = reason === 'GOODWILL' || (doneAt === null && bookingId === oldId);
  return isByTime ? isBefore(createdAt) : true;
}

/**
 * Faults of a booking that another booking replaced. The change and the booking must name the same moment, fee,
 * requester and refunds.
 */
function endedFaults(booking: BookingOnRecord): readonly string[] {
  const { changedTo, status, total, earnedAt, cancelledAt, cancelledBy, cancellationFee } = booking;
  if (changedTo === null || changedTo.doneAt === null) return [];
  const back = ownRefunds(booking)
    .filter(({ refund }) => refund.reason === 'CHANGE')
    .reduce((all, { refund }) => all + refund.amount, 0);
  return faultsBy([
    [status === 'CANCELLED', `it is ${status} although booking ${changedTo.bookingId} took its place`],
    [earnedAt === null, `it is earned, and booking ${changedTo.bookingId} took its place`],
    [
      changedTo.oldDepartsAt === null || changedTo.doneAt < changedTo.oldDepartsAt,
      `it should have left ${toIso(changedTo.oldDepartsAt ?? changedTo.doneAt)}, and its change was done ${toIso(changedTo.doneAt)}`,
    ],
    [total === changedTo.oldTotal, `it costs ${npr(total)}, and its change took it as ${npr(changedTo.oldTotal)}`],
    [
      cancelledAt === changedTo.doneAt,
      `it ended ${cancelledAt === null ? 'never' : toIso(cancelledAt)}, and its change was done ${toIso(changedTo.doneAt)}`,
    ],
    [
      cancelledBy === changedTo.askedBy.role,
      `${cancelledBy ?? 'nobody'} ended it, and its change was asked for by ${changedTo.askedBy.role}`,
    ],
    [
      cancellationFee === changedTo.fee,
      `it ended at a fee of ${rupees(cancellationFee ?? 0)}, and its change keeps ${npr(changedTo.fee)}`,
    ],
    [
      back === changedTo.toRefund,
      `its change gives ${npr(changedTo.toRefund)} back, and its refunds are of ${rupees(back)}`,
    ],
  ]);
}
