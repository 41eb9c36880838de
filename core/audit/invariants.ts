import { ACTIVE_STATUSES, isOverdue } from '../bookings/booking.ts';
import type { BookingStatus } from '../bookings/booking.ts';
import { minus, share, toRupees } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import { minutesAfter, toIso } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import { isForCancellation } from '../payments/ports.ts';
import { isTicketed } from '../tickets/ticket.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';

/** What must hold for every booking, whatever happens. */
export type Invariant =
  | 'SEAT_SOLD_TWICE'
  | 'SEATS_DIFFER'
  | 'AMOUNTS_DIFFER'
  | 'MONEY_WITHOUT_SEAT'
  | 'SEAT_WITHOUT_MONEY'
  | 'REFUND_DIFFERS'
  | 'CANCELLATION_INCOMPLETE'
  | 'TOTALS_DIFFER'
  | 'OVERDUE'
  | 'PAYMENT_OPEN'
  | 'EVENT_UNTOLD';

/** A violated invariant, and the row that shows it. */
export interface Finding {
  readonly invariant: Invariant;
  /** Table and key: `bookings 12`. */
  readonly row: string;
  readonly says: string;
}

/** The jobs run every minute: what falls due is done within a minute, two at most. */
export const SWEEP_GRACE_MINUTES = 2;

type Rule = (booking: BookingOnRecord, now: Instant) => readonly (readonly [Invariant, string])[];

/** A finding that says `says`, unless the invariant holds. */
const unless = (holds: boolean, invariant: Invariant, says: string): ReturnType<Rule> =>
  holds ? [] : [[invariant, says]];

const npr = (amount: Paisa): string => `NPR ${toRupees(amount)}`;
const named = ({ id, status }: PaymentOnRecord): string => `payment ${id} (${status})`;

const isActive = (status: BookingStatus): boolean => (ACTIVE_STATUSES as readonly BookingStatus[]).includes(status);

const amounts: Rule = ({ total, seatsCount, commission, commissionRate, operatorEarning, payments }) => [
  ...unless(
    total >= 0 && total % seatsCount === 0,
    'AMOUNTS_DIFFER',
    `${npr(total)} is not ${seatsCount} times a fare`,
  ),
  ...unless(
    commission === share(total, commissionRate),
    'AMOUNTS_DIFFER',
    `a commission of ${npr(commission)} is not ${commissionRate / 100} % of ${npr(total)}`,
  ),
  ...unless(
    operatorEarning === minus(total, commission),
    'AMOUNTS_DIFFER',
    `the operator gets ${npr(operatorEarning)} of ${npr(total)} less ${npr(commission)}`,
  ),
  ...payments.flatMap((payment) =>
    unless(
      payment.amount === total,
      'AMOUNTS_DIFFER',
      `${named(payment)} is of ${npr(payment.amount)}, not ${npr(total)}`,
    ),
  ),
];

const seats: Rule = (booking, now) => {
  const { status, tripId, seatsCount, paymentDeadline, trip, seats: sold } = booking;
  // Since the journey, or since the booking or the trip ended, the trip may have got another bus, or its bus another
  // seat map or none.
  const isAhead = trip.departsAt > now && trip.status === 'ACTIVE' && isActive(status) && !isOverdue(booking, now);
  const counts = isAhead ? [trip.hasSeatMap ? seatsCount : 0] : [seatsCount, 0];
  const until = status === 'PENDING_PAYMENT' ? paymentDeadline : null;
  return [
    ...unless(
      counts.includes(sold.length),
      'SEATS_DIFFER',
      `it is for ${seatsCount}, and has ${sold.length} on record`,
    ),
    ...sold.flatMap(({ seat, tripId: other, isAboard, isActive: taken, takenUntil }) => [
      ...unless(
        !isAhead || !taken || isAboard,
        'SEATS_DIFFER',
        `seat ${seat} is not in use on the bus that makes the trip`,
      ),
      ...unless(other === tripId, 'SEATS_DIFFER', `seat ${seat} is on trip ${other}, the booking on trip ${tripId}`),
      ...unless(
        taken === isActive(status),
        'SEATS_DIFFER',
        `seat ${seat} is ${taken ? 'still taken' : 'given up'} although the booking is ${status}`,
      ),
      ...unless(
        !taken || takenUntil === until,
        'SEATS_DIFFER',
        `seat ${seat} is sold ${takenUntil === null ? 'for good' : `until ${toIso(takenUntil)}`} although the booking is ${status}`,
      ),
    ]),
  ];
};

