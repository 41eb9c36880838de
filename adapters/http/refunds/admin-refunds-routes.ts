import { Type } from '@sinclair/typebox';
import type { OperatorId, PaymentId, RefundId } from '../../../core/kernel/ids.ts';
import { fromRupees } from '../../../core/kernel/money.ts';
import { type AccountKind, ACCOUNT_KINDS, REFUND_STATUSES } from '../../../core/payments/refund.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import { ON_ACCOUNT } from '../../../core/payments/payment.ts';
import { paymentUnknown } from '../../../core/payments/refusals.ts';
import type { ViewPayment } from '../../../core/payments/view-payment.ts';
import type { AddGoodwill } from '../../../core/refunds/add-goodwill.ts';
import type { ClaimRefund } from '../../../core/refunds/claim-refund.ts';
import type { ConfirmRefund } from '../../../core/refunds/confirm-refund.ts';
import type { FailRefund } from '../../../core/refunds/fail-refund.ts';
import type { NameAccountForRefund } from '../../../core/refunds/name-account.ts';
import {
  accountChanged,
  noRefundDue,
  passengerNamesAccount,
  refundClaimed,
  refundExceeds,
  refundUnknown,
  secondPerson,
  sentByYou,
  wrongRefundState,
} from '../../../core/refunds/refusals.ts';
import type { SendRefund, Sending } from '../../../core/refunds/send-refund.ts';
import type { TakeOverRefund } from '../../../core/refunds/take-over-refund.ts';
import type { FindRefund, ListRefunds } from '../../../core/refunds/view-refunds.ts';
import { ALL_REASONS, accountResponse, refundResponse, toAccountResponse, toRefundResponse } from './refund.ts';
import { choice, decimal, id, orNull, sized, sizedLines } from '../route/fields.ts';
import { type ListNeeds, key, listRoute, oneOfWords } from '../route/list-route.ts';
import { route } from '../route/route.ts';
import { accountBody } from './refunds-routes.ts';

interface Uses extends ListNeeds {
  readonly listRefunds: ListRefunds;
  readonly findRefund: FindRefund;
  readonly claimRefund: ClaimRefund;
  readonly takeOverRefund: TakeOverRefund;
  readonly nameAccountForRefund: NameAccountForRefund;
  readonly sendRefund: SendRefund;
  readonly confirmRefund: ConfirmRefund;
  readonly failRefund: FailRefund;
  readonly addGoodwill: AddGoodwill;
  readonly viewPayment: ViewPayment;
  readonly gateways: Pick<Gateways, 'known'>;
}

const params = Type.Object({ id: id<RefundId>({ description: 'Identifies the refund.' }) });

