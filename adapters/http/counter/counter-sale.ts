import { Type } from '@sinclair/typebox';
import type { SoldAtCounter } from '../../../core/counter/sold.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { AT_COUNTER } from '../../../core/payments/payment.ts';
import { smsNumberOf } from '../../../core/payments/sms-number.ts';
import { type OfficeBookingNeeds, officeBookingResponse, toOfficeBooking } from '../payments/office-booking.ts';
import { moment } from '../route/fields.ts';

export const saleResponse = Type.Object(
  {
    ...officeBookingResponse.properties,
    sms: Type.Boolean({
      description: 'Is true if the contact gets texts, because their phone is a mobile number of Nepal; false if not.',
    }),
    qr_text: Type.Optional(
      Type.String({
        description:
          'Is the text to draw as a QR code, unchanged, while the sale waits for its payment; null otherwise.',
      }),
    ),
    qr_expires_at: Type.Optional(moment({ description: 'Tells until when the QR code can be paid.' })),
    gateway_id: Type.Optional(
      Type.String({ description: 'Is the id by which the gateway knows the payment by this code.' }),
    ),
  },
  { title: 'CounterSale' },
);

export const toSale = (links: OfficeBookingNeeds) => {
  const toBooking = toOfficeBooking(links);
  return ({ qr, ...booking }: SoldAtCounter) => ({
    ...toBooking(booking),
    sms: smsNumberOf(booking, 'CONFIRMED') !== undefined,
    ...(qr && { qr_text: qr.text, qr_expires_at: toIso(qr.goodUntil), gateway_id: qr.gatewayId }),
  });
};

/**
 * Every way to pay at a counter: cash and other payments to the company, or a gateway's QR code. Includes gateways that
 * are not set up.
 */
export const waysToPay = ({ gateways }: OfficeBookingNeeds): readonly string[] => [
  ...AT_COUNTER,
  ...gateways.known.filter(({ kind }) => kind === 'qr').map(({ name }) => name),
];
