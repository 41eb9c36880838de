import type { BookingId, OperatorId, PaymentId, RefundId, ShiftId, UserId } from '../kernel/ids.ts';
import { type Paisa, minus, NOTHING, sum } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { type Payment, isCredit, isRefunded, isTakenByCompany, ON_ACCOUNT } from './payment.ts';

/** Reasons to refund money that bought no seats. */
export type UnusedReason = 'LATE_PAYMENT' | 'DUPLICATE_PAYMENT' | 'AMOUNT_DIFFERS';
/**
 * The reason of a refund whose booking was cancelled: by the passenger or the agent, or by the company or an
 * administrator.
 */
export type CancellationReason = 'PASSENGER_CANCELLATION' | 'OPERATOR_CANCELLATION';

export const REFUND_REASONS = [
  'LATE_PAYMENT',
  'DUPLICATE_PAYMENT',
  /** The gateway took another amount than was asked for, or gave a part back before the payment was recorded. */
  'AMOUNT_DIFFERS',
  'PASSENGER_CANCELLATION',
  'OPERATOR_CANCELLATION',
  /** The booking was changed to a cheaper trip. */
  'CHANGE',
  /** The platform gives money back voluntarily, and the booking stays as it is. */
  'GOODWILL',
] as const satisfies readonly (UnusedReason | CancellationReason | 'CHANGE' | 'GOODWILL')[];

export type RefundReason = (typeof REFUND_REASONS)[number];

export const isForCancellation = (reason: RefundReason): reason is CancellationReason =>
  reason === 'PASSENGER_CANCELLATION' || reason === 'OPERATOR_CANCELLATION';

export const REFUND_STATUSES = ['DUE', 'SENT', 'PAID', 'FAILED'] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/**
 * The only moves between the statuses of a refund; PAID is final. Every store makes a move as a compare-and-swap on
 * `from`.
 */
export const REFUND_MOVES = {
  /** An administrator sends the refund by hand. */
  send: { from: ['DUE', 'FAILED'], to: 'SENT' },
  /** The job is about to ask the gateway to pay, for the first time or again after a lost answer. */
  request: { from: ['DUE', 'SENT'], to: 'SENT' },
  /** The request never reached the gateway. */
  unsend: { from: ['SENT'], to: 'DUE' },
  /** Only a person can find out whether the gateway paid. */
  doubt: { from: ['SENT'], to: 'SENT' },
  /** An administrator lets the job ask the gateway, for the first time or again. */
  handOver: { from: ['DUE', 'FAILED'], to: 'DUE' },
  confirm: { from: ['SENT'], to: 'PAID' },
  fail: { from: ['SENT'], to: 'FAILED' },
  /** A refund is paid at the counter, at once. */
  payCash: { from: ['DUE'], to: 'PAID' },
  /** An agent is credited, at once. */
  credit: { from: ['DUE'], to: 'PAID' },
} as const satisfies Record<string, { readonly from: readonly RefundStatus[]; readonly to: RefundStatus }>;

export type RefundMove = keyof typeof REFUND_MOVES;

export const mayMoveRefund = (status: RefundStatus, move: RefundMove): boolean =>
  (REFUND_MOVES[move].from as readonly RefundStatus[]).includes(status);

/** Kinds of bank and wallet accounts to which refunds are sent. */
export const ACCOUNT_KINDS = ['ESEWA', 'KHALTI', 'BANK'] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * Ways to pay a refund: by hand to a bank or wallet account, in cash at the counter, or by the payment's gateway. QR:
 * the company itself returned a payment by its own QR code, because a sale was undone. AGENT: the agent that sold the
 * booking is credited.
 */
export const REFUND_METHODS = [...ACCOUNT_KINDS, 'CASH', 'QR', 'AUTOMATIC', ON_ACCOUNT] as const;

export type RefundMethod = (typeof REFUND_METHODS)[number];

/** The bank or wallet account that receives a refund. */
export interface RefundAccount {
  readonly kind: AccountKind;
  readonly holder: string;
  readonly number: string;
  /** The name of the bank; null unless the account is a bank account. */
  readonly bank: string | null;
}

/** The roles of people who can name the bank or wallet account for a booking's refunds. */
export const ACCOUNT_NAMERS = ['PASSENGER', 'OPERATOR', 'ADMIN'] as const;

export type AccountNamer = (typeof ACCOUNT_NAMERS)[number];

/** The bank or wallet account that somebody named for a booking's refunds. Naming another account adds a version. */
export interface NamedAccount extends RefundAccount {
  /** The number of times that the booking's bank or wallet account was changed. */
  readonly version: number;
  readonly namedBy: AccountNamer;
}

