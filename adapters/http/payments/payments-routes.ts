import { Type } from '@sinclair/typebox';
import { bookingNotOwn, bookingUnknown } from '../../../core/bookings/refusals.ts';
import type { RefuseNotOwn } from '../../../core/bookings/shown-bookings.ts';
import { toIso } from '../../../core/kernel/time.ts';
import type { CheckOwnPayments } from '../../../core/payments/check-payments.ts';
import type { GatewayFacts, Gateways, ReturnAddress } from '../../../core/payments/gateway.ts';
import type { HandleFailureCallback, HandleSuccessCallback } from '../../../core/payments/handle-callback.ts';
import type { HandleReturn, ReturnOutcome } from '../../../core/payments/handle-return.ts';
import type { WayToPay } from '../../../core/payments/attempt.ts';
import {
  alreadyPaid,
  amountNotTaken,
  gatewayUnavailable,
  noPayment,
  notPayable,
  tooManyAttempts,
  tripOff,
} from '../../../core/payments/refusals.ts';
import type { Checkout, StartCheckout } from '../../../core/payments/start-checkout.ts';
import { tripDeparted, tripNotBookable } from '../../../core/trips/refusals.ts';
import { bookingResponse, type BookingResponseNeeds, toBookingResponse } from '../bookings/booking.ts';
import { bookingPath, item, moment, nullable, oneOf } from '../route/fields.ts';
import { checkResponse, toCheckResponse } from './payment-check.ts';
import { redirectRoute, route } from '../route/route.ts';
import type { Redirect } from '../route/response.ts';

interface Uses extends BookingResponseNeeds {
  readonly startCheckout: StartCheckout;
  readonly checkOwnPayments: CheckOwnPayments;
  readonly refuseNotOwn: RefuseNotOwn;
  readonly handleReturn: HandleReturn;
  readonly handleSuccessCallback: HandleSuccessCallback;
  readonly handleFailureCallback: HandleFailureCallback;
  readonly passengerClientBase: string;
}

/**
 * The answer of a checkout, by how the payer gets to the gateway. Each gateway has form fields of its own, so the form
 * is described as a map of texts.
 */
