import { Type } from '@sinclair/typebox';
import type { OperatorId, PaymentId, RefundId } from '../../../../core/kernel/ids.ts';
import { fromRupees } from '../../../../core/kernel/money.ts';
import { ACCOUNT_KINDS, REFUND_REASONS, REFUND_STATUSES } from '../../../../core/payments/refund.ts';
import { paymentUnknown } from '../../../../core/payments/refusals.ts';
import type { ViewPayment } from '../../../../core/payments/view-payment.ts';
import type { AddGoodwill } from '../../../../core/refunds/add-goodwill.ts';
import type { ConfirmRefund } from '../../../../core/refunds/confirm-refund.ts';
import type { FailRefund } from '../../../../core/refunds/fail-refund.ts';
import { refundExceeds, refundUnknown, wrongRefundState } from '../../../../core/refunds/refusals.ts';
import type { SendRefund } from '../../../../core/refunds/send-refund.ts';
import type { FindRefund, ListRefunds } from '../../../../core/refunds/view-refunds.ts';
import { refundResponse, toRefundResponse } from '../../responses/refund.ts';
import { choice, decimal, id, sized, sizedLines } from '../../route/fields.ts';
import { key, listRoute, oneOfWords } from '../../route/list-route.ts';
import type { ListNeeds } from '../../route/list-route.ts';
import { route } from '../../route/route.ts';

interface Uses extends ListNeeds {
  readonly listRefunds: ListRefunds;
  readonly findRefund: FindRefund;
  readonly sendRefund: SendRefund;
  readonly confirmRefund: ConfirmRefund;
  readonly failRefund: FailRefund;
  readonly addGoodwill: AddGoodwill;
  readonly viewPayment: ViewPayment;
}

const params = Type.Object({ id: id({ description: 'The refund id.' }) });

export const adminRefundRoutes = (uses: Uses) => {
  const common = {
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id: refund } }: { readonly params: { readonly id: number } }) =>
      uses.findRefund(refund as RefundId),
    status: 200,
    response: refundResponse,
    refuses: [refundUnknown, wrongRefundState],
  } as const;

  return [
    listRoute(uses, {
      path: '/api/admin/refunds',
      operationId: 'listRefunds',
      summary: 'List all refunds',
      description: 'What is due first comes first. Accounts are shown whole.',
      access: 'admin',
      filters: {
        status: oneOfWords(REFUND_STATUSES),
        reason: oneOfWords(REFUND_REASONS),
        overdue: oneOfWords(['true', 'false'], 'Whether due_at is past and the refund is not PAID.'),
        operator_id: key<OperatorId>('The company with which the booking was made.'),
      },
      item: refundResponse,
      list: ({ given: { status, reason, overdue, operator_id: operatorId } }, page) =>
        uses.listRefunds(
          {
            ...(status && { status }),
            ...(reason && { reason }),
            ...(overdue && { isOverdue: overdue === 'true' }),
            ...(operatorId && { operatorId }),
          },
          page,
        ),
      toItem: toRefundResponse,
    }),

    route({
      ...common,
      method: 'post',
      path: '/api/admin/refunds/:id/send',
      operationId: 'sendRefund',
      summary: 'Note that a refund was sent',
      description:
        'From DUE, or again from FAILED. Whoever gets the money gets a mail. A refund of what a company took itself, by CASH or QR, is paid by the company, unless it is goodwill.',
      body: Type.Object(
        {
          method: choice(ACCOUNT_KINDS),
          reference: sized({ max: 100 }, { description: 'Under which number the transfer is found.' }),
        },
        { examples: [{ method: 'ESEWA', reference: '000AWEO' }] },
      ),
      handle: ({ caller, params: { id: refund }, body: { method, reference }, once }) =>
        once(toRefundResponse, (keep) =>
          uses.sendRefund(caller.userId, refund as RefundId, { method, reference }, keep),
        ),
    }),

    route({
      ...common,
      method: 'post',
      path: '/api/admin/refunds/:id/confirm',
      operationId: 'confirmRefund',
      summary: 'Note that a refund has arrived',
      description: 'From SENT to PAID, which is final. Whoever got the money gets a mail.',
      handle: ({ caller, params: { id: refund }, once }) =>
        once(toRefundResponse, (keep) => uses.confirmRefund(caller.userId, refund as RefundId, keep)),
    }),

    route({
      ...common,
      method: 'post',
      path: '/api/admin/refunds/:id/fail',
      operationId: 'failRefund',
      summary: 'Note that a refund came back',
      description:
        'From SENT to FAILED: it is to be sent again. Whoever should have got the money is asked by mail for another account, if an address is known; else ask them by phone.',
      body: Type.Object(
        {
          failure: sizedLines(
            { max: 300 },
            { description: 'Why. The passenger reads it.', examples: ['There is no such account.'] },
          ),
        },
        { examples: [{ failure: 'There is no such account.' }] },
      ),
      handle: ({ caller, params: { id: refund }, body: { failure }, once }) =>
        once(toRefundResponse, (keep) => uses.failRefund(caller.userId, refund as RefundId, failure, keep)),
    }),

    route({
      method: 'post',
      path: '/api/admin/payments/:id/refunds',
      operationId: 'addGoodwill',
      summary: 'Give part of a payment back as goodwill',
      description:
        'At the cost of the platform, which also sends it, however the booking was paid. The booking stays as it is. All refunds of a payment together never exceed it.',
      access: 'admin',
      idempotent: true,
      params: Type.Object({ id: id({ description: 'The payment id.' }) }),
      exists: ({ params: { id: payment } }) => uses.viewPayment(payment as PaymentId),
      body: Type.Object(
        {
          amount: decimal({ minimum: 0.01, maximum: 1_000_000_000 }, { description: 'NPR' }),
          note: sizedLines({ max: 300 }, { description: 'Why; for the activity log.' }),
        },
        { examples: [{ amount: 250, note: 'The air conditioning did not work.' }] },
      ),
      status: 201,
      response: refundResponse,
      refuses: [paymentUnknown, refundExceeds],
      handle: ({ caller, params: { id: payment }, body: { amount, note }, once }) =>
        once(toRefundResponse, (keep) =>
          uses.addGoodwill(caller.userId, payment as PaymentId, { amount: fromRupees(amount), note }, keep),
        ),
    }),
  ];
};
