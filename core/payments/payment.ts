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
 * The only moves between the statuses of a payment. Money that arrives is never refused, so every unsettled payment can
 * still become COMPLETE. A COMPLETE payment only changes when it is refunded. A refunded status is final, unless an
 * administrator resolves a payment whose money the ledger does not have. Every store makes a move as a compare-and-swap
 * on `from`.
 */
export const MOVES = {
  complete: { from: UNSETTLED, to: 'COMPLETE' },
  /** The passenger left the gateway without paying, or cancelled the booking. */
  abandon: { from: ['INITIATED', 'PENDING'], to: 'CANCELED' },
  /** The gateway could not be asked, or its answer makes no sense. */
  doubt: { from: UNSETTLED, to: 'AMBIGUOUS' },
  // Statuses that the gateway reports for an incomplete payment.
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

/** Whether the payer got money of the payment back, or will. The gateway's answers no longer change such a payment. */
export const isRefunded = (status: PaymentStatus): boolean => status === 'FULL_REFUND' || status === 'PARTIAL_REFUND';

/**
 * Statuses with an unknown outcome. CANCELED and FAILED payments can still turn out to be paid, but the service does
 * not wait for that.
 */
export const OPEN = ['INITIATED', 'PENDING', 'AMBIGUOUS'] as const satisfies readonly PaymentStatus[];

/** Whether the gateway's answers no longer change the payment. */
export const isSettled = (status: PaymentStatus): boolean => status === 'COMPLETE' || isRefunded(status);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text from outside has the form of a transaction UUID. */
export const isTransactionUuid = (text: string): boolean => UUID.test(text);

/**
 * The causes of an enquiry, in order: a browser returned without proof, a web page waits for the payment, the
 * reconciliation job runs, or an administrator asks.
 */
export type Asker = 'callback' | 'check' | 'reconciliation' | 'admin';

/** Gateway names of payments that companies take themselves: cash, or their own QR code. */
export const AT_COUNTER = ['CASH', 'QR'] as const;

/** The gateway name of payments that an agent owes, because it sold the booking on account. */
export const ON_ACCOUNT = 'AGENT';

/** Whether an agent owes the payment. Refunds of such a payment are credited to the agent. */
export const isOnAccount = ({ gateway }: Pick<Payment, 'gateway'>): boolean => gateway === ON_ACCOUNT;

/** Whether the company took the payment itself. */
export const isTakenByCompany = ({ gateway }: Pick<Payment, 'gateway'>): boolean =>
  (AT_COUNTER as readonly string[]).includes(gateway);

/** The gateway name of payments that represent money of a changed booking, moved to the booking that replaced it. */
export const CREDIT = 'CREDIT';

/**
 * Whether a payment represents money of a changed booking, moved to the booking that replaced it. Such a payment has no
 * refunds.
 */
export const isCredit = ({ gateway }: Pick<Payment, 'gateway'>): boolean => gateway === CREDIT;

/** Whether a gateway knows the payment and can be asked about it. */
export const isAtGateway = ({ gateway }: Pick<Payment, 'gateway'>): boolean =>
  !isCredit({ gateway }) && !isOnAccount({ gateway }) && !isTakenByCompany({ gateway });

const RESOLVABLE = ['AMBIGUOUS', 'FULL_REFUND', 'PARTIAL_REFUND'] as const satisfies readonly PaymentStatus[];

/**
 * Whether an administrator may resolve a payment. The gateway left it open, its money is not in the ledger, and its
 * amount is not in doubt.
 */
export const isResolvable = (payment: Pick<Payment, 'gateway' | 'status' | 'unclear'>, isInLedger: boolean): boolean =>
  isAtGateway(payment) &&
  (RESOLVABLE as readonly PaymentStatus[]).includes(payment.status) &&
  !isInLedger &&
  !isUnclear(payment);

/**
 * Whether the amount that arrived is in doubt. An administrator has to enter it before the ledger records the payment.
 */
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
  /** The administrator who resolved the payment. Whoever resolved it as COMPLETE must not send its refunds. */
  readonly by: UserId;
}

/** The payment page or QR code that a gateway opened for a payment. */
export interface PaymentPage {
  /** The URL of the payment page, or the text of the QR code. */
  readonly content: string;
  /** The moment of expiry, exclusive. */
  readonly goodUntil: Instant;
}

/** Reasons why the amount to record in the ledger is in doubt, although money arrived. */
export const UNCLEAR = ['ANOTHER_AMOUNT', 'PARTLY_GIVEN_BACK'] as const;

export type Unclear = (typeof UNCLEAR)[number];

/** The reason why a payment's amount is in doubt, and the amount that the gateway took, if it names one. */
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
  /**
   * The gateway's reference number of the payment. Requests for refunds name it. Undefined until the gateway gives one.
   */
  readonly reference: string | undefined;
  readonly amount: Paisa;
  readonly status: PaymentStatus;
  readonly createdAt: Instant;
  /** The payment deadline of the booking when the payment began. */
  readonly payBefore: Instant;
  /**
   * The payment page or QR code that the gateway has opened for the payment. Undefined before that, and for gateways
   * that open none.
   */
  readonly page: PaymentPage | undefined;
  /**
   * The moment at which the service gives up waiting for the gateway to open a payment page or QR code. Undefined once
   * the page is open, and for gateways that open none. While it is defined, nobody asks the gateway about the payment.
   */
  readonly openingUntil: Instant | undefined;
  /** The reason why the amount is in doubt. Undefined unless the payment is, or was, AMBIGUOUS for such a reason. */
  readonly unclear: Unclear | undefined;
  /** The amount that the gateway took instead of the payment's; undefined if both are equal. */
  readonly gatewayAmount: Paisa | undefined;
  /** The number of all enquiries about the payment. */
  readonly enquiries: number;
  /**
   * The number of enquiries caused by browsers that returned from the gateway. The pause before the next such enquiry
   * grows with this number.
   */
  readonly askedByReturns: number;
  /** The number of enquiries by the reconciliation job. Only the pauses of the job grow with this number. */
  readonly reconciliations: number;
  /** The moment of the last enquiry about the payment; undefined before the first one. */
  readonly enquiredAt: Instant | undefined;
  /**
   * The moment at which the process that is asking the gateway loses its right to ask; undefined while no process asks.
   */
  readonly enquiringUntil: Instant | undefined;
  /** The moment of the next enquiry by reconciliation; undefined when there is nothing more to ask. */
  readonly nextEnquiryAt: Instant | undefined;
  /** The administrator's resolution; undefined unless an administrator resolved the payment. */
  readonly resolution: Resolution | undefined;
}
