import type { BookingId, PaymentId } from '../kernel/ids.ts';
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
 * The only moves between the states of a payment. Money that arrives is never refused, so every unsettled payment
 * can still become COMPLETE; COMPLETE ends only with a refund, and a refund is final. Every store makes a move as a
 * compare-and-swap on `from`.
 */
export const MOVES = {
  complete: { from: UNSETTLED, to: 'COMPLETE' },
  /** The passenger walked away at the gateway, or cancelled the booking. */
  abandon: { from: ['INITIATED', 'PENDING'], to: 'CANCELED' },
  /** The gateway could not be asked, or its answer makes no sense. */
  doubt: { from: UNSETTLED, to: 'AMBIGUOUS' },
  // The gateway itself reports it, of a payment that is not complete.
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

/** The money went back, or is on its way back: such a payment never changes again. */
export const isRefunded = (status: PaymentStatus): boolean => status === 'FULL_REFUND' || status === 'PARTIAL_REFUND';

/**
 * Not yet known to be paid or not. CANCELED and FAILED can turn out to be paid too, but nobody waits for that.
 */
export const OPEN = ['INITIATED', 'PENDING', 'AMBIGUOUS'] as const satisfies readonly PaymentStatus[];

/** Nothing that the gateway says changes it any more. */
export const isSettled = (status: PaymentStatus): boolean => status === 'COMPLETE' || isRefunded(status);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text from outside can be the transaction UUID of a payment at all. */
export const isTransactionUuid = (text: string): boolean => UUID.test(text);

/** Who has the gateway asked: a browser that returned without proof, the service itself later on, an administrator. */
export type Asker = 'callback' | 'reconciliation' | 'admin';

/** How companies are paid without us: in cash, or by a code of their own. */
export const AT_COUNTER = ['CASH', 'QR'] as const;

/** All the ways in which a booking is paid. */
export const GATEWAYS = ['ESEWA', ...AT_COUNTER] as const;

/** Whether a gateway knows the payment and can be asked about it. */
export const isAtGateway = ({ gateway }: Pick<Payment, 'gateway'>): boolean =>
  !(AT_COUNTER as readonly string[]).includes(gateway);

export interface Payment {
  readonly id: PaymentId;
  readonly bookingId: BookingId;
  /** The name of the gateway that it goes through. */
  readonly gateway: string;
  /** UUIDv4, new for every checkout: the gateway knows the payment by it. */
  readonly transactionUuid: string;
  readonly amount: Paisa;
  readonly status: PaymentStatus;
  readonly createdAt: Instant;
  /** How often the gateway was asked about it, whoever wanted to know. */
  readonly enquiries: number;
  /** How often reconciliation asked. Its pause grows with this number, whatever browsers do. */
  readonly reconciliations: number;
  /** When the gateway was last asked. */
  readonly enquiredAt: Instant | undefined;
  /** While an enquiry is under way: when the right to make it lapses. */
  readonly enquiringUntil: Instant | undefined;
  /** When reconciliation asks (again); undefined when it has nothing more to ask. */
  readonly nextEnquiryAt: Instant | undefined;
}
