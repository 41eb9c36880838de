import { Type } from '@sinclair/typebox';
import type { BookingId } from '../../../core/kernel/ids.ts';
import type { AbandonPayment } from '../../../core/payments/abandon-payment.ts';
import type { SettlePayment } from '../../../core/payments/settle-payment.ts';
import type { Settlement } from '../../../core/payments/settlement.ts';
import type { StartCheckout } from '../../../core/payments/start-checkout.ts';
import { bookingAnswer, toBookingAnswer } from '../answers/booking.ts';
import { id } from '../fields.ts';
import { redirectRoute, route } from '../route.ts';
import type { Redirect } from '../route.ts';

interface Uses {
  readonly startCheckout: StartCheckout;
  readonly settlePayment: SettlePayment;
  readonly abandonPayment: AbandonPayment;
  readonly passengerClientBase: string;
}

const field = (description: string, example: string) => Type.String({ description, examples: [example] });

const formFields = Type.Object({
  amount: field('Rupees: whole ones without decimals, others with two.', '1200'),
  tax_amount: field('Always 0: fares include taxes.', '0'),
  total_amount: field('The same text as `amount`.', '1200'),
  transaction_uuid: field('New for every checkout.', '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11'),
  product_code: field('The merchant.', 'EPAYTEST'),
  product_service_charge: field('Always 0.', '0'),
  product_delivery_charge: field('Always 0.', '0'),
  success_url: field('Where the gateway sends the browser after a payment.', 'https://bus.example/api/payments/passenger/gateway/success'),
  failure_url: field('Where it sends the browser otherwise.', 'https://bus.example/api/payments/passenger/gateway/failure'),
  signed_field_names: field('What the signature covers.', 'total_amount,transaction_uuid,product_code'),
  signature: field('Base64.', 'i94zsd3oXF6ZsSr/kGqT4sSzYQzjj1W/waxjWyRwaME='),
}, { title: 'GatewayForm', description: 'Post these fields from the browser, all of them and unchanged, to `gateway_url`.' });

const callbackQuery = Type.Object({ data: Type.Optional(Type.String({ description: 'What the gateway has to say: base64 of JSON.' })) });

const REASONS: Readonly<Record<Exclude<Settlement['outcome'], 'paid'>, string>> = {
  'refund due': 'refund_due', refunded: 'refunded', unverified: 'unverified', 'not matched': 'not_matched',
};

const toResult = (settlement: Settlement): Readonly<Record<string, string>> => ({
  success: String(settlement.outcome === 'paid'),
  ...('bookingId' in settlement && { booking_id: String(settlement.bookingId) }),
  ...(settlement.outcome !== 'paid' && { reason: REASONS[settlement.outcome] }),
});

export const paymentRoutes = ({ startCheckout, settlePayment, abandonPayment, passengerClientBase }: Uses) => {
  const resultPage = (result: Readonly<Record<string, string>>): Redirect =>
    ({ location: `${passengerClientBase}/payment-result.html?${new URLSearchParams(result).toString()}` });

  return [
    route({
      method: 'post',
      path: '/api/bookings/:id/checkout',
      summary: 'Pay a booking',
      description: 'Begins a payment and answers the form that the browser posts to the gateway. Each checkout is an attempt of its own.',
      access: 'passenger',
      idempotent: true,
      limit: 'checkout',
      params: Type.Object({ id: id({ description: 'The booking id.' }) }),
      status: 200,
      answer: Type.Object({
        form_fields: formFields,
        gateway_url: Type.String({ examples: ['https://gateway.example/api/epay/main/v2/form'] }),
        remaining_seconds: Type.Integer({ minimum: 0, description: 'Until `payment_deadline` of the booking.', examples: [895] }),
        booking: bookingAnswer,
      }),
      refuses: { absent: ['BOOKING_UNKNOWN'], conflict: ['BOOKING_ALREADY_PAID', 'BOOKING_NOT_PAYABLE', 'TRIP_DEPARTED', 'TRIP_NOT_ACTIVE'] },
      handle: async ({ caller, params }) => {
        const { form, remainingSeconds, booking } = await startCheckout(caller.userId, params.id as BookingId);
        return { form_fields: form.fields, gateway_url: form.url, remaining_seconds: remainingSeconds, booking: toBookingAnswer(booking) };
      },
    }),

    redirectRoute({
      method: 'get',
      path: '/api/payments/passenger/gateway/success',
      summary: 'Come back from the gateway after a payment',
      description: 'For the browser alone. Leads to `payment-result.html` of the passenger client with `success`, `booking_id` and, when it is not a success, '
        + '`reason`: `unverified`, `not_matched`, `refund_due` or `refunded`.',
      access: 'public',
      limit: 'none',
      query: callbackQuery,
      otherwise: resultPage({ success: 'false', reason: 'unverified' }),
      handle: async ({ query }) => resultPage(toResult(await settlePayment(query.data))),
    }),

    redirectRoute({
      method: 'get',
      path: '/api/payments/passenger/gateway/failure',
      summary: 'Come back from the gateway without having paid',
      description: 'For the browser alone. Leads to `payment-result.html` of the passenger client with `success=false`, `reason=cancelled` and `booking_id`, '
        + 'which is empty when the gateway did not say which payment it was.',
      access: 'public',
      limit: 'none',
      query: callbackQuery,
      otherwise: resultPage({ success: 'false', booking_id: '', reason: 'cancelled' }),
      handle: async ({ query }) => {
        const bookingId = await abandonPayment(query.data);
        return resultPage({ success: 'false', booking_id: String(bookingId ?? ''), reason: 'cancelled' });
      },
    }),
  ];
};
