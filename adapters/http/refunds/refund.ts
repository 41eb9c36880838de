import { Type } from '@sinclair/typebox';
import { toRupees } from '../../../core/kernel/money.ts';
import { toIso } from '../../../core/kernel/time.ts';
import {
  type RefundAccount,
  ACCOUNT_KINDS,
  ACCOUNT_NAMERS,
  REFUND_METHODS,
  REFUND_REASONS,
  REFUND_STATUSES,
} from '../../../core/payments/refund.ts';
import { isAutomatic } from '../../../core/payments/automatic-refunds.ts';
import type { Gateways } from '../../../core/payments/gateway.ts';
import { WITHOUT_PAYMENT } from '../../../core/refunds/ports.ts';
import { masked, versionOf } from '../../../core/refunds/account.ts';
import type { ShownRefund } from '../../../core/refunds/view-refunds.ts';
import { creationMoment, isoOrNull, moment, nullable, rupees } from '../route/fields.ts';

/** The bank or wallet account that a refund is sent to. */
export const accountResponse = Type.Object(
  {
    kind: Type.String({ enum: [...ACCOUNT_KINDS], examples: ['ESEWA'] }),
    holder: Type.String({ examples: ['Asha Gurung'] }),
    number: Type.String({
      description:
        'Gives the number of the account. It is shown whole to administrators and to whoever has just named it; to everybody else all but its end are bullets.',
      examples: ['9812345678'],
    }),
    bank: nullable(Type.String({ description: 'Names the bank of the account; null for a wallet.', examples: [null] })),
  },
  { title: 'RefundAccount' },
);

const accountToPay = Type.Object(
  {
    ...accountResponse.properties,
    version: Type.String({
      description:
        'Names the version of the account, which changes with each change of it. Send it back with the refund, to be told of a change.',
      examples: ['1'],
    }),
    named_by: Type.String({
      enum: [...ACCOUNT_NAMERS],
      description: 'Names the role of whoever named the account last.',
    }),
    shared_with: Type.Integer({
      description: 'Counts the refunds of the last 90 days that go to the same kind and number for other payers.',
      examples: [0],
    }),
  },
  { title: 'AccountToPay' },
);

/** Fields of a refund in responses. The moment of an event, such as `paid_at`, is null until the event has happened. */
const refundFields = {
  payment_id: Type.Integer({ examples: [9] }),
  gateway: Type.String({ description: 'Names the gateway of the payment that is given back.', examples: ['ESEWA'] }),
  automatic: Type.Boolean({
    description:
      'Is true if the gateway is asked to pay the refund, without anybody’s doing; false if somebody sends it.',
  }),
  amount: rupees(),
  status: Type.String({ enum: [...REFUND_STATUSES], examples: ['SENT'] }),
  due_at: moment({ description: 'Tells by when the refund is to be paid.' }),
  overdue: Type.Boolean({ description: 'Is true if `due_at` is past and the refund is not PAID; false otherwise.' }),
  taken_over: Type.Boolean({
    description: 'Is true if the platform pays the refund, although the company took the payment; false otherwise.',
  }),
  method: nullable(
    Type.String({
      enum: [...REFUND_METHODS],
      description:
        'Says how the refund was sent; null before it is sent. CASH was paid over the counter, AUTOMATIC by a request to the gateway.',
      examples: ['ESEWA'],
    }),
  ),
  reference: nullable(
    Type.String({
      description: 'Gives the reference under which the refund was sent; null before it is sent.',
      examples: ['000AWEO'],
    }),
  ),
  sent_at: nullable(moment({ description: 'Tells when the refund was last sent; null before it is sent.' })),
  paid_at: nullable(moment({ description: 'Tells when the refund was paid; null before.' })),
  failure: nullable(
    Type.String({
      description:
        'Tells why the refund came back; null once it is sent again. With `unclear` on an AUTOMATIC refund that is SENT, look up at the gateway whether it was paid, and confirm or fail it.',
      examples: ['No such account.'],
    }),
  ),
  created_at: creationMoment(),
};

