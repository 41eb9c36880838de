import { isActive, isOverdue, isTicketed } from '../bookings/booking.ts';
import { minus, npr, share } from '../kernel/money.ts';
import { minutesAfter, toIso } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import { isAtGateway, isSettled } from '../payments/payment.ts';
import { ledgerFaults, notEarned, unearnedSince } from './ledger.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';
import { isGoodwill, named, refundFaults } from './refunds.ts';

/** What must hold for every booking, and for what is kept from being booked, whatever happens. */
export const INVARIANTS = [
  'SEAT_SOLD_TWICE',
  'SEATS_DIFFER',
  'COMPANY_DIFFERS',
  'AMOUNTS_DIFFER',
  'MONEY_WITHOUT_SEAT',
  'SEAT_WITHOUT_MONEY',
  'REFUND_DIFFERS',
  'COUNTER_SALE_DIFFERS',
  'LEDGER_DIFFERS',
  'BLOCK_MISPLACED',
  'BUS_ELSEWHERE',
  'PLACES_OVERSOLD',
  'CANCELLATION_INCOMPLETE',
  'TOTALS_DIFFER',
  'STATEMENT_DIFFERS',
  'OVERDUE',
  'PAYMENT_OPEN',
  'EVENT_UNTOLD',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

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

/**
 * Whether somebody is to travel. Since the journey, or since the booking or the trip ended, the trip may have got
 * another bus, or its bus another seat map or none.
 */
const isAheadOf = (booking: BookingOnRecord, now: Instant): boolean =>
  booking.trip.departsAt > now &&
  booking.trip.status === 'ACTIVE' &&
  isActive(booking.status) &&
  !isOverdue(booking, now);

const company: Rule = (booking, now) =>
  unless(
    booking.operatorId === booking.trip.operatorId || !isAheadOf(booking, now),
    'COMPANY_DIFFERS',
    `it was made with operator ${booking.operatorId}, and operator ${booking.trip.operatorId} runs the bus`,
  );

const seats: Rule = (booking, now) => {
  const { status, tripId, seatsCount, paymentDeadline, trip, seats: sold } = booking;
  const isAhead = isAheadOf(booking, now);
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
 * A booking entitled to travel has exactly one complete payment without a refund, other than goodwill; one that was
 * cancelled too late for a refund has at most one, and every other booking has none.
 */
const money: Rule = ({ status, total, cancellationFee, payments }) => {
  const kept = payments.filter(({ status: state, refunds: given }) => state === 'COMPLETE' && given.every(isGoodwill));
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

const refunds: Rule = (booking) => refundFaults(booking).map((says) => ['REFUND_DIFFERS', says]);

/**
 * What was sold at a counter was paid there, once; cash went into a shift of the seller. Nothing else is paid there.
 */
const counter: Rule = ({ channel, userId, operatorId, payments }) => {
  const isSettledThere = (payment: PaymentOnRecord): boolean => !isAtGateway(payment) && isSettled(payment.status);
  const isOfSeller = ({ shift }: PaymentOnRecord): boolean =>
    shift?.userId === userId && shift.operatorId === operatorId;
  const [isSold, here] = [channel === 'COUNTER', payments.filter((payment) => !isAtGateway(payment))];
  return [
    ...unless(
      isSold ? payments.length === 1 && payments.every(isSettledThere) : here.length === 0,
      'COUNTER_SALE_DIFFERS',
      isSold ? 'it was sold at a counter, and not paid there once' : 'it was made online, and paid at a counter',
    ),
    ...payments.flatMap((payment) =>
      unless(
        payment.gateway === 'CASH' ? isOfSeller(payment) : payment.shift === undefined,
        'COUNTER_SALE_DIFFERS',
        payment.gateway === 'CASH'
          ? `${named(payment)} is in no shift of its seller`
          : `${named(payment)} is in a shift, and was not paid in cash`,
      ),
    ),
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

/** A company that cancels a trip cancels what is booked on it; an import leaves that to the passengers. */
const cancelledTrip: Rule = (booking, now) =>
  unless(
    booking.trip.status === 'ACTIVE' ||
      !booking.trip.changedInOffice ||
      !isActive(booking.status) ||
      isOverdue(booking, now),
    'CANCELLATION_INCOMPLETE',
    `the booking is ${booking.status} although the company has cancelled trip ${booking.tripId}`,
  );

const ledger: Rule = (booking) => ledgerFaults(booking).map((says) => ['LEDGER_DIFFERS', says]);

const punctuality: Rule = (booking, now) => {
  const { status, paymentDeadline, trip } = booking;
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
    ...unless(!unearnedSince(booking, swept), 'OVERDUE', notEarned(trip.departsAt)),
  ];
};

const RULES: readonly Rule[] = [
  amounts,
  company,
  seats,
  money,
  refunds,
  counter,
  ledger,
  cancellation,
  cancelledTrip,
  punctuality,
];

/** Every invariant that a booking violates. */
export const violationsOf = (booking: BookingOnRecord, now: Instant): readonly Finding[] =>
  RULES.flatMap((rule) => rule(booking, now)).map(([invariant, says]) => ({
    invariant,
    row: `bookings ${booking.id}`,
    says: `${booking.code}: ${says}`,
  }));