function checkoutResponse(gateways: Pick<Gateways, 'known'>) {
  const common = {
    gateway: Type.String({
      enum: gateways.known.map(({ name }) => name),
      description: 'Names the gateway at which this payment waits.',
      examples: ['ESEWA'],
    }),
    transaction_uuid: Type.String({
      format: 'uuid',
      description: 'Is this service’s own name of the payment, which the gateway repeats in its answers.',
      examples: ['7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11'],
    }),
    gateway_id: nullable(
      Type.String({ description: 'Is the gateway’s name of the payment; null until the gateway has given one.' }),
    ),
    remaining_seconds: Type.Integer({
      minimum: 0,
      description: 'Counts the seconds until the `payment_deadline` of the booking.',
      examples: [895],
    }),
    booking: bookingResponse,
  };
  const form = Type.Object(
    {
      kind: Type.Literal('form', { description: 'Says that the payer posts a form to the gateway.' }),
      gateway_url: Type.String({
        format: 'uri',
        description: 'Is the address to which the browser posts the form.',
        examples: ['https://gateway.example/api/epay/main/v2/form'],
      }),
      form_fields: Type.Record(Type.String(), Type.String(), {
        description: 'Gives the names and values of the form. Post all of them, unchanged.',
        examples: [{ total_amount: '1200', transaction_uuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11' }],
      }),
      ...common,
    },
    { title: 'FormCheckout', description: 'Describes a payment that begins by posting a form.' },
  );
  const redirect = Type.Object(
    {
      kind: Type.Literal('redirect', { description: 'Says that the payer opens a page of the gateway.' }),
      redirect_url: Type.String({
        format: 'uri',
        description: 'Is the address of the gateway’s page for this payment.',
      }),
      ...common,
    },
    { title: 'RedirectCheckout', description: 'Describes a payment that begins by opening a page of the gateway.' },
  );
  const qr = Type.Object(
    {
      kind: Type.Literal('qr', { description: 'Says that the payer scans a code with the gateway’s app.' }),
      qr_text: Type.String({ description: 'Is the text to draw as a QR code, unchanged.' }),
      qr_expires_at: moment({ description: 'Tells from when on the code can no longer be paid.' }),
      ...common,
    },
    { title: 'QrCheckout', description: 'Describes a payment that begins by scanning a code.' },
  );
  return oneOf('kind', [form, redirect, qr], { title: 'Checkout' });
}

const callbackQuery = Type.Object({
  data: Type.Optional(Type.String({ description: 'Gives the outcome as the gateway sends it: base64 of JSON.' })),
});

/** Tells a page how to send the payer to the gateway: by a form, a redirect or a QR code. */
function toWay(way: WayToPay) {
  switch (way.kind) {
    case 'form':
      return { kind: way.kind, gateway_url: way.url, form_fields: way.fields };
    case 'redirect':
      return { kind: way.kind, redirect_url: way.url };
    case 'qr':
      return { kind: way.kind, qr_text: way.text, qr_expires_at: toIso(way.goodUntil) };
  }
}

const toCheckoutResponse =
  (needs: BookingResponseNeeds) =>
  ({ gateway, transactionUuid, gatewayId, way, remainingSeconds, booking }: Checkout) => ({
    gateway,
    transaction_uuid: transactionUuid,
    gateway_id: gatewayId ?? null,
    ...toWay(way),
    remaining_seconds: remainingSeconds,
    booking: toBookingResponse(needs)(booking),
  });

const REASONS: Readonly<Record<Exclude<ReturnOutcome['outcome'], 'paid'>, string>> = {
  'refund due': 'refund_due',
  refunded: 'refunded',
  cancelled: 'cancelled',
  pending: 'pending',
  unverified: 'unverified',
  'not matched': 'not_matched',
};

const toResult = (settlement: ReturnOutcome): Readonly<Record<string, string>> => ({
  success: String(settlement.outcome === 'paid'),
  ...('bookingId' in settlement && { booking_id: String(settlement.bookingId) }),
  ...(settlement.outcome !== 'paid' && { reason: REASONS[settlement.outcome] }),
});

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const paymentRoutes = ({
  startCheckout,
  checkOwnPayments,
  refuseNotOwn,
  handleReturn,
  handleSuccessCallback,
  handleFailureCallback,
  passengerClientBase,
  ...needs
}: Uses) => {
  const { gateways } = needs;
  const resultPage = (result: Readonly<Record<string, string>>): Redirect => ({
    location: `${passengerClientBase}/payment-result.html?${new URLSearchParams(result).toString()}`,
  });

  const returnRoute = ({ name, title }: GatewayFacts, { path, source, idParameter }: ReturnAddress) =>
    redirectRoute({
      method: 'get',
      path: `/api/payments/passenger/${path}`,
      operationId: `comeBack${path.split('/').map(capitalized).join('')}`,
      summary: `Come back from ${title}${source === 'FAILURE_CALLBACK' ? ' without having paid' : ''}`,
      description:
        'Takes the browser of a payer back; it is not for programs. The return proves nothing: it finds a payment, and the gateway is asked about it. ' +
        'It leads to `payment-result.html` of the passenger client ' +
        'with `success`, `booking_id` and, when it is not a success, `reason`: `cancelled`, `pending`, `unverified`, `not_matched`, `refund_due` or `refunded`.',
      returns: 'Redirects to `payment-result.html` of the passenger client, with the outcome in the query.',
      access: 'public',
      changesOnGet: true,
      limit: 'none',
      query: Type.Object(
        { [idParameter]: Type.Optional(Type.String({ description: 'Is the id of the payment at the gateway.' })) },
        { additionalProperties: Type.String() },
      ),
      otherwise: resultPage({ success: 'false', reason: 'unverified' }),
      handle: async ({ query, origin }) =>
        resultPage(
          toResult(
            await handleReturn({
              gateway: name,
              source,
              gatewayId: query[idParameter],
              query: new URLSearchParams(query as Record<string, string>).toString(),
              address: origin.ip,
            }),
          ),
        ),
    });

  return [
    route({
      method: 'post',
      path: '/api/bookings/:id/checkout',
      operationId: 'startCheckout',
      summary: 'Pay a booking',
      description:
        'Begins a payment and answers how the payer gets to the gateway: a form to post (`form`), an address to open (`redirect`) or the text of a QR code (`qr`). ' +
        'Each form is an attempt of its own. A page or code that is still good is answered again. ' +
        'When the gateway opens none, another method can be chosen at once.',
      returns: 'Says how the payer gets to the gateway.',
      access: 'passenger',
      idempotent: true,
      limit: 'checkout',
      params: bookingPath,
      exists: ({ caller, params: { id: booking } }) => refuseNotOwn(caller.userId, booking),
      body: Type.Object({
        gateway: Type.Optional(
          item({
            description:
              'Names a way to pay that takes new payments. The default is the usual one if it takes the amount, else the first that does.',
            examples: ['KHALTI'],
          }),
        ),
      }),
      status: 200,
      response: checkoutResponse(gateways),
      refuses: [
        bookingUnknown,
        bookingNotOwn,
        alreadyPaid,
        notPayable,
        tripDeparted,
        tripNotBookable,
        tripOff,
        amountNotTaken,
        tooManyAttempts,
        gatewayUnavailable,
      ],
      handle: ({ caller, params, body, once }) =>
        once(toCheckoutResponse(needs), (keep) => startCheckout(caller.userId, params.id, body.gateway, keep)),
    }),

    route({
      method: 'post',
      path: '/api/bookings/:id/payment/check',
      operationId: 'checkPayment',
      summary: 'Look whether a booking is paid',
      description:
        'Asks about the newest open payment of each gateway, unless somebody did so within three seconds, and settles by the answers. ' +
        'Without an answer, the stored state is answered. For pages that wait while somebody pays.',
      returns: 'Shows the state of the booking’s payment.',
      access: 'passenger',
      limit: 'checkout',
      params: bookingPath,
      exists: ({ caller, params: { id: booking } }) => refuseNotOwn(caller.userId, booking),
      status: 200,
      response: checkResponse,
      refuses: [bookingUnknown, bookingNotOwn, noPayment],
      handle: async ({ caller, params }) => toCheckResponse(await checkOwnPayments(caller.userId, params.id)),
    }),

    ...gateways.known.flatMap((facts) => facts.returns.map((address) => returnRoute(facts, address))),

    redirectRoute({
      method: 'get',
      path: '/api/payments/passenger/gateway/success',
      operationId: 'handlePaymentSuccess',
      summary: 'Come back from the gateway after a payment',
      description:
        'Takes the browser of a payer back after a payment; it is not for programs. ' +
        'It leads to `payment-result.html` of the passenger client with `success`, `booking_id` and, ' +
        'when it is not a success, `reason`: `unverified`, `not_matched`, `refund_due` or `refunded`.',
      returns: 'Redirects to `payment-result.html` of the passenger client, with the outcome in the query.',
      access: 'public',
      changesOnGet: true,
      limit: 'none',
      query: callbackQuery,
      otherwise: resultPage({ success: 'false', reason: 'unverified' }),
      handle: async ({ query, origin }) => resultPage(toResult(await handleSuccessCallback(query.data, origin.ip))),
    }),

    redirectRoute({
      method: 'get',
      path: '/api/payments/passenger/gateway/failure',
      operationId: 'handlePaymentFailure',
      summary: 'Come back from the gateway without having paid',
      description:
        'Takes the browser of a payer back who has not paid; it is not for programs. ' +
        'It leads to `payment-result.html` of the passenger client with `success=false`, ' +
        '`reason=cancelled` and `booking_id`, which is empty when the gateway did not say which payment it was.',
      returns: 'Redirects to `payment-result.html` of the passenger client, with the outcome in the query.',
      access: 'public',
      changesOnGet: true,
      limit: 'none',
      query: callbackQuery,
      otherwise: resultPage({ success: 'false', booking_id: '', reason: 'cancelled' }),
      handle: async ({ query, origin }) => {
        const bookingId = await handleFailureCallback(query.data, origin.ip);
        return resultPage({ success: 'false', booking_id: String(bookingId ?? ''), reason: 'cancelled' });
      },
    }),
  ];
};
