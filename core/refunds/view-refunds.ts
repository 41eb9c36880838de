import type { Member } from '../companies/member.ts';
import type { RefundId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { isRefundOverdue } from '../payments/refund.ts';
import type { RefundFilter, RefundRecord, RefundRecords } from './ports.ts';
import { refundUnknown } from './refusals.ts';

/** A refund as it is told: whether it is overdue depends on when somebody asks. */
export interface ShownRefund extends RefundRecord {
  readonly isOverdue: boolean;
}

export const shownRefund = (refund: RefundRecord, now: Instant): ShownRefund => ({
  ...refund,
  isOverdue: isRefundOverdue(refund, now),
});

/** One that may not be there. */
export async function knownRefund(
  { refundRecords }: { readonly refundRecords: Pick<RefundRecords, 'find'> },
  id: RefundId,
): Promise<RefundRecord> {
  const refund = await refundRecords.find(id);
  if (!refund) throw refundUnknown();
  return refund;
}

interface Needs {
  readonly clock: Clock;
  readonly refundRecords: RefundRecords;
}

interface Asked extends Omit<RefundFilter, 'overdue'> {
  readonly isOverdue?: boolean;
}

export type ListRefunds = ReturnType<typeof listRefunds>;

/** The work list of those who pay money back: what is due first comes first. */
export const listRefunds =
  ({ clock, refundRecords }: Needs) =>
  async ({ isOverdue, ...filter }: Asked, page: Page): Promise<Listing<ShownRefund>> => {
    const now = clock();
    const overdue = isOverdue === undefined ? {} : { overdue: { is: isOverdue, now } };
    const { rows, next } = await refundRecords.list({ ...filter, ...overdue }, page);
    return { rows: rows.map((refund) => shownRefund(refund, now)), next };
  };

export type FindRefund = ReturnType<typeof findRefund>;

/** Any refund. */
export const findRefund =
  ({ refundRecords }: Pick<Needs, 'refundRecords'>) =>
  (id: RefundId): Promise<RefundRecord> =>
    knownRefund({ refundRecords }, id);

export type FindOwnRefund = ReturnType<typeof findOwnRefund>;

/** A refund of a booking that was made with the company. */
export const findOwnRefund =
  ({ refundRecords }: Pick<Needs, 'refundRecords'>) =>
  async ({ operatorId }: Pick<Member, 'operatorId'>, id: RefundId): Promise<RefundRecord> => {
    const refund = await knownRefund({ refundRecords }, id);
    if (refund.operatorId !== operatorId) throw refundUnknown();
    return refund;
  };
