import { type Booking, type BookingStatus, isOverdue } from '../bookings/booking.ts';
import { invalidField, refusal, type Refusal } from '../kernel/refusal.ts';
import { type Paisa, toRupees } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { PaymentStatus } from './payment.ts';

export const alreadyPaid = refusal('conflict', 'BOOKING_ALREADY_PAID', 'This booking is already paid.');

const WHY: Readonly<Partial<Record<BookingStatus, string>>> = {
  EXPIRED: 'It was not paid in time: please book again.',
  CANCELLED: 'It was cancelled: please book again.',
  REFUNDED: 'It was cancelled: please book again.',
};

export const notPayable = refusal('conflict', 'BOOKING_NOT_PAYABLE', (status: BookingStatus) =>
  `This booking can't be paid, its status is ${status}. ${WHY[status] ?? ''}`.trim(),
);

/** The reason why a booking cannot be paid at `now`; undefined if it awaits payment. */
export function whyNotPayable(booking: Pick<Booking, 'status' | 'paymentDeadline'>, now: Instant): Refusal | undefined {
  if (booking.status === 'CONFIRMED') return alreadyPaid();
  if (booking.status !== 'PENDING_PAYMENT') return notPayable(booking.status);
  return isOverdue(booking, now) ? notPayable('EXPIRED') : undefined;
}

/** Refuses a gateway that is unknown or takes no new payments. */
export const gatewayOff = (names: readonly string[]) =>
  invalidField('gateway', `gateway must be one of ${names.join(', ')}.`);

export const amountNotTaken = refusal(
  'conflict',
  'AMOUNT_NOT_TAKEN',
  'This amount cannot be paid in this way. Please choose another one.',
);

export const tooManyAttempts = refusal('throttled', 'TOO_MANY_ATTEMPTS', (most: number, retryAfterSeconds: number) => ({
  message: `Payment of this booking was begun ${most} times. Pay on a page that is still open, or book again.`,
  retryAfterSeconds,
}));

export const gatewayUnavailable = refusal('unavailable', 'GATEWAY_UNAVAILABLE', (title: string) => ({
  message: `${title} does not take payments just now. Nothing was charged: pay in another way, or try again in a moment.`,
  retryAfterSeconds: 5,
}));

export const tripOff = refusal(
  'conflict',
  'TRIP_NOT_ACTIVE',
  'This trip does not take place. Nothing has been charged.',
);

/** Thrown for an unknown booking and for another company's booking. Callers cannot tell the two cases apart. */
export const noSuchBooking = refusal('absent', 'BOOKING_UNKNOWN', 'There is no such booking.');

export const paymentUnknown = refusal('absent', 'PAYMENT_UNKNOWN', 'There is no such payment.');

export const noPayment = refusal('conflict', 'NO_PAYMENT', 'Nobody has begun to pay this booking.');

export const amountMissing = (most: Paisa) =>
  invalidField('amount', `amount must be above 0 and at most ${toRupees(most)}: what is left of the payment.`);

export const notAtGateway = refusal(
  'conflict',
  'NOT_AT_GATEWAY',
  'No gateway knows this payment: the bus company took it itself, or it carries the money of a changed booking.',
);

/** Refuses to resolve a payment in this status, or one whose money is in the ledger. */
export const wrongPaymentState = refusal(
  'conflict',
  'PAYMENT_STATE',
  (status: PaymentStatus) =>
    `This payment is ${status}, and cannot be decided in this way. Look at what the gateway said about it.`,
);

export const enquiryRunning = refusal('conflict', 'ENQUIRY_RUNNING', () => ({
  message: 'The gateway is being asked about this payment, or was asked just now. Look again in a moment.',
  retryAfterSeconds: 1,
}));
