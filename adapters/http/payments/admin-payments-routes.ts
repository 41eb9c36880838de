import { Type } from '@sinclair/typebox';
import type { PaymentId } from '../../../core/kernel/ids.ts';
import { fromRupees, toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import type { EnquirePayment } from '../../../core/payments/enquire-payment.ts';
import { AT_COUNTER, PAYMENT_STATUSES } from '../../../core/payments/payment.ts';
import type { PaymentRecord, PaymentRecords, WholePaymentRecord } from '../../../core/payments/payment-record.ts';
import type { ViewPayment } from '../../../core/payments/view-payment.ts';
import { enquiryRunning, notAtGateway, paymentUnknown, wrongPaymentState } from '../../../core/payments/refusals.ts';
import type { ResolvePayment } from '../../../core/payments/resolve-payment.ts';
import type { SettlePayment } from '../../../core/payments/settle-payment.ts';
import { choice, creationMoment, decimal, id, moment, nullable, rupees, sizedLines } from '../route/fields.ts';
import { type ListNeeds, listRoute, oneOfWords, substring } from '../route/list-route.ts';
import { route } from '../route/route.ts';

interface Uses extends ListNeeds {
  readonly paymentRecords: Pick<PaymentRecords, 'list'>;
  readonly viewPayment: ViewPayment;
  readonly enquirePayment: EnquirePayment;
  readonly resolvePayment: ResolvePayment;
  readonly gateways: Pick<Gateways, 'known'>;
  readonly settlePayment: SettlePayment;
}

const payment = Type.Object(
  {
    id: Type.Integer({ examples: [9] }),
    booking_id: Type.Integer({ examples: [7] }),
    booking_code: Type.String({ examples: ['BT261120048213'] }),
    gateway: Type.String({ examples: ['ESEWA'] }),
    transaction_uuid: Type.String({ examples: ['0f2c9f0e-3f6a-4b60-9d7e-1f0a7f0b2c11'] }),
    gateway_id: nullable(
      Type.String({ description: 'Is the id by which the gateway knows the payment; null while it is unknown.' }),
    ),
    amount: rupees(),
    gateway_amount: nullable(
      rupees({
        description:
          'Gives the amount that the gateway took instead of `amount`, in NPR; null if it took no other amount.',
      }),
    ),
    status: Type.String({ enum: [...PAYMENT_STATUSES], examples: ['COMPLETE'] }),
    reference: nullable(
      Type.String({
        description: "Is the gateway's own number for the payment; null while it is unknown.",
        examples: ['000AWEO'],
      }),
    ),
    created_at: creationMoment(),
    resolvable: Type.Boolean({
      description:
        'Is true if `resolve` would settle the payment: the gateway left it open, or gave it back before its money was in the ledger; false otherwise.',
    }),
  },
  { title: 'Payment' },
);

const callback = Type.Object(
  {
    at: moment(),
    kind: Type.String({
      enum: ['SUCCESS_CALLBACK', 'FAILURE_CALLBACK', 'ENQUIRY'],
      description: 'Says where the message comes from: a browser brought it, or it answers an enquiry.',
    }),
    signature_valid: Type.Boolean({
      description:
        'Is true if the signature of the message is valid, and always for an answer to an enquiry; false if it is not valid.',
    }),
    raw_payload: Type.String({ description: 'Is the message as it came from the gateway, at most 8 KiB.' }),
  },
  { title: 'PaymentCallback' },
);

const wholePayment = Type.Object(
  {
    ...payment.properties,
    callbacks: Type.Array(callback, { description: 'Lists the messages about the payment, oldest first.' }),
  },
  { title: 'PaymentWithCallbacks' },
);

const toPayment = (record: PaymentRecord) => ({
  id: record.id,
  booking_id: record.bookingId,
  booking_code: record.bookingCode,
  gateway: record.gateway,
  transaction_uuid: record.transactionUuid,
  gateway_id: record.gatewayId,
  amount: toRupees(record.amount),
  gateway_amount: record.gatewayAmount === null ? null : toRupees(record.gatewayAmount),
  status: record.status,
  reference: record.reference,
  created_at: toIso(record.createdAt),
  resolvable: record.isResolvable,
});

const toWholePayment = (record: WholePaymentRecord) => ({
  ...toPayment(record),
  callbacks: record.callbacks.map(({ at, kind, signatureValid, payload }) => ({
    at: toIso(at),
    kind,
    signature_valid: signatureValid,
    raw_payload: payload,
  })),
});

const params = Type.Object({ id: id<PaymentId>({ description: 'Identifies the payment.' }) });

export const adminPaymentRoutes = (uses: Uses) => [
  listRoute(uses, {
    path: '/api/admin/payments',
    operationId: 'listPayments',
    summary: 'List all payments',
    description:
      'Lists the payments of all bookings, newest first. `from` and `to` are days on which a payment was begun. Money that only the list of a gateway has is of no booking: it is among the refunds, with the reason MONEY_WITHOUT_PAYMENT.',
    returns: 'Lists the payments, newest first, page by page.',
    access: 'admin',
    filters: {
      q: substring(
        'Limits the list to payments with this text in the booking code, in the transaction UUID or in the id at the gateway.',
      ),
      status: oneOfWords(PAYMENT_STATUSES),
      gateway: oneOfWords([...uses.gateways.known.map(({ name }) => name), ...AT_COUNTER]),
    },
    byDay: true,
    item: payment,
    list: ({ given: { q, status, gateway }, during }, page) =>
      uses.paymentRecords.list(
        { ...(q !== undefined && { q }), ...(status && { status }), ...(gateway && { gateway }), during },
        page,
      ),
    toItem: toPayment,
  }),

  route({
    method: 'get',
    path: '/api/admin/payments/:id',
    operationId: 'getPayment',
    summary: 'Look at any payment, with all that was said about it',
    description:
      'Shows an administrator one payment, with all that browsers and enquiries brought from the gateway about it.',
    returns: 'Shows the payment, with every answer of the gateway about it.',
    access: 'admin',
    params,
    status: 200,
    response: wholePayment,
    refuses: [paymentUnknown],
    handle: async ({ params: { id: given } }) => toWholePayment(await uses.viewPayment(given)),
  }),

  route({
    method: 'post',
    path: '/api/admin/payments/:id/enquire',
    operationId: 'enquirePayment',
    summary: 'Ask the gateway about a payment',
    description:
      'Settles the payment by the answer, as if a browser had brought it: a payment that is COMPLETE confirms its booking, or is to be refunded. ' +
      'Without an answer it becomes AMBIGUOUS. One that is COMPLETE, refunded or resolved already stays as it is, and nobody is asked.',
    returns: 'Shows the payment after the gateway was asked.',
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id: given } }) => uses.viewPayment(given),
    status: 200,
    response: wholePayment,
    refuses: [paymentUnknown, notAtGateway, enquiryRunning],
    handle: ({ caller, params: { id: given }, once }) =>
      once(toWholePayment, (keep) => uses.enquirePayment(caller.userId, given, keep)),
  }),

  route({
    method: 'post',
    path: '/api/admin/payments/:id/resolve',
    operationId: 'resolvePayment',
    summary: 'Settle a payment that the gateway leaves open',
    description:
      'Ends a payment that is AMBIGUOUS, or that the gateway has given back before its money was in the ledger. ' +
      'FAILED ends it, and the gateway is never asked about it again. COMPLETE confirms it like any other: ' +
      'its booking is paid, or it is to be refunded.',
    returns: 'Shows the payment as it is settled now.',
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id: given } }) => uses.viewPayment(given),
    body: Type.Object(
      {
        as: choice(['FAILED', 'COMPLETE'] as const, { description: 'Says how the payment ended: COMPLETE or FAILED.' }),
        note: sizedLines({ max: 300 }, { description: 'Says how you know it, for the activity log.' }),
      },
      { examples: [{ as: 'COMPLETE', note: 'eSewa shows it as paid: ticket 5531.' }] },
    ),
    status: 200,
    response: wholePayment,
    refuses: [paymentUnknown, notAtGateway, wrongPaymentState],
    handle: ({ caller, params: { id: given }, body, once }) =>
      once(toWholePayment, (keep) => uses.resolvePayment(caller.userId, given, body, keep)),
  }),

  route({
    method: 'post',
    path: '/api/admin/payments/:id/settle',
    operationId: 'settlePayment',
    summary: 'Book what came on a payment, and give it back',
    description:
      'Records the money of a payment that is AMBIGUOUS because the gateway took another amount, ' +
      'or gave a part back before it was in the ledger. What came is owed to the payer as a refund; ' +
      'the booking stays as it is.',
    returns: 'Shows the payment, whose money is now to be refunded.',
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id: given } }) => uses.viewPayment(given),
    body: Type.Object(
      {
        as: choice(['refund'] as const, {
          description: 'Decides on the money, which is always refunded to the payer.',
        }),
        amount: Type.Optional(
          decimal(
            { minimum: 0, maximum: 1_000_000_000 },
            {
              description:
                'Gives the amount that is left after a part was given back, in NPR. It is ignored where `gateway_amount` says what came.',
            },
          ),
        ),
      },
      { examples: [{ as: 'refund' }] },
    ),
    status: 200,
    response: wholePayment,
    refuses: [paymentUnknown, wrongPaymentState],
    handle: ({ caller, params: { id: given }, body, once }) =>
      once(toWholePayment, (keep) =>
        uses.settlePayment(caller.userId, given, body.amount === undefined ? undefined : fromRupees(body.amount), keep),
      ),
  }),
];
