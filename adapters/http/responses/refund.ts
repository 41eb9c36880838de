import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import { ACCOUNT_KINDS, REFUND_METHODS, REFUND_REASONS, REFUND_STATUSES } from '../../../core/payments/refund.ts';
import type { RefundAccount } from '../../../core/payments/refund.ts';
import { masked } from '../../../core/refunds/account.ts';
import type { ShownRefund } from '../../../core/refunds/view-refunds.ts';
import { isoOrNull, moment, nullable, rupees } from '../route/fields.ts';

/** The account that a refund is sent to. */
export const accountResponse = Type.Object(
  {
    kind: Type.String({ enum: [...ACCOUNT_KINDS], examples: ['ESEWA'] }),
    holder: Type.String({ examples: ['Asha Gurung'] }),
    number: Type.String({
      description: 'Whole to administrators and to who has just named it; to everybody else all but its end are stars.',
      examples: ['9812345678'],
    }),
    bank: nullable(Type.String({ description: 'Null of a wallet.', examples: [null] })),
  },
  { title: 'RefundAccount' },
);

/** Null where nothing has happened yet. */
export const refundResponse = Type.Object(
  {
    id: Type.Integer({ examples: [3] }),
    booking_id: Type.Integer({ examples: [7] }),
    booking_code: Type.String({ examples: ['BT261120048213'] }),
    payment_id: Type.Integer({ examples: [9] }),
    gateway: Type.String({ description: 'Of the payment that is given back.', examples: ['ESEWA'] }),
    reason: Type.String({ enum: [...REFUND_REASONS], examples: ['PASSENGER_CANCELLATION'] }),
    amount: rupees(),
    status: Type.String({ enum: [...REFUND_STATUSES], examples: ['SENT'] }),
    due_at: moment({ description: 'By when it is to be paid.' }),
    overdue: Type.Boolean({ description: 'Whether due_at is past and it is not PAID.' }),
    account: nullable(accountResponse),
    method: nullable(
      Type.String({
        enum: [...REFUND_METHODS],
        description: 'How it was sent; CASH: over the counter.',
        examples: ['ESEWA'],
      }),
    ),
    reference: nullable(Type.String({ description: 'Under which it was sent.', examples: ['000AWEO'] })),
    sent_at: nullable(moment({ description: 'When it was last sent.' })),
    paid_at: nullable(moment()),
    failure: nullable(
      Type.String({ description: 'Why it came back; null once it is sent again.', examples: ['No such account.'] }),
    ),
    created_at: moment(),
  },
  { title: 'Refund' },
);

export const toAccountResponse = ({ kind, holder, number, bank }: RefundAccount) => ({ kind, holder, number, bank });

/** As administrators see it, with the whole account. */
export const toRefundResponse = (refund: ShownRefund) => ({
  id: refund.id,
  booking_id: refund.bookingId,
  booking_code: refund.bookingCode,
  payment_id: refund.paymentId,
  gateway: refund.gateway,
  reason: refund.reason,
  amount: toRupees(refund.amount),
  status: refund.status,
  due_at: toIso(refund.dueAt),
  overdue: refund.isOverdue,
  account: refund.account && toAccountResponse(refund.account),
  method: refund.method,
  reference: refund.reference,
  sent_at: isoOrNull(refund.sentAt),
  paid_at: isoOrNull(refund.paidAt),
  failure: refund.failure,
  created_at: toIso(refund.createdAt),
});

/** As a company sees it. */
export const toMaskedRefund = (refund: ShownRefund) => toRefundResponse(masked(refund));
