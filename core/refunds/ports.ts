import type { OperatorId, RefundId } from '../kernel/ids.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { Refund, RefundReason, RefundStatus } from '../payments/refund.ts';

/** A refund as those see it who pay it. */
export interface RefundRecord extends Refund {
  readonly bookingCode: string;
}

export interface RefundFilter {
  readonly status?: RefundStatus;
  readonly reason?: RefundReason;
  /** Whether it should have been paid before `now`. */
  readonly overdue?: { readonly is: boolean; readonly now: Instant };
  readonly operatorId?: OperatorId;
  /** Those alone that the company pays back over its counter. */
  readonly atCounter?: true;
}

export interface RefundRecords {
  /** What is due first comes first; a position is the moment at which a refund is due, and its id. */
  list(filter: RefundFilter, page: Page): Promise<Listing<RefundRecord>>;
  find(id: RefundId): Promise<RefundRecord | undefined>;
}
