import { isActive, isOverdue, isTicketed } from '../bookings/booking.ts';
import { type Instant, minutesAfter, toIso } from '../kernel/time.ts';
import { isAtGateway, isSettled } from '../payments/payment.ts';
import { amountFaults } from './amounts.ts';
import type { Finding, Invariant } from './finding.ts';
import { isOfSeat } from '../seats/block.ts';
import { type Section, isSameSection } from '../trips/sections.ts';
import { isCarrier, isOfPart, type Known } from './due-rows.ts';
import { boardingFaults } from './boardings.ts';
import { changeFaults } from './changes.ts';
import { lentFaults } from './lent-blocks.ts';
import { ledgerFaults, notEarned, unearnedSince } from './ledger.ts';
import type { BookingOnRecord, PaymentOnRecord } from './ports.ts';
import { isGoodwill, named, refundFaults } from './refunds.ts';
import { unearnedFaults } from './sums.ts';
import { loggedFaults } from './logged-acts.ts';
import { paymentDetailFaults } from './payment-details.ts';
import { refundDetailFaults } from './refund-details.ts';
import { bookedTimesFaults } from './booked-times.ts';
import { SWEEP_GRACE_MINUTES } from './sweep-grace.ts';
import { termFaults } from './terms.ts';

type Rule = (booking: BookingOnRecord, now: Instant) => readonly (readonly [Invariant, string])[];

/** Returns a finding unless the invariant holds. `says` is the evidence. */
const unless = (holds: boolean, invariant: Invariant, says: string): ReturnType<Rule> =>
  holds ? [] : [[invariant, says]];

const amounts: Rule = (booking) => amountFaults(booking).map((says) => ['AMOUNTS_DIFFER', says]);

/**
 * Whether the booking's passengers still have to board. Seats are compared only until the departure. Afterwards the
 * trip may get another bus, or the bus another seat map or none.
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

const inWords = ({ from, to }: Section): string => `${from} to ${to}`;

const seats: Rule = (booking, now) => {
  const { status, tripId, seatsCount, paymentDeadline, trip, lentBlocks, seats: sold } = booking;
  const isAhead = isAheadOf(booking, now);
  const counts = isAhead ? [trip.hasSeatMap ? seatsCount : 0] : [seatsCount, 0];
  const until = status === 'PENDING_PAYMENT' ? paymentDeadline : null;
  // If a counter sale used up a block, the seat stays sold after the deadline until a job ends the unpaid sale.
  const isLent = lentBlocks !== 'unreadable' && lentBlocks.some(isOfSeat);
  return [
    ...unless(
      counts.includes(sold.length),
      'SEATS_DIFFER',
      `it is for ${seatsCount}, and has ${sold.length} on record`,
    ),
    ...sold.flatMap(({ seat, tripId: other, section, isAboard, isActive: taken, takenUntil }) => [
      ...unless(
        !isAhead || !taken || isAboard,
        'SEATS_DIFFER',
        `seat ${seat} is not in use on the bus that makes the trip`,
      ),
      ...unless(other === tripId, 'SEATS_DIFFER', `seat ${seat} is on trip ${other}, the booking on trip ${tripId}`),
      ...unless(
        isSameSection(section, booking.section),
        'SEATS_DIFFER',
        `seat ${seat} is for stops ${inWords(section)}, the booking for stops ${inWords(booking.section)}`,
      ),
      ...unless(
        taken === isActive(status),
        'SEATS_DIFFER',
        `seat ${seat} is ${taken ? 'still taken' : 'given up'} although the booking is ${status}`,
      ),
      ...unless(
        !taken || takenUntil === until || (isLent && takenUntil === null),
        'SEATS_DIFFER',
        `seat ${seat} is sold ${takenUntil === null ? 'for good' : `until ${toIso(takenUntil)}`} although the booking is ${status}`,
      ),
    ]),
  ];
};

/**
 * Compares the booking's status with its COMPLETE payments that were not refunded. Goodwill refunds do not count. A
 * booking with a valid ticket has one such payment. A booking cancelled too late for a refund has at most one such
 * payment. Every other booking has none.
 */
const money: Rule = (booking) => {
  const { status, total, cancellationFee, payments, change, changedTo } = booking;
  // Skips a booking that a change replaced, because the change moved its money to the new booking.
  if (changedTo !== null) return [];
  const kept = payments.filter(
    ({ status: state, refunds: given, gateway }) =>
      state === 'COMPLETE' &&
      !isCarrier({ gateway }) &&
      given.every((refund) => isGoodwill(refund) || isOfPart(booking, refund)),
  );
  const most = isTicketed(status) || (status === 'CANCELLED' && cancellationFee === total) ? 1 : 0;
  return [
    ...unless(
      kept.length <= most,
      'MONEY_WITHOUT_SEAT',
      `${kept.map(named).join(', ')} without a refund, although the booking is ${status}${most === 1 ? ', which takes one' : ''}`,
    ),
    ...unless(
      !isTicketed(status) || kept.length > 0 || (change !== null && change.doneAt !== null && change.toPay === 0),
      'SEAT_WITHOUT_MONEY',
      `the booking is ${status}, and no payment is COMPLETE`,
    ),
  ];
};

