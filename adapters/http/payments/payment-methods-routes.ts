import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import type { Gateways, PaymentGateway } from '../../../core/payments/gateway.ts';
import { nullable, rupees } from '../route/fields.ts';
import { route } from '../route/route.ts';

interface Uses {
  readonly gateways: Pick<Gateways, 'on'>;
}

const methodResponse = Type.Object(
  {
    gateway: Type.String({
      description: 'The name of the way to pay that checkout takes as `gateway`.',
      examples: ['KHALTI'],
    }),
    name: Type.String({ description: 'The name of the way to pay that people know.', examples: ['Khalti'] }),
    kind: Type.String({
      description:
        'The way in which the payer gets to the gateway: a form to post, an address to open, or a QR code to scan.',
      enum: ['form', 'redirect', 'qr'],
    }),
    min_amount: nullable(
      rupees({
        description: 'The least amount that this way to pay takes, in NPR, inclusive. Null: no limit.',
        examples: [10],
      }),
    ),
    max_amount: nullable(
      rupees({ description: 'The largest amount that this way to pay takes, in NPR, inclusive. Null: no limit.' }),
    ),
    refunds: Type.String({
      description: 'Whether refunds are paid by an administrator, or by the service itself.',
      enum: ['by_hand', 'automatic'],
    }),
  },
  { title: 'PaymentMethod' },
);

const toMethod = ({ name, title, kind, bounds: { min, max }, refunds }: PaymentGateway) => ({
  gateway: name,
  name: title,
  kind,
  min_amount: min === null ? null : toRupees(min),
  max_amount: max === null ? null : toRupees(max),
  refunds,
});

export const paymentMethodRoutes = ({ gateways }: Uses) => [
  route({
    method: 'get',
    path: '/api/payment-methods',
    operationId: 'listPaymentMethods',
    summary: 'List the ways to pay',
    description: 'Lists the ways to pay that take new payments, in the order in which passengers are offered them.',
    returns: 'The ways to pay, in the order in which passengers are offered them.',
    access: 'public',
    status: 200,
    response: Type.Array(methodResponse),
    handle: async () => gateways.on.map(toMethod),
  }),
];
