import type { Member } from '../companies/member.ts';
import type { RefundId } from '../kernel/ids.ts';
import { npr } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import { type Instant, daysAfter } from '../kernel/time.ts';
import { isRefundOverdue, liveClaim } from '../payments/refund.ts';
import type { RefundFilter, RefundRecord, RefundRecords } from './ports.ts';
import { refundUnknown } from './refusals.ts';
import type { RefundWorld } from './world.ts';

/** A refund with the fields that depend on the current time. */
export type ShownRefund = RefundRecord & {
  readonly isOverdue: boolean;
  /** The number of other payers' refunds to the same bank or wallet account, made in the last 90 days. */
  readonly sharedWith: number;
};

/** The amount of a refund and the booking or payment that it is for, for the activity log. */
export const amountInWords = ({ amount, bookingCode, gateway, paymentReference }: RefundRecord): string =>
  bookingCode === null
    ? `${npr(amount)} that ${gateway} has under ${paymentReference ?? 'no reference'}`
    : `${npr(amount)} for booking ${bookingCode}`;

const SHARING_DAYS = 90;

async function shownRefunds(
  { refundRecords }: { readonly refundRecords: Pick<RefundRecords, 'sharing'> },
  refunds: readonly RefundRecord[],
  now: Instant,
): Promise<readonly ShownRefund[]> {
  const named = refunds.filter(({ account }) => account !== null).map(({ id }) => id);
  const sharing = await refundRecords.sharing(named, daysAfter(now, -SHARING_DAYS));
  return refunds.map((refund) => ({
    ...refund,
    claim: liveClaim(refund.claim, now),
    isOverdue: isRefundOverdue(refund, now),
    sharedWith: sharing.get(refund.id) ?? 0,
  }));
}

/** Reads a refund again after a change, for the response. */
export async function shownRefund(
  stores: { readonly refundRecords: RefundsToShow },
  id: RefundId,
  now: Instant,
): Promise<ShownRefund> {
  const [shown] = await shownRefunds(stores, [await knownRefund(stores, id)], now);
  if (!shown) throw refundUnknown();
  return shown;
}

export type RefundsToShow = Pick<RefundRecords, 'find' | 'sharing'>;

/** Finds a refund by its id. Refuses an unknown id. */
export async function knownRefund(
  { refundRecords }: { readonly refundRecords: Pick<RefundRecords, 'find'> },
  id: RefundId,
): Promise<RefundRecord> {
  const refund = await refundRecords.find(id);
  if (!refund) throw refundUnknown();
  return refund;
}

interface Asked extends Omit<RefundFilter, 'overdue'> {
  readonly isOverdue?: boolean;
}

export type ListRefunds = ReturnType<typeof listRefunds>;

/** The work list of refunds, ordered by due date. */
export const listRefunds =
  ({ clock, refundRecords }: RefundWorld) =>
  async ({ isOverdue, ...filter }: Asked, page: Page): Promise<Listing<ShownRefund>> => {
    const now = clock();
    const overdue = isOverdue === undefined ? {} : { overdue: { is: isOverdue, now } };
    const { rows, next } = await refundRecords.list({ ...filter, ...overdue }, page);
    return { rows: await shownRefunds({ refundRecords }, rows, now), next };
  };

export type FindRefund = ReturnType<typeof findRefund>;

/** Reads a refund of any company. */
export const findRefund =
  ({ refundRecords }: RefundWorld) =>
  (id: RefundId): Promise<RefundRecord> =>
    knownRefund({ refundRecords }, id);

export type FindOwnRefund = ReturnType<typeof findOwnRefund>;

/** Reads a refund of the company's own booking. Refuses refunds of other companies. */
export const findOwnRefund =
  ({ refundRecords }: RefundWorld) =>
  async ({ operatorId }: Pick<Member, 'operatorId'>, id: RefundId): Promise<RefundRecord> => {
    const refund = await knownRefund({ refundRecords }, id);
    if (refund.operatorId !== operatorId) throw refundUnknown();
    return refund;
  };
