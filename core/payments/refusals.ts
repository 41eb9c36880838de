import type { BookingStatus } from '../bookings/booking.ts';
import { refusal } from '../kernel/refusal.ts';
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

export const tripOff = refusal(
  'conflict',
  'TRIP_NOT_ACTIVE',
  'This trip does not take place. Nothing has been charged.',
);

/** Also for another company's booking, so that callers cannot tell the difference. */
export const noSuchBooking = refusal('absent', 'BOOKING_UNKNOWN', 'There is no such booking.');

export const paymentUnknown = refusal('absent', 'PAYMENT_UNKNOWN', 'There is no such payment.');

export const notAtGateway = refusal(
  'conflict',
  'NOT_AT_GATEWAY',
  'The bus company took this payment itself, so there is no gateway to ask about it.',
);

/** An administrator cannot resolve this status, or the payment's money is in the ledger. */
export const wrongPaymentState = refusal(
  'conflict',
  'PAYMENT_STATE',
  (status: PaymentStatus) =>
    `This payment is ${status}, and nothing about it is open. Only a payment that is AMBIGUOUS or was given back by the gateway, and is not in the ledger, can be resolved.`,
);

export const enquiryRunning = refusal('conflict', 'ENQUIRY_RUNNING', () => ({
  message: 'The gateway is being asked about this payment, or was asked just now. Look again in a moment.',
  retryAfterSeconds: 1,
}));
