import { Type } from '@sinclair/typebox';
import { memberOf } from '../../../core/companies/member.ts';
import type { CheckoutSale } from '../../../core/counter/checkout-sale.ts';
import type { CheckSale } from '../../../core/counter/check-sale.ts';
import { noOpenShift, notCounterSale, saleClosed } from '../../../core/counter/refusals.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import {
  amountNotTaken,
  gatewayUnavailable,
  noPayment,
  noSuchBooking,
  tooManyAttempts,
} from '../../../core/payments/refusals.ts';
import { companyOffice, type OfficeBookingNeeds } from '../payments/office-booking.ts';
import { checkResponse, toCheckResponse } from '../payments/payment-check.ts';
import { bookingPath, choice } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { saleResponse, toSale, waysToPay } from './counter-sale.ts';

interface Uses extends OfficeBookingNeeds {
  readonly checkoutSale: CheckoutSale;
  readonly checkSale: CheckSale;
  readonly viewOfficeBooking: ViewOfficeBooking;
}

export const counterPaymentRoutes = ({ checkoutSale, checkSale, viewOfficeBooking, ...links }: Uses) => [
  route({
    method: 'post',
    path: '/api/operator/bookings/:id/checkout',
    operationId: 'checkoutSale',
    summary: 'Take the payment of a sale that waits',
    description:
      'Answers the code of the sale again, or a new one when none is good. In cash or by a QR code of the company, the sale is CONFIRMED at once; ' +
      'a code that is paid as well is given back. The time to pay never gets longer.',
    returns: 'Shows the sale: its booking and, if it waits for a payment, the code to pay.',
    access: 'clerk',
    idempotent: true,
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => viewOfficeBooking(companyOffice(caller), booking),
    body: Type.Object({
      paid_by: Type.Optional(
        choice(waysToPay(links), {
          description: 'Says how the sale is paid; by default by a code of a gateway.',
          examples: ['CASH'],
        }),
      ),
    }),
    status: 200,
    response: saleResponse,
    refuses: [
      noSuchBooking,
      notCounterSale,
      saleClosed,
      noOpenShift,
      amountNotTaken,
      tooManyAttempts,
      gatewayUnavailable,
    ],
    handle: ({ caller, params: { id: booking }, body, once }) =>
      once(toSale(links), (keep) => checkoutSale(memberOf(caller), booking, body.paid_by, keep)),
  }),

  route({
    method: 'post',
    path: '/api/operator/bookings/:id/payment/check',
    operationId: 'checkSale',
    summary: 'Look whether a sale is paid',
    description:
      'Asks the gateway about the newest code of the sale, unless somebody did so within three seconds, and settles by the answer. ' +
      'Without an answer, the stored state is answered. For pages that wait while a customer pays.',
    returns: 'Shows the state of the sale’s payment.',
    access: 'clerk',
    whileSuspended: true,
    idempotent: true,
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => viewOfficeBooking(companyOffice(caller), booking),
    status: 200,
    response: checkResponse,
    refuses: [noSuchBooking, notCounterSale, noPayment],
    handle: ({ caller, params: { id: booking }, once }) =>
      once(toCheckResponse, (keep) => checkSale(companyOffice(caller), booking, keep)),
  }),
];
