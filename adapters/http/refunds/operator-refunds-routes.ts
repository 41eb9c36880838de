import { Type } from '@sinclair/typebox';
import { type StaffCaller, memberOf } from '../../../core/companies/member.ts';
import { noOpenShift, tillTooLow } from '../../../core/counter/refusals.ts';
import type { RefundId } from '../../../core/kernel/ids.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import { noSuchBooking } from '../../../core/payments/refusals.ts';
import type { ViewOfficeBooking } from '../../../core/payments/view-office-booking.ts';
import type { NameAccountForContact } from '../../../core/refunds/name-account.ts';
import type { PayCash } from '../../../core/refunds/pay-cash.ts';
import {
  noRefundDue,
  passengerNamesAccount,
  refundClaimed,
  refundUnknown,
  wrongRefundState,
} from '../../../core/refunds/refusals.ts';
import type { FindOwnRefund } from '../../../core/refunds/view-refunds.ts';
import { accountResponse, companyRefundResponse, toAccountResponse, toCompanyRefund } from './refund.ts';
import { bookingPath, id } from '../route/fields.ts';
import { route } from '../route/route.ts';
import { accountBody } from './refunds-routes.ts';

interface Uses {
  readonly findOwnRefund: FindOwnRefund;
  readonly payCash: PayCash;
  readonly gateways: Pick<Gateways, 'known'>;
  readonly viewOfficeBooking: ViewOfficeBooking;
  readonly nameAccountForContact: NameAccountForContact;
}

const officeOf = (caller: StaffCaller) => ({ role: 'OPERATOR', ...memberOf(caller) }) as const;

export const operatorRefundRoutes = (uses: Uses) => [
  route({
    method: 'post',
    path: '/api/operator/refunds/:id/pay-cash',
    operationId: 'payRefundInCash',
    summary: 'Pay a refund in cash',
    description:
      'Pays a refund of what your company took itself, by CASH or QR, out of your own open shift; ' +
      'it is PAID at once. A refund of more than the shift holds is refused, with `expected_cash`. Goodwill, ' +
      'and what was paid online, is sent by the platform. It also works while the company is suspended. ' +
      'The number of an account is masked.',
    returns: 'Shows the refund, which is PAID now.',
    access: 'clerk',
    whileSuspended: true,
    idempotent: true,
    params: Type.Object({ id: id<RefundId>({ description: 'Identifies the refund.' }) }),
    exists: ({ caller, params: { id: refund } }) => uses.findOwnRefund(memberOf(caller), refund),
    status: 200,
    response: companyRefundResponse,
    refuses: [refundUnknown, wrongRefundState, noOpenShift, tillTooLow],
    handle: ({ caller, params: { id: refund }, once }) =>
      once(toCompanyRefund(uses.gateways), (keep) => uses.payCash(memberOf(caller), refund, keep)),
  }),

  route({
    method: 'put',
    path: '/api/operator/bookings/:id/refund-account',
    operationId: 'nameRefundAccountForContact',
    summary: 'Say to which account the refunds of a counter’s booking are sent',
    description:
      'Sets the account for the refunds of a booking that was sold at your counter, as its contact tells you, ' +
      'while a refund of it is DUE or FAILED. The contact gets a mail about each change. ' +
      'Only administrators see the whole number. Only the passenger names the account of an online booking.',
    returns: 'Shows the account to which refunds of the booking are sent.',
    access: 'clerk',
    params: bookingPath,
    exists: ({ caller, params: { id: booking } }) => uses.viewOfficeBooking(officeOf(caller), booking),
    body: accountBody,
    status: 200,
    response: accountResponse,
    refuses: [noSuchBooking, passengerNamesAccount, noRefundDue, refundClaimed],
    handle: async ({ caller, params: { id: booking }, body }) =>
      toAccountResponse(await uses.nameAccountForContact(memberOf(caller), booking, body)),
  }),
];
