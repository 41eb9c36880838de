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
      description: 'Names the way to pay for programs; checkout takes the name as `gateway`.',
      examples: ['KHALTI'],
    }),
    name: Type.String({ description: 'Names the way to pay as people know it.', examples: ['Khalti'] }),
    kind: Type.String({
      description:
        'Says how the payer gets to the gateway: by a form to post, an address to open, or a QR code to scan.',
      enum: ['form', 'redirect', 'qr'],
    }),
    min_amount: nullable(
      rupees({
        description: 'Gives the least amount that this way to pay takes, in NPR, inclusive; null means no limit.',
        examples: [10],
      }),
    ),
    max_amount: nullable(
      rupees({
        description: 'Gives the largest amount that this way to pay takes, in NPR, inclusive; null means no limit.',
      }),
    ),
    refunds: Type.String({
      description: 'Says who pays refunds: an administrator, or the service itself.',
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
    returns: 'Lists the ways to pay, in the order in which passengers are offered them.',
    access: 'public',
    status: 200,
    response: Type.Array(methodResponse),
    handle: async () => gateways.on.map(toMethod),
  }),
];