const id = Type.Integer({ examples: [3] });

/** The reasons of refunds that administrators see. */
export const ALL_REASONS = [...REFUND_REASONS, WITHOUT_PAYMENT] as const;

/** A refund as administrators see it. */
export const refundResponse = Type.Object(
  {
    id,
    booking_id: nullable(
      Type.Integer({ description: 'Identifies the booking; null for MONEY_WITHOUT_PAYMENT.', examples: [7] }),
    ),
    booking_code: nullable(
      Type.String({
        description: 'Gives the code of the booking; null for MONEY_WITHOUT_PAYMENT.',
        examples: ['BT261120048213'],
      }),
    ),
    payment_reference: nullable(
      Type.String({
        description: 'Is the gateway’s own reference of the payment that is given back; null while it is unknown.',
        examples: ['000AWEO'],
      }),
    ),
    reason: Type.String({
      enum: [...ALL_REASONS],
      description:
        'Names the reason of the refund. MONEY_WITHOUT_PAYMENT means that the gateway’s own list has money that no payment explains. One administrator sends it, another confirms that it arrived.',
      examples: ['PASSENGER_CANCELLATION'],
    }),
    ...refundFields,
    account: nullable(accountToPay),
    claimed_by: nullable(
      Type.Object({ id: Type.Integer({ examples: [1] }), full_name: Type.String({ examples: ['Gita Karki'] }) }),
    ),
    claimed_until: nullable(
      moment({ description: 'Tells until when the refund is theirs to send; null if nobody has claimed it.' }),
    ),
  },
  { title: 'Refund' },
);

/** A refund as the company that sold the booking sees it. */
export const companyRefundResponse = Type.Object(
  {
    id,
    booking_id: Type.Integer({ examples: [7] }),
    booking_code: Type.String({ examples: ['BT261120048213'] }),
    reason: Type.String({ enum: [...REFUND_REASONS], examples: ['PASSENGER_CANCELLATION'] }),
    ...refundFields,
    account: nullable(accountResponse),
  },
  { title: 'CompanyRefund' },
);

export const toAccountResponse = ({ kind, holder, number, bank }: RefundAccount) => ({ kind, holder, number, bank });

type Known = Pick<Gateways, 'known'>;

const toFields = (refund: ShownRefund, gateways: Known) => ({
  id: refund.id,
  payment_id: refund.paymentId,
  gateway: refund.gateway,
  automatic: refund.bookingId !== null && isAutomatic(refund, gateways),
  amount: toRupees(refund.amount),
  status: refund.status,
  due_at: toIso(refund.dueAt),
  overdue: refund.isOverdue,
  taken_over: refund.takenOver,
  method: refund.method,
  reference: refund.reference,
  sent_at: isoOrNull(refund.sentAt),
  paid_at: isoOrNull(refund.paidAt),
  failure: refund.failure,
  created_at: toIso(refund.createdAt),
});

export const toRefundResponse = (gateways: Known) => (refund: ShownRefund) => ({
  ...toFields(refund, gateways),
  booking_id: refund.bookingId,
  booking_code: refund.bookingCode,
  payment_reference: refund.paymentReference,
  reason: refund.reason,
  account: refund.account && {
    ...toAccountResponse(refund.account),
    version: versionOf(refund.account) ?? '',
    named_by: refund.account.namedBy,
    shared_with: refund.sharedWith,
  },
  claimed_by: refund.claim && { id: refund.claim.by, full_name: refund.claim.fullName },
  claimed_until: refund.claim && toIso(refund.claim.until),
});

export const toCompanyRefund = (gateways: Known) => (refund: ShownRefund) => {
  const { account } = masked(refund);
  if (refund.bookingId === null) throw new Error(`Refund ${refund.id} is of no booking, and so of no company.`);
  const { bookingId: booking_id, bookingCode: booking_code, reason } = refund;
  return {
    ...toFields(refund, gateways),
    booking_id,
    booking_code,
    reason,
    account: account && toAccountResponse(account),
  };
};
