import type { BookingId, PaymentId, UserId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

export const PAYMENT_STATUSES = [
  'INITIATED',
  'PENDING',
  'COMPLETE',
  'CANCELED',
  'FAILED',
  'AMBIGUOUS',
  'FULL_REFUND',
  'PARTIAL_REFUND',
] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const UNSETTLED = [
  'INITIATED',
  'PENDING',
  'CANCELED',
  'FAILED',
  'AMBIGUOUS',
] as const satisfies readonly PaymentStatus[];

/**
 * The only moves between the states of a payment. Money that arrives is never refused, so every unsettled payment can
 * still become COMPLETE. COMPLETE ends only with a refund. A refund is final, unless an administrator resolves the
 * payment before money was booked. Every store makes a move as a compare-and-swap on `from`.
 */
export const MOVES = {
  complete: { from: UNSETTLED, to: 'COMPLETE' },
  /** The passenger walked away at the gateway, or cancelled the booking. */
  abandon: { from: ['INITIATED', 'PENDING'], to: 'CANCELED' },
  /** The gateway could not be asked, or its answer makes no sense. */
  doubt: { from: UNSETTLED, to: 'AMBIGUOUS' },
  // The gateway itself reports these of a payment that is not complete.
  reportInitiated: { from: UNSETTLED, to: 'INITIATED' },
  reportPending: { from: UNSETTLED, to: 'PENDING' },
  reportCanceled: { from: UNSETTLED, to: 'CANCELED' },
  reportFailed: { from: UNSETTLED, to: 'FAILED' },
  reportFullRefund: { from: UNSETTLED, to: 'FULL_REFUND' },
  reportPartialRefund: { from: UNSETTLED, to: 'PARTIAL_REFUND' },
  // The booking of a complete payment was cancelled.
  refundFully: { from: ['COMPLETE'], to: 'FULL_REFUND' },
  refundPartly: { from: ['COMPLETE'], to: 'PARTIAL_REFUND' },
} as const satisfies Record<string, { readonly from: readonly PaymentStatus[]; readonly to: PaymentStatus }>;

export type PaymentMove = keyof typeof MOVES;

export const mayMove = (status: PaymentStatus, move: PaymentMove): boolean =>
  (MOVES[move].from as readonly PaymentStatus[]).includes(status);

/** Whether the money went back or is on its way back. The gateway's answers no longer change such a payment. */
export const isRefunded = (status: PaymentStatus): boolean => status === 'FULL_REFUND' || status === 'PARTIAL_REFUND';

/**
 * Statuses with an unknown outcome. CANCELED and FAILED payments can still turn out to be paid, but nobody waits for
 * that.
 */
export const OPEN = ['INITIATED', 'PENDING', 'AMBIGUOUS'] as const satisfies readonly PaymentStatus[];

/** Whether the gateway's answers no longer change the payment. */
export const isSettled = (status: PaymentStatus): boolean => status === 'COMPLETE' || isRefunded(status);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text from outside can be the transaction UUID of a payment at all. */
export const isTransactionUuid = (text: string): boolean => UUID.test(text);

/**
 * The cause of an enquiry: a browser that returned without proof, a page that waits for the payment, the reconciliation
 * job, or an administrator.
 */
export type Asker = 'callback' | 'check' | 'reconciliation' | 'admin';

/** Payments that companies take themselves: cash, or their own QR code. */
export const AT_COUNTER = ['CASH', 'QR'] as const;

/** Whether a gateway knows the payment and can be asked about it. */
export const isAtGateway = ({ gateway }: Pick<Payment, 'gateway'>): boolean =>
  !(AT_COUNTER as readonly string[]).includes(gateway);

const RESOLVABLE = ['AMBIGUOUS', 'FULL_REFUND', 'PARTIAL_REFUND'] as const satisfies readonly PaymentStatus[];

/**
 * Whether an administrator may resolve a payment: the gateway left it open, its money is not in the ledger, and it is
 * not to be settled instead.
 */
export const isResolvable = (payment: Pick<Payment, 'gateway' | 'status' | 'unclear'>, isInLedger: boolean): boolean =>
  isAtGateway(payment) &&
  (RESOLVABLE as readonly PaymentStatus[]).includes(payment.status) &&
  !isInLedger &&
  !isUnclear(payment);

/** Whether an administrator has to say what came before anything is booked. */
export const isUnclear = ({ status, unclear }: Pick<Payment, 'status' | 'unclear'>): boolean =>
  status === 'AMBIGUOUS' && unclear !== undefined;

/**
 * The moves by which an administrator resolves a payment that has no row in the ledger. COMPLETE first reopens the
 * payment, which is then confirmed like any other payment in the same transaction.
 */
export const RESOLUTIONS = {
  FAILED: { from: RESOLVABLE, to: 'FAILED' },
  COMPLETE: { from: RESOLVABLE, to: 'AMBIGUOUS' },
} as const;

/** An administrator's resolution of a payment that the gateway's answer left open. */
export interface Resolution {
  readonly as: keyof typeof RESOLUTIONS;
  /** The administrator. An administrator who resolved a payment as COMPLETE must not send its refunds. */
  readonly by: UserId;
}

/** The page or code that a gateway opened for a payment. */
export interface PaymentPage {
  /** The URL of the page, or the text of the QR code. */
  readonly content: string;
  /** Exclusive. */
  readonly goodUntil: Instant;
}

/** Reasons why nobody knows what to book of a payment, although money came. */
export const UNCLEAR = ['ANOTHER_AMOUNT', 'PARTLY_GIVEN_BACK'] as const;

export type Unclear = (typeof UNCLEAR)[number];

/** Why nobody can say what to book, and the amount that came if the gateway names it. */
export interface Doubt {
  readonly why: Unclear;
  readonly gatewayAmount: Paisa | undefined;
}

export interface Payment {
  readonly id: PaymentId;
  readonly bookingId: BookingId;
  /** The name of the payment's gateway. */
  readonly gateway: string;
  /** UUIDv4, new for every checkout. */
  readonly transactionUuid: string;
  /** The gateway's id of the payment; undefined while unknown, and for payments at a counter. */
  readonly gatewayId: string | undefined;
  /** The gateway's reference number, by which it pays refunds; undefined until the gateway names one. */
  readonly reference: string | undefined;
  readonly amount: Paisa;
  readonly status: PaymentStatus;
  readonly createdAt: Instant;
  /** The payment deadline of the booking when the payment began. */
  readonly payBefore: Instant;
  /** Undefined for gateways that open none, and until the gateway has opened it. */
  readonly page: PaymentPage | undefined;
  /**
   * The moment at which the gateway is given up that has opened no page or code yet. Undefined once the page is open,
   * and for gateways that open none. While it is defined, nobody asks about the payment.
   */
  readonly openingUntil: Instant | undefined;
  /** Undefined unless AMBIGUOUS for one of these reasons, now or at some time. */
  readonly unclear: Unclear | undefined;
  /** The amount that the gateway took instead of the payment's; undefined if it took no other. */
  readonly gatewayAmount: Paisa | undefined;
  /** How often the gateway was asked about the payment, by anybody. */
  readonly enquiries: number;
  /** How often returning browsers had the gateway asked. Only the gap before their next enquiry grows with it. */
  readonly askedByReturns: number;
  /** How often reconciliation asked. Its pause grows with this number, whatever browsers do. */
  readonly reconciliations: number;
  /** When the gateway was last asked. */
  readonly enquiredAt: Instant | undefined;
  /** When the right to the present enquiry lapses; undefined without an enquiry. */
  readonly enquiringUntil: Instant | undefined;
  /** When reconciliation asks (again); undefined when it has nothing more to ask. */
  readonly nextEnquiryAt: Instant | undefined;
  /** Undefined unless an administrator resolved it. */
  readonly resolution: Resolution | undefined;
}
