import type { BookingId, PaymentId } from '../kernel/ids.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';

export type PaymentStatus =
  | 'INITIATED' | 'PENDING' | 'COMPLETE' | 'CANCELED' | 'FAILED' | 'AMBIGUOUS' | 'FULL_REFUND' | 'PARTIAL_REFUND';

/** The gateway that every payment goes through. */
export const GATEWAY = 'ESEWA';

const UNSETTLED = ['INITIATED', 'PENDING', 'CANCELED', 'FAILED', 'AMBIGUOUS'] as const satisfies readonly PaymentStatus[];

/**
 * The only moves between the states of a payment. Money that arrives is never refused, so everything unsettled can still
 * become COMPLETE; COMPLETE ends only with a refund, and a refund is final. Every store makes a move as a compare-and-swap on `from`.
 */
export const MOVES = {
  complete: { from: UNSETTLED, to: 'COMPLETE' },
  /** The passenger walked away at the gateway, or cancelled the booking. */
  abandon: { from: ['INITIATED', 'PENDING'], to: 'CANCELED' },
  /** The gateway could not be asked, or its answer makes no sense. */
  doubt: { from: UNSETTLED, to: 'AMBIGUOUS' },
  // What the gateway itself says of a payment that is not complete.
  tellInitiated: { from: UNSETTLED, to: 'INITIATED' },
  tellPending: { from: UNSETTLED, to: 'PENDING' },
  tellCanceled: { from: UNSETTLED, to: 'CANCELED' },
  tellFailed: { from: UNSETTLED, to: 'FAILED' },
  tellFullRefund: { from: UNSETTLED, to: 'FULL_REFUND' },
  tellPartialRefund: { from: UNSETTLED, to: 'PARTIAL_REFUND' },
  // The booking of a complete payment was cancelled.
  refundFully: { from: ['COMPLETE'], to: 'FULL_REFUND' },
  refundPartly: { from: ['COMPLETE'], to: 'PARTIAL_REFUND' },
} as const satisfies Record<string, { readonly from: readonly PaymentStatus[]; readonly to: PaymentStatus }>;

export type PaymentMove = keyof typeof MOVES;

export const mayMove = (status: PaymentStatus, move: PaymentMove): boolean => (MOVES[move].from as readonly PaymentStatus[]).includes(status);

/** Money went back, or is on its way back: nothing changes such a payment any more. */
export const isRefunded = (status: PaymentStatus): boolean => status === 'FULL_REFUND' || status === 'PARTIAL_REFUND';

/** The gateway has nothing more to say about it. */
export const isSettled = (status: PaymentStatus): boolean => status === 'COMPLETE' || isRefunded(status);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text from outside can be the transaction UUID of a payment at all. */
export const isTransactionUuid = (text: string): boolean => UUID.test(text);

export interface Payment {
  readonly id: PaymentId;
  readonly bookingId: BookingId;
  /** UUIDv4, new for every checkout: the gateway knows the payment by it. */
  readonly transactionUuid: string;
  readonly amount: Paisa;
  readonly status: PaymentStatus;
  readonly createdAt: Instant;
  /** How often the gateway was asked about it. */
  readonly enquiries: number;
  /** When it was last asked. */
  readonly enquiredAt: Instant | undefined;
  /** While it is being asked: until then at most. */
  readonly enquiringUntil: Instant | undefined;
  /** When reconciliation asks (again); undefined when it has nothing more to ask. */
  readonly nextEnquiryAt: Instant | undefined;
}
