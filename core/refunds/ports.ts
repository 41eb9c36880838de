import type { OperatorId, RefundId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Claim, Refund, RefundReason, RefundStatus } from '../payments/refund.ts';

/** A claim with its administrator's name. */
export interface NamedClaim extends Claim {
  readonly fullName: string;
}

/** A refund, as the people who pay it see it. */
export interface RefundRecord extends Refund {
  readonly bookingCode: string;
  /** The last claim on the refund, which may have lapsed. */
  readonly claim: NamedClaim | null;
}

export interface RefundFilter {
  readonly status?: RefundStatus;
  readonly reason?: RefundReason;
  /** Selects refunds that should, or should not, have been paid before `now`. */
  readonly overdue?: { readonly is: boolean; readonly now: Instant };
  readonly operatorId?: OperatorId;
  /** Selects refunds that the company pays over its counter. */
  readonly atCounter?: true;
}

export interface RefundRecords {
  /** Lists refunds, ordered by due moment, then by id. The page cursor is both. */
  list(filter: RefundFilter, page: Page): Promise<Listing<RefundRecord>>;
  find(id: RefundId): Promise<RefundRecord | undefined>;
  /**
   * Counts, for each refund, other payers' refunds made since `since` to the same kind and number of account. Refunds
   * with a count of zero are left out. A payer is the account that booked online, or the phone number of a counter
   * booking.
   */
  sharing(ids: readonly RefundId[], since: Instant): Promise<ReadonlyMap<RefundId, number>>;
}