/**
 * A booking entitled to travel has exactly one complete payment without a refund; one that was cancelled too late for a
 * refund has at most one, and every other booking has none.
 */
const money: Rule = ({ status, total, cancellationFee, payments }) => {
  const kept = payments.filter((payment) => payment.status === 'COMPLETE' && !payment.refund);
  const most = isTicketed(status) || (status === 'CANCELLED' && cancellationFee === total) ? 1 : 0;
  return [
    ...unless(
      kept.length <= most,
      'MONEY_WITHOUT_SEAT',
      `${kept.map(named).join(', ')} without a refund, although the booking is ${status}${most === 1 ? ', which takes one' : ''}`,
    ),
    ...unless(
      !isTicketed(status) || kept.length > 0,
      'SEAT_WITHOUT_MONEY',
      `the booking is ${status}, and no payment is COMPLETE`,
    ),
  ];
};

const refunds: Rule = ({ id, status, total, cancellationFee, payments }) => {
  const cancelled = payments.filter(({ refund }) => refund && isForCancellation(refund.reason));
  return [
    ...unless(
      cancelled.length === (status === 'REFUNDED' ? 1 : 0),
      'REFUND_DIFFERS',
      `the booking is ${status}, and has ${cancelled.length} refunds for its cancellation`,
    ),
    ...payments.flatMap((payment) => {
      const { refund, amount } = payment;
      if (!refund) return [];
      const due = isForCancellation(refund.reason) ? minus(total, cancellationFee ?? total) : amount;
      const isWhole = refund.amount === amount;
      const states = isForCancellation(refund.reason)
        ? [isWhole ? 'FULL_REFUND' : 'PARTIAL_REFUND']
        : ['COMPLETE', 'FULL_REFUND'];
      return [
        ...unless(
          refund.amount === due && due > 0,
          'REFUND_DIFFERS',
          `the refund of ${named(payment)} is of ${npr(refund.amount)}, not ${npr(due)}`,
        ),
        ...unless(
          states.includes(payment.status),
          'REFUND_DIFFERS',
          `${named(payment)} has a refund of ${npr(refund.amount)} out of ${npr(amount)}`,
        ),
        ...unless(
          refund.bookingId === id,
          'REFUND_DIFFERS',
          `the refund of ${named(payment)} is recorded for booking ${refund.bookingId}`,
        ),
      ];
    }),
  ];
};

const cancellation: Rule = ({ status, total, cancelledBy, cancelledAt, cancellationFee }) => {
  const isCancelled = status === 'CANCELLED' || status === 'REFUNDED';
  const isComplete =
    cancelledBy !== null && cancelledAt !== null && cancellationFee !== null && cancellationFee <= total;
  return unless(
    isCancelled ? isComplete : cancelledAt === null,
    'CANCELLATION_INCOMPLETE',
    isCancelled
      ? 'it does not say who cancelled it, when, and at what fee'
      : `the booking is ${status}, and has a moment of cancellation`,
  );
};

const punctuality: Rule = ({ status, paymentDeadline, trip }, now) => {
  const swept = minutesAfter(now, -SWEEP_GRACE_MINUTES);
  return [
    ...unless(
      status !== 'PENDING_PAYMENT' || paymentDeadline > swept,
      'OVERDUE',
      `it waits for a payment that was due ${toIso(paymentDeadline)}`,
    ),
    ...unless(
      !isTicketed(status) || status === 'COMPLETED' || trip.arrivesAt > swept,
      'OVERDUE',
      `it is ${status}, and the bus arrived ${toIso(trip.arrivesAt)}`,
    ),
  ];
};

const RULES: readonly Rule[] = [amounts, seats, money, refunds, cancellation, punctuality];

/** Every invariant that a booking violates. */
export const violationsOf = (booking: BookingOnRecord, now: Instant): readonly Finding[] =>
  RULES.flatMap((rule) => rule(booking, now)).map(([invariant, says]) => ({
    invariant,
    row: `bookings ${booking.id}`,
    says: `${booking.code}: ${says}`,
  }));
