import type { LedgerEntry } from '../ledger/entry.ts';
import type { BasisPoints, Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { BookingOnRecord } from './ports.ts';
import type { RefundOnRecord } from './refund-on-record.ts';

/** The columns of a ledger row, except its id and its moment. */
export type Columns = Omit<LedgerEntry, 'id' | 'at'>;

/** A row that the ledger must have. */
export interface DueRow extends Columns {
  /** The moment of the row's event; null if unknown. */
  readonly at: Instant | null;
  /** The record that the row is about, if no column of the row names it: `settlement 5`. */
  readonly about?: string;
}

const NAMES_NOTHING = {
  bookingId: null,
  operatorId: null,
  paymentId: null,
  refundId: null,
  statementId: null,
  gateway: null,
  adjustmentId: null,
  receiptId: null,
  agentId: null,
  agentPaymentId: null,
} as const;

type RowValues = Pick<Columns, 'kind' | 'debit' | 'credit'> & Partial<Columns> & Pick<DueRow, 'about'>;

/** A list with one due row, or an empty list for an amount of zero. */
export const dueRow = (at: Instant | null, amount: number, values: RowValues): readonly DueRow[] =>
  amount === 0 ? [] : [{ ...NAMES_NOTHING, ...values, amount: amount as Paisa, at }];

/** Computes a share of an amount and rounds half a paisa up. `rate` is in hundredths of a percent. */
export const shareOf = (amount: number, rate: BasisPoints): number =>
  Number((BigInt(amount) * BigInt(rate) + 5_000n) / 10_000n);

export interface OwnRefund {
  readonly refund: RefundOnRecord;
  /** The gateway of the refunded payment. */
  readonly gateway: string;
}

/**
 * Every refund that the booking got: refunds of its own payments, and of payments for earlier bookings. A change moved
 * the money of such earlier payments to this booking.
 */
export const ownRefunds = ({ id, payments, carriedRefunds }: BookingOnRecord): readonly OwnRefund[] => [
  ...payments.flatMap(({ gateway, refunds }) =>
    refunds.filter(({ bookingId }) => bookingId === id).map((refund) => ({ refund, gateway })),
  ),
  ...carriedRefunds.map((refund) => ({ refund, gateway: refund.gateway })),
];

/** The columns that every row about a booking has. */
export const aboutBooking = ({ id, operatorId }: BookingOnRecord) => ({ bookingId: id, operatorId });
