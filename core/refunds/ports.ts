import type { OperatorId, PaymentId, RefundId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Listing, Page } from '../kernel/page.ts';
import type { Instant } from '../kernel/time.ts';
import type { PaymentStatus } from '../payments/payment.ts';
import type { Claim, Refund, RefundStatus } from '../payments/refund.ts';

/** A claim with the name of the administrator who made it. */
export interface NamedClaim extends Claim {
  readonly fullName: string;
}

interface ForPeople {
  /** The gateway's reference of the refunded payment; null while unknown. */
  readonly paymentReference: string | null;
  /** The last claim on the refund, which may have lapsed. */
  readonly claim: NamedClaim | null;
}

/** A refund for a booking. */
export interface BookingRefund extends Refund, ForPeople {
  readonly bookingCode: string;
  readonly claim: NamedClaim | null;
}

/** The reason of a refund of money that a gateway has, and that no payment of a booking explains. */
export const WITHOUT_PAYMENT = 'MONEY_WITHOUT_PAYMENT';

/** A refund of money that a gateway has, and that no payment of a booking explains. `addedBy` ran the comparison. */
export interface FoundRefund extends Omit<Refund, 'bookingId' | 'operatorId' | 'reason' | 'claim'>, ForPeople {
  readonly bookingId: null;
  readonly bookingCode: null;
  readonly operatorId: null;
  readonly reason: typeof WITHOUT_PAYMENT;
}

/** A refund with the data that people need to pay it. */
export type RefundRecord = BookingRefund | FoundRefund;

export interface RefundFilter {
  readonly status?: RefundStatus;
  readonly reason?: RefundRecord['reason'];
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

/** A payment of a gateway, with all references by which the gateway's own list may name it. */
export interface ListedPayment {
  readonly id: PaymentId;
  readonly status: PaymentStatus;
  readonly amount: Paisa;
  /** The amount that the gateway says it took, while the payment waits because that is another; otherwise null. */
  readonly gatewayAmount: Paisa | null;
  readonly startedAt: Instant;
  readonly isAskedAgain: boolean;
  /** Whether an administrator decided the outcome. */
  readonly isResolved: boolean;
  readonly references: readonly string[];
}

/** Money that a gateway's own list has. */
export interface ListedMoney {
  readonly gateway: string;
  readonly reference: string;
  readonly amount: Paisa;
  readonly at: Instant;
}

/** Payments of no booking: money that only a gateway's own list has. */
export interface FoundPayments {
  /** Payments of a gateway that were started at `since` or later, also those of no booking. */
  startedSince(gateway: string, since: Instant): Promise<readonly ListedPayment[]>;
  /**
   * Adds a COMPLETE payment of no booking with a DUE refund of all of it. Undefined if the gateway's reference was
   * added before.
   */
  add(
    money: ListedMoney & Pick<Refund, 'dueAt' | 'addedBy'>,
    now: Instant,
  ): Promise<{ readonly paymentId: PaymentId; readonly refundId: RefundId } | undefined>;
  /** The payment of a booking that has the gateway's reference of a payment of no booking. */
  explaining(id: PaymentId): Promise<PaymentId | undefined>;
  /** Locks a payment of no booking, so that no other transaction changes its refund. */
  lock(id: PaymentId): Promise<void>;
}