const changes: Rule = (booking) => changeFaults(booking).map((says) => ['CHANGE_DIFFERS', says]);

const refunds: Rule = (booking) => refundFaults(booking).map((says) => ['REFUND_DIFFERS', says]);

/**
 * Checks how a counter sale was paid: at the counter, at most once, or by payment codes of a gateway. Its cash belongs
 * to a shift of the seller. If a colleague took cash instead of a code, the cash belongs to the colleague's shift.
 * Online bookings are never paid at a counter. An agent's booking is paid once, on account.
 */
const counter: Rule = ({ channel, userId, operatorId, payments, change }) => {
  const isSettledThere = (payment: PaymentOnRecord): boolean => !isAtGateway(payment) && isSettled(payment.status);
  const isOfSeller = ({ shift }: PaymentOnRecord): boolean =>
    shift?.operatorId === operatorId && (shift.userId === userId || hasCode || change !== null);
  const [isSold, here] = [
    channel !== 'ONLINE',
    payments.filter((payment) => !isAtGateway(payment) && !isCarrier(payment)),
  ];
  const hasCode = payments.length > here.length;
  // Skips a booking that a change made: its passenger may pay the price difference at the company's counter.
  if (change !== null) return [];
  return [
    ...unless(
      isSold ? (hasCode || here.length === 1) && here.length <= 1 && here.every(isSettledThere) : here.length === 0,
      'COUNTER_SALE_DIFFERS',
      isSold
        ? 'it was sold at a counter, and not paid there once, nor by a code'
        : 'it was made online, and paid at a counter',
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

const lent: Rule = (booking) => lentFaults(booking).map((says) => ['COUNTER_SALE_DIFFERS', says]);

const unearned: Rule = (booking) => unearnedFaults(booking).map((says) => ['UNEARNED_DIFFERS', says]);

const refundDetails: Rule = (booking) => refundDetailFaults(booking).map((says) => ['REFUND_DIFFERS', says]);

const paymentDetails: Rule = (booking) => paymentDetailFaults(booking).map((says) => ['PAYMENT_DIFFERS', says]);

const bookedTimes: Rule = (booking, now) => bookedTimesFaults(booking, now).map((says) => ['SECTION_DIFFERS', says]);

const boardings: Rule = (booking, now) => boardingFaults(booking, now).map((says) => ['BOARDING_DIFFERS', says]);

const terms: Rule = (booking) => termFaults(booking).map((says) => ['TERMS_DIFFER', says]);

const logged: Rule = (booking) => loggedFaults(booking).map((says) => ['TRAIL_DIFFERS', says]);

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

/**
 * Checks that no booking on a cancelled trip is still active. Cancelling a trip cancels its bookings. A periodic job
 * cancels bookings that imports of earlier versions left active.
 */
const cancelledTrip: Rule = (booking, now) =>
  unless(
    booking.trip.status === 'ACTIVE' || !isActive(booking.status) || isOverdue(booking, now) || hasGotOff(booking, now),
    'CANCELLATION_INCOMPLETE',
    `the booking is ${booking.status} although trip ${booking.tripId} is cancelled`,
  );

/**
 * Whether the booking's passengers have arrived at their stop. Such a booking stays active, even if the trip is
 * cancelled later on its way.
 */
const hasGotOff = ({ sectionTimes }: BookingOnRecord, now: Instant): boolean =>
  sectionTimes !== null && sectionTimes.arrivesAt <= now;

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
  changes,
  counter,
  lent,
  unearned,
  cancellation,
  cancelledTrip,
  punctuality,
  refundDetails,
  paymentDetails,
  bookedTimes,
  boardings,
  terms,
  logged,
];

/** Every invariant that a booking violates. */
export const violationsOf = (booking: BookingOnRecord, known: Known, now: Instant): readonly Finding[] => [
  ...RULES.flatMap((rule) => rule(booking, now)).map(([invariant, says]) => ({
    invariant,
    row: `booking ${booking.id}`,
    says: `${booking.code}: ${says}`,
  })),
  ...ledgerFaults(booking, known).map(({ row, says }) => ({
    invariant: 'LEDGER_DIFFERS' as const,
    row,
    says: `${booking.code}: ${says}`,
  })),
];
