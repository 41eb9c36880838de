import type { BookingId, OperatorId, PaymentId, RefundId, ShiftId } from '../kernel/ids.ts';
import { minus, NOTHING, sum } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { isAtGateway, isRefunded } from './payment.ts';
import type { Payment } from './payment.ts';

/** Money that came in vain. */
export type VainReason = 'LATE_PAYMENT' | 'DUPLICATE_PAYMENT';
/** The booking was cancelled by its passenger; or by the company or an administrator. */
export type CancellationReason = 'PASSENGER_CANCELLATION' | 'OPERATOR_CANCELLATION';

export const REFUND_REASONS = [
  'LATE_PAYMENT',
  'DUPLICATE_PAYMENT',
  'PASSENGER_CANCELLATION',
  'OPERATOR_CANCELLATION',
  /** The platform gives something back out of its own pocket; the booking stays as it is. */
  'GOODWILL',
] as const satisfies readonly (VainReason | CancellationReason | 'GOODWILL')[];

export type RefundReason = (typeof REFUND_REASONS)[number];

export const isForCancellation = (reason: RefundReason): reason is CancellationReason =>
  reason === 'PASSENGER_CANCELLATION' || reason === 'OPERATOR_CANCELLATION';

export const REFUND_STATUSES = ['DUE', 'SENT', 'PAID', 'FAILED'] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/**
 * The only moves between the states of a refund; PAID is final. Every store makes a move as a compare-and-swap on
 * `from`.
 */
export const REFUND_MOVES = {
  send: { from: ['DUE', 'FAILED'], to: 'SENT' },
  confirm: { from: ['SENT'], to: 'PAID' },
  fail: { from: ['SENT'], to: 'FAILED' },
  /** Over the counter, at once. */
  payCash: { from: ['DUE'], to: 'PAID' },
} as const satisfies Record<string, { readonly from: readonly RefundStatus[]; readonly to: RefundStatus }>;

export type RefundMove = keyof typeof REFUND_MOVES;

export const mayMoveRefund = (status: RefundStatus, move: RefundMove): boolean =>
  (REFUND_MOVES[move].from as readonly RefundStatus[]).includes(status);

/** Where money is sent to. */
export const ACCOUNT_KINDS = ['ESEWA', 'KHALTI', 'BANK'] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

export const REFUND_METHODS = [...ACCOUNT_KINDS, 'CASH'] as const;

export type RefundMethod = (typeof REFUND_METHODS)[number];

/** The account that a refund is to be sent to. */
export interface RefundAccount {
  readonly kind: AccountKind;
  readonly holder: string;
  readonly number: string;
  /** Of a bank account alone. */
  readonly bank: string | null;
}

/** Money to be paid back by hand. */
export interface Refund {
  readonly id: RefundId;
  readonly paymentId: PaymentId;
  readonly bookingId: BookingId;
  /** The company that the booking was made with. */
  readonly operatorId: OperatorId;
  /** Of the payment that it gives back. */
  readonly gateway: string;
  readonly reason: RefundReason;
  readonly amount: Paisa;
  readonly status: RefundStatus;
  readonly dueAt: Instant;
  /** Null until somebody names it. */
  readonly account: RefundAccount | null;
  /** How it was sent or paid, and under which number it is found there. */
  readonly method: RefundMethod | null;
  readonly reference: string | null;
  readonly sentAt: Instant | null;
  readonly paidAt: Instant | null;
  /** Why it came back the last time; null once it is sent again. */
  readonly failure: string | null;
  readonly createdAt: Instant;
}

export type NewRefund = Pick<Refund, 'paymentId' | 'bookingId' | 'reason' | 'amount' | 'dueAt'>;

/** What a move writes down besides. What is left out stays as it was, save that sending forgets the last failure. */
export interface RefundDetails {
  readonly method?: RefundMethod;
  readonly reference?: string;
  readonly failure?: string;
  /** Out of whose till it is paid. */
  readonly shiftId?: ShiftId;
}

/**
 * The work list of those who pay money back. A payment may have several refunds. They are added while the booking's row
 * is locked, so that what is left of the payment stays true until then.
 */
export interface RefundRepo {
  /** Adds a refund, DUE. */
  add(refund: NewRefund, at: Instant): Promise<RefundId>;
  get(id: RefundId): Promise<Refund | undefined>;
  /** Oldest first. */
  ofPayment(id: PaymentId): Promise<readonly Refund[]>;
  /** Oldest first. */
  ofBooking(id: BookingId): Promise<readonly Refund[]>;
  /**
   * Makes a move of REFUND_MOVES, if the refund is (still) in a state that it starts from; answers whether it was made.
   */
  move(id: RefundId, move: RefundMove, at: Instant, details?: RefundDetails): Promise<boolean>;
  /**
   * Names the account of those refunds of a booking that are DUE or FAILED, and so could still be sent there; answers
   * how many they are.
   */
  nameAccount(id: BookingId, account: RefundAccount): Promise<number>;
  /** How many refunds are not PAID, and how many of those should have been before `now`. */
  outstanding(now: Instant): Promise<OutstandingRefunds>;
}

export interface OutstandingRefunds {
  readonly due: number;
  readonly overdue: number;
}

/** Whether the money is still owed. */
export const isOutstanding = ({ status }: Pick<Refund, 'status'>): boolean => status !== 'PAID';

/** Whether it should have been paid before `now`. */
export const isRefundOverdue = (refund: Pick<Refund, 'status' | 'dueAt'>, now: Instant): boolean =>
  isOutstanding(refund) && refund.dueAt < now;

/**
 * Whether the company pays it back over its counter, where the payment was taken; if not, the platform does. Goodwill
 * is the platform's own, whoever was paid.
 */
export const isPaidAtCounter = ({ gateway, reason }: Pick<Refund, 'gateway' | 'reason'>): boolean =>
  reason !== 'GOODWILL' && !isAtGateway({ gateway });

/** Whether a payment came for a booking that was over or paid already: all of it goes back, whatever comes. */
export const cameInVain = (
  { id }: Pick<Payment, 'id'>,
  refunds: readonly Pick<Refund, 'paymentId' | 'reason'>[],
): boolean =>
  refunds.some(
    ({ paymentId, reason }) => paymentId === id && (reason === 'LATE_PAYMENT' || reason === 'DUPLICATE_PAYMENT'),
  );

const sumOf = (refunds: readonly Pick<Refund, 'amount'>[]): Paisa => sum(refunds.map(({ amount }) => amount));

/**
 * What of a payment nobody has promised to give back yet. A refund that failed counts: it is sent again. Nothing is
 * left of a payment that never came, or that the gateway gave back by itself.
 */
export function leftToRefund(
  { id, status, amount }: Pick<Payment, 'id' | 'status' | 'amount'>,
  refunds: readonly Pick<Refund, 'paymentId' | 'amount'>[],
): Paisa {
  const given = refunds.filter(({ paymentId }) => paymentId === id);
  const isHere = status === 'COMPLETE' || (isRefunded(status) && given.length > 0);
  return isHere ? minus(amount, sumOf(given)) : NOTHING;
}
