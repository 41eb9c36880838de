import { Type } from '@sinclair/typebox';
import { BOOKING_STATUSES } from '../../../core/bookings/booking.ts';
import type { CheckedPayment } from '../../../core/payments/check-payments.ts';
import { PAYMENT_STATUSES } from '../../../core/payments/payment.ts';
import { isoOrNull, moment, nullable } from '../route/fields.ts';

/** The response to a passenger or clerk who asks whether a payment has arrived. */
export const checkResponse = Type.Object(
  {
    gateway: Type.String({ examples: ['KHALTI'] }),
    status: Type.String({
      enum: [...PAYMENT_STATUSES],
      description: 'Gives the status of the payment that paid the booking, else of the newest payment.',
    }),
    booking_status: Type.String({ enum: [...BOOKING_STATUSES] }),
    qr_expires_at: nullable(moment({ description: 'Tells until when the QR code can be paid; null without a code.' })),
  },
  { title: 'PaymentCheck' },
);

export const toCheckResponse = ({ gateway, status, bookingStatus, qrExpiresAt }: CheckedPayment) => ({
  gateway,
  status,
  booking_status: bookingStatus,
  qr_expires_at: isoOrNull(qrExpiresAt),
});