/** A claim on a refund by the administrator who is sending it. No other administrator can send it meanwhile. */
export interface Claim {
  readonly by: UserId;
  /** The moment at which the claim lapses, exclusive. */
  readonly until: Instant;
}

/** The `failure` of a SENT refund if only a person can find out whether the gateway paid. */
export const UNCLEAR = 'unclear';

/** The progress of the job that asks a gateway to pay a refund. */
export interface RefundAttempts {
  /**
   * The number of requests to the gateway and of look-ups there, together. The gateway's answer counts only if no later
   * request or look-up was made.
   */
  readonly count: number;
  /**
   * The number of attempts in a row, up to the latest, that did not reach the gateway or got no answer. Pauses grow
   * with this number.
   */
  readonly unanswered: number;
  /**
   * The moment at which the job asks the gateway to pay the refund, or looks up whether it paid. Null when the job has
   * nothing to do.
   */
  readonly nextAt: Instant | null;
  /**
   * The moment of the first request to the gateway since the refund was handed over to the job. Null before that
   * request.
   */
  readonly firstSentAt: Instant | null;
  /** True once an answer of the gateway was lost. A later refusal may then mean that the gateway paid before. */
  readonly isDoubtful: boolean;
  /** The administrator who handed the refund to the job. */
  readonly releasedBy: UserId | null;
}

/** Money that the platform or a company has to pay back to a payer. */
export interface Refund {
  readonly id: RefundId;
  readonly paymentId: PaymentId;
  readonly bookingId: BookingId;
  /** The booking's company. */
  readonly operatorId: OperatorId;
  /** The refunded payment's gateway. */
  readonly gateway: string;
  readonly reason: RefundReason;
  readonly amount: Paisa;
  readonly status: RefundStatus;
  readonly dueAt: Instant;
  /**
   * The booking's bank or wallet account while the refund is DUE or FAILED. Afterwards, the account that the money was
   * sent to.
   */
  readonly account: NamedAccount | null;
  /** The way in which the refund was sent or paid. `reference` is the transfer's number. */
  readonly method: RefundMethod | null;
  readonly reference: string | null;
  readonly sentAt: Instant | null;
  readonly paidAt: Instant | null;
  /** The reason of the last failure; null once the refund is sent again. */
  readonly failure: string | null;
  readonly createdAt: Instant;
  /** True if the platform pays the refund, although the company took the payment. */
  readonly takenOver: boolean;
  /** The administrator who gave the refund as goodwill. */
  readonly addedBy: UserId | null;
  /** The administrator who sent the money by hand; null before, and for refunds of earlier releases. */
  readonly sentBy: UserId | null;
  /** The last claim, which may have lapsed. */
  readonly claim: Claim | null;
  /** The job's attempts to make the gateway pay. Used only if the payment's gateway pays refunds itself. */
  readonly attempts: RefundAttempts;
}

export interface NewRefund extends Pick<Refund, 'paymentId' | 'bookingId' | 'reason' | 'amount' | 'dueAt'> {
  readonly addedBy?: UserId;
}

/** Details that a move stores. Details left out stay unchanged, but sending clears the last failure. */
export interface RefundDetails {
  readonly method?: RefundMethod;
  readonly reference?: string;
  readonly failure?: string;
  /** The shift whose till pays the refund. */
  readonly shiftId?: ShiftId;
  /** The administrator who sent the money by hand. */
  readonly sentBy?: UserId;
}

/**
 * Stored refunds, paid and unpaid. A payment may have several. Lock the booking's row to add a refund: the sum of all
 * refunds must not exceed the payment.
 */