export const adminRefundRoutes = (uses: Uses) => {
  const toResponse = toRefundResponse(uses.gateways);
  const common = {
    access: 'admin',
    idempotent: true,
    params,
    exists: ({ params: { id: refund } }: { readonly params: { readonly id: RefundId } }) => uses.findRefund(refund),
    status: 200,
    response: refundResponse,
    refuses: [refundUnknown, wrongRefundState],
  } as const;

  return [
    listRoute(uses, {
      path: '/api/admin/refunds',
      operationId: 'listRefunds',
      summary: 'List all refunds',
      description:
        'Lists the refunds of all companies; what is due first comes first. The numbers of accounts are shown whole.',
      returns: 'Lists the refunds, those that are due first at the beginning, page by page.',
      access: 'admin',
      filters: {
        status: oneOfWords(REFUND_STATUSES),
        reason: oneOfWords(ALL_REASONS),
        overdue: oneOfWords(
          ['true', 'false'],
          'Limits the list to refunds that are overdue (`true`) or not (`false`): `due_at` is past and the refund is not PAID.',
        ),
        operator_id: key<OperatorId>('Limits the list to bookings that were made with the company with this id.'),
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
      toItem: toResponse,
    }),

    route({
      ...common,
      method: 'post',
      path: '/api/admin/refunds/:id/claim',
      operationId: 'claimRefund',
      summary: 'Claim a refund before you send the money',
      description:
        'Reserves a refund that the platform pays, and that is DUE or FAILED, for you for 15 minutes: ' +
        'nobody else can claim it, send it or change its account. Claim it again to begin them anew.',
      returns: 'Shows the refund, which is yours to send for 15 minutes.',
      refuses: [...common.refuses, refundClaimed],
      handle: ({ caller, params: { id: refund }, once }) =>
        once(toResponse, (keep) => uses.claimRefund(caller.userId, refund, keep)),
    }),

    route({
      ...common,
      method: 'post',
      path: '/api/admin/refunds/:id/take-over',
      operationId: 'takeOverRefund',
      summary: 'Pay a refund for the company',
      description:
        'Makes the platform pay a refund that is DUE and the company’s to pay, out of its till. ' +
        'The company keeps the cash and owes it by its next statement. ' +
        'Whoever bought at the counter is told to which account the money goes, or asked for one.',
      returns: 'Shows the refund, which is now the platform’s to send.',
      body: Type.Object(
        { account: Type.Optional(accountBody) },
        { examples: [{ account: { kind: 'ESEWA', holder: 'Asha Gurung', number: '9812345678' } }] },
      ),
      refuses: [...common.refuses, passengerNamesAccount, refundClaimed],
      handle: ({ caller, params: { id: refund }, body: { account }, once }) =>
        once(toResponse, (keep) => uses.takeOverRefund(caller.userId, refund, account, keep)),
    }),

    route({
      method: 'put',
      path: '/api/admin/refunds/:id/account',
      operationId: 'nameAccountForRefund',
      summary: 'Name the account of a booking that was sold at a counter',
      description:
        'Sets the account for the refunds of a booking that was sold at a counter, for instance after a call, ' +
        'while the refund is DUE or FAILED. The contact of the booking gets a mail about each change. ' +
        'Only the passenger names the account of an online booking.',
      returns: 'Shows the account to which refunds of the booking are sent.',
      access: 'admin',
      params,
      exists: common.exists,
      body: accountBody,
      status: 200,
      response: accountResponse,
      refuses: [refundUnknown, passengerNamesAccount, noRefundDue, refundClaimed],
      handle: async ({ caller, params: { id: refund }, body }) =>
        toAccountResponse(await uses.nameAccountForRefund(caller.userId, refund, body)),
    }),

    route({
      ...common,
      method: 'post',
      path: '/api/admin/refunds/:id/send',
      operationId: 'sendRefund',
      summary: 'Note that a refund was sent',
      description:
        'Marks a refund that is DUE or FAILED as SENT. Whoever gets the money gets a mail. ' +
        'AUTOMATIC hands a refund that FAILED, or one that waits for a second person, to the service: it is DUE, ' +
        'and the gateway is asked to pay it. A refund of what a company took itself, by CASH or QR, ' +
        'is paid by the company, unless it is goodwill or taken over. ' +
        'AGENT credits the agent that sold the booking with a goodwill, which is PAID at once. Whoever added a goodwill does not send it, ' +
        'unless there has been no other administrator for 7 days.',
      returns: 'Shows the refund, which is SENT. With AUTOMATIC it is DUE, with AGENT PAID.',
      body: Type.Object(
        {
          method: choice([...ACCOUNT_KINDS, 'AUTOMATIC', ON_ACCOUNT], {
            description:
              'Says how the refund is sent. With AUTOMATIC, where `automatic` is true, the service has the gateway pay it. With AGENT, which nothing else may replace, the agent that sold the booking is credited.',
          }),
          reference: Type.Optional(
            sized(
              { max: 100 },
              {
                description:
                  'Gives the number under which the transfer is found. It is required unless AUTOMATIC or AGENT.',
              },
            ),
          ),
          account_version: Type.Optional(
            orNull(
              sized(
                { max: 100 },
                {
                  description:
                    'Repeats the version of the account that you sent the money to, so that you are told if it was changed meanwhile; null if you saw none. Without the field nothing is compared.',
                },
              ),
            ),
          ),
        },
        { examples: [{ method: 'ESEWA', reference: '000AWEO', account_version: '1' }] },
      ),
      refuses: [...common.refuses, refundClaimed, secondPerson, accountChanged],
      handle: ({ caller, params: { id: refund }, body, once }) => {
        const sending = sendingIn(body);
        return once(toResponse, (keep) => uses.sendRefund(caller.userId, refund, sending, keep));
      },
    }),

    route({
      ...common,
      method: 'post',
      path: '/api/admin/refunds/:id/confirm',
      operationId: 'confirmRefund',
      summary: 'Note that a refund has arrived',
      description:
        'Marks a refund that is SENT as PAID, which is final. Whoever got the money gets a mail. ' +
        'Money without a payment is confirmed by another administrator than the one who sent it.',
      returns: 'Shows the refund, which is PAID now.',
      refuses: [...common.refuses, sentByYou],
      handle: ({ caller, params: { id: refund }, once }) =>
        once(toResponse, (keep) => uses.confirmRefund(caller.userId, refund, keep)),
    }),

    route({
      ...common,
      method: 'post',
      path: '/api/admin/refunds/:id/fail',
      operationId: 'failRefund',
      summary: 'Note that a refund came back',
      description:
        'Marks a refund that is SENT as FAILED: it is to be sent again. ' +
        'Whoever should have got the money is asked by mail for another account, if an address is known; ' +
        'else ask them by phone.',
      returns: 'Shows the refund, which is FAILED now.',
      body: Type.Object(
        {
          failure: sizedLines(
            { max: 300 },
            {
              description: 'Tells why the money came back. The passenger reads it.',
              examples: ['There is no such account.'],
            },
          ),
        },
        { examples: [{ failure: 'There is no such account.' }] },
      ),
      handle: ({ caller, params: { id: refund }, body: { failure }, once }) =>
        once(toResponse, (keep) => uses.failRefund(caller.userId, refund, failure, keep)),
    }),

    route({
      method: 'post',
      path: '/api/admin/payments/:id/refunds',
      operationId: 'addGoodwill',
      summary: 'Give part of a payment back as goodwill',
      description:
        'Adds a refund at the cost of the platform, which also sends it, however the booking was paid. ' +
        'The booking stays as it is. All refunds of a payment together never exceed it.',
      returns: 'Shows the new refund, with its id.',
      access: 'admin',
      idempotent: true,
      params: Type.Object({ id: id<PaymentId>({ description: 'Identifies the payment.' }) }),
      exists: ({ params: { id: payment } }) => uses.viewPayment(payment),
      body: Type.Object(
        {
          amount: decimal({ minimum: 0.01, maximum: 1_000_000_000 }, { description: 'Gives the amount in NPR.' }),
          note: sizedLines(
            { max: 300 },
            { description: 'Gives the reason for the goodwill, which the activity log shows.' },
          ),
        },
        { examples: [{ amount: 250, note: 'The air conditioning did not work.' }] },
      ),
      status: 201,
      response: refundResponse,
      refuses: [paymentUnknown, refundExceeds],
      handle: ({ caller, params: { id: payment }, body: { amount, note }, once }) =>
        once(toResponse, (keep) =>
          uses.addGoodwill(caller.userId, payment, { amount: fromRupees(amount), note }, keep),
        ),
    }),
  ];
};

interface SendBody {
  readonly method: AccountKind | 'AUTOMATIC' | typeof ON_ACCOUNT;
  readonly reference?: string;
  readonly account_version?: string | null;
}

function sendingIn({ method, reference, account_version: accountVersion }: SendBody): Sending {
  const seen = accountVersion === undefined ? {} : { accountVersion };
  return method === 'AUTOMATIC' || method === ON_ACCOUNT ? { ...seen, method } : { ...seen, method, reference };
}
