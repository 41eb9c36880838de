import { Type } from '@sinclair/typebox';
import { memberOf } from '../../../../core/companies/member.ts';
import type { StaffCaller } from '../../../../core/companies/member.ts';
import { noOpenShift } from '../../../../core/counter/refusals.ts';
import type { BookingId, RefundId } from '../../../../core/kernel/ids.ts';
import { noSuchBooking } from '../../../../core/payments/refusals.ts';
import type { ViewOfficeBooking } from '../../../../core/payments/view-office-booking.ts';
import type { NameAccountForContact } from '../../../../core/refunds/name-account.ts';
import type { PayCash } from '../../../../core/refunds/pay-cash.ts';
import { noRefundDue, refundUnknown, wrongRefundState } from '../../../../core/refunds/refusals.ts';
import type { FindOwnRefund } from '../../../../core/refunds/view-refunds.ts';
import { accountResponse, refundResponse, toAccountResponse, toMaskedRefund } from '../../responses/refund.ts';
import { id } from '../../route/fields.ts';
import { route } from '../../route/route.ts';
import { accountBody } from '../refunds.ts';

interface Uses {
  readonly findOwnRefund: FindOwnRefund;
  readonly payCash: PayCash;
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
      'Out of your own open shift, what your company took itself, by CASH or QR; it is PAID at once. Goodwill, and what was paid online, is sent by the platform. Also while the company is suspended. The number of an account is masked.',
    access: 'clerk',
    whileSuspended: true,
    idempotent: true,
    params: Type.Object({ id: id({ description: 'The refund id.' }) }),
    exists: ({ caller, params: { id: refund } }) => uses.findOwnRefund(memberOf(caller), refund as RefundId),
    status: 200,
    response: refundResponse,
    refuses: [refundUnknown, wrongRefundState, noOpenShift],
    handle: ({ caller, params: { id: refund }, once }) =>
      once(toMaskedRefund, (keep) => uses.payCash(memberOf(caller), refund as RefundId, keep)),
  }),

  route({
    method: 'put',
    path: '/api/operator/bookings/:id/refund-account',
    operationId: 'nameRefundAccountForContact',
    summary: 'Say to which account the refunds of a booking are sent',
    description:
      'For somebody who tells you at the counter or by phone; possible while a refund of the booking is DUE or FAILED. Afterwards only administrators see the whole number.',
    access: 'clerk',
    params: Type.Object({ id: id({ description: 'The booking id.' }) }),
    exists: ({ caller, params: { id: booking } }) => uses.viewOfficeBooking(officeOf(caller), booking as BookingId),
    body: accountBody,
    status: 200,
    response: accountResponse,
    refuses: [noSuchBooking, noRefundDue],
    handle: async ({ caller, params: { id: booking }, body }) =>
      toAccountResponse(await uses.nameAccountForContact(memberOf(caller), booking as BookingId, body)),
  }),
];