export interface RefundRepo {
  /**
   * Adds a DUE refund with the booking's bank or wallet account. The job may ask the gateway to pay the refund at once.
   */
  add(refund: NewRefund, at: Instant): Promise<RefundId>;
  get(id: RefundId): Promise<Refund | undefined>;
  /** The refunds of a payment, oldest first. */
  ofPayment(id: PaymentId): Promise<readonly Refund[]>;
  /** The refunds of a booking, oldest first. */
  ofBooking(id: BookingId): Promise<readonly Refund[]>;
  /**
   * Makes a move of REFUND_MOVES, ends the refund's claim and plans no further attempt. Returns false if the move does
   * not start from the refund's status. A refund that the platform took over cannot be paid at the counter. A refund
   * that fails or is DUE again gets the bank or wallet account that is now stored with the booking. So the caller must
   * have locked the booking's row.
   */
  move(id: RefundId, move: RefundMove, at: Instant, details?: RefundDetails): Promise<boolean>;
  /** Replaces the stored progress of a refund's attempts. The caller has locked the booking's row. */
  saveAttempts(id: RefundId, attempts: RefundAttempts): Promise<void>;
  /**
   * Refunds of a gateway's payments that the job attempts at `now`, the longest due first. They are SENT with an
   * attempt planned, or DUE and not claimed. A DUE refund waits while another refund of its payment is SENT.
   */
  toAttempt(gateway: string, now: Instant, limit: number): Promise<readonly RefundId[]>;
  /**
   * The current bank or wallet account for a booking's refunds. A booking and the bookings that it replaced, or that
   * replaced it, share one account.
   */
  accountOf(id: BookingId): Promise<NamedAccount | undefined>;
  /**
   * Sets the bank or wallet account for the DUE, FAILED and later refunds of a booking. Sets it also for the bookings
   * that this one replaced, or that replaced it. The caller has locked the rows of all these bookings.
   */
  nameAccount(id: BookingId, account: RefundAccount, namedBy: AccountNamer, at: Instant): Promise<NamedAccount>;
  /**
   * Reserves a refund for the administrator who sends it, and replaces any earlier claim. The caller has locked the
   * booking's row.
   */
  claim(id: RefundId, claim: Claim): Promise<void>;
  /**
   * Makes the platform, instead of the company, pay a DUE refund. Returns false if the refund is not DUE, or if the
   * platform took it over before.
   */
  takeOver(id: RefundId): Promise<boolean>;
  /** Counts the refunds that are not PAID, and how many of them are overdue at `now`. */
  outstanding(now: Instant): Promise<OutstandingRefunds>;
}

export interface OutstandingRefunds {
  readonly due: number;
  readonly overdue: number;
}

/** True while the refund can be sent, and its bank or wallet account can be changed. */
export const canBeSent = ({ status }: Pick<Refund, 'status'>): boolean => mayMoveRefund(status, 'send');

/** The claim on a refund; null if the claim has lapsed by `now`. */
export const liveClaim = <Of extends Claim>(claim: Of | null, now: Instant): Of | null =>
  claim !== null && claim.until > now ? claim : null;

/** Whether the refund is unpaid and its deadline is before `now`. */
export const isRefundOverdue = (refund: Pick<Refund, 'status' | 'dueAt'>, now: Instant): boolean =>
  refund.status !== 'PAID' && refund.dueAt < now;

/**
 * Whether the company pays the refund at its counter, because it took the payment there. The platform itself pays
 * goodwill refunds, and refunds that it took over from the company.
 */
export const isPaidAtCounter = ({
  gateway,
  reason,
  takenOver,
}: Pick<Refund, 'gateway' | 'takenOver'> & { readonly reason: string }): boolean =>
  reason !== 'GOODWILL' && !takenOver && isTakenByCompany({ gateway });

/** Reasons of refunds of payments that paid for no seats. */
export const UNUSED: readonly RefundReason[] = ['LATE_PAYMENT', 'DUPLICATE_PAYMENT', 'AMOUNT_DIFFERS'];

/** Whether a payment came too late, a second time, or with another amount. All of it is refunded. */
export const isUnused = (
  { id }: Pick<Payment, 'id'>,
  refunds: readonly Pick<Refund, 'paymentId' | 'reason'>[],
): boolean => refunds.some(({ paymentId, reason }) => paymentId === id && UNUSED.includes(reason));

/** Whether a payment came with another amount than the amount due. */
export const isOfWrongAmount = (
  { id }: Pick<Payment, 'id'>,
  refunds: readonly Pick<Refund, 'paymentId' | 'reason'>[],
): boolean => refunds.some(({ paymentId, reason }) => paymentId === id && reason === 'AMOUNT_DIFFERS');

const sumOf = (refunds: readonly Pick<Refund, 'amount'>[]): Paisa => sum(refunds.map(({ amount }) => amount));

/**
 * The amount of a payment that can still be refunded. Failed refunds count as refunded, because they are sent again.
 * Zero if the money never arrived or the gateway gave it back. Zero also for a payment that represents money of a
 * changed booking.
 */
export function leftToRefund(
  { id, gateway, status, amount }: Pick<Payment, 'id' | 'gateway' | 'status' | 'amount'>,
  refunds: readonly Pick<Refund, 'paymentId' | 'amount' | 'reason'>[],
): Paisa {
  const given = refunds.filter(({ paymentId }) => paymentId === id);
  // Nothing is left: the refund for a wrong amount gives back all the money that came.
  if (isCredit({ gateway }) || isOfWrongAmount({ id }, given)) return NOTHING;
  const isHere = status === 'COMPLETE' || (isRefunded(status) && given.length > 0);
  return isHere ? minus(amount, sumOf(given)) : NOTHING;
}
