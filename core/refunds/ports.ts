import type { OperatorId, RefundId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Claim, Refund, RefundReason, RefundStatus } from '../payments/refund.ts';

/** A claim with the name of the administrator who made it. */
export interface NamedClaim extends Claim {
  readonly fullName: string;
}

/** A refund with the data that people need to pay it. */
export interface RefundRecord extends Refund {
  readonly bookingCode: string;
  /** The last claim on the refund, which may have lapsed. */
  readonly claim: NamedClaim | null;
}

export interface RefundFilter {
  readonly status?: RefundStatus;
  readonly reason?: RefundReason;
  /** Selects refunds that are overdue at `now` if `is` is true, and all other refunds if it is false. */
  readonly overdue?: { readonly is: boolean; readonly now: Instant };
  readonly operatorId?: OperatorId;
  /** Selects refunds that the company pays in cash at its counter. */
  readonly atCounter?: true;
}

export interface RefundRecords {
  /** Lists refunds, ordered by due moment, then by id. The page cursor holds both. */
  list(filter: RefundFilter, page: Page): Promise<Listing<RefundRecord>>;
  find(id: RefundId): Promise<RefundRecord | undefined>;
  /**
   * Counts, for each refund, other payers' refunds made since `since` to the same kind and number of account. Refunds
   * with a count of zero are left out. A payer is the account that booked online, or the phone number of a counter
   * booking.
   */
  sharing(ids: readonly RefundId[], since: Instant): Promise<ReadonlyMap<RefundId, number>>;
}
