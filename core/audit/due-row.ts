import type { LedgerEntry } from '../ledger/entry.ts';
import type { BasisPoints, Paisa } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import type { BookingOnRecord } from './ports.ts';
import type { RefundOnRecord } from './refund-on-record.ts';

/** The columns of a ledger row without its moment. */
export type Columns = Omit<LedgerEntry, 'id' | 'at'>;

/** A row that has to be in the ledger. */
export interface DueRow extends Columns {
  /** The moment of the row's event; null if unknown. */
  readonly at: Instant | null;
  /** The subject of a row that no column names: `settlement 5`. */
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
} as const;

type RowValues = Pick<Columns, 'kind' | 'debit' | 'credit'> & Partial<Columns> & Pick<DueRow, 'about'>;

/** A list with the due row; empty for an amount of zero. */
export const dueRow = (at: Instant | null, amount: number, values: RowValues): readonly DueRow[] =>
  amount === 0 ? [] : [{ ...NAMES_NOTHING, ...values, amount: amount as Paisa, at }];

/** A share in hundredths of a percent, half a paisa rounded up. */
export const shareOf = (amount: number, rate: BasisPoints): number =>
  Number((BigInt(amount) * BigInt(rate) + 5_000n) / 10_000n);

export interface OwnRefund {
  readonly refund: RefundOnRecord;
  /** The gateway of the refunded payment. */
  readonly gateway: string;
}

/** Every refund of the booking: of its own payments, and of those that brought its money before a change. */
export const ownRefunds = ({ id, payments, carriedRefunds }: BookingOnRecord): readonly OwnRefund[] => [
  ...payments.flatMap(({ gateway, refunds }) =>
    refunds.filter(({ bookingId }) => bookingId === id).map((refund) => ({ refund, gateway })),
  ),
  ...carriedRefunds.map((refund) => ({ refund, gateway: refund.gateway })),
];

/** The columns that every row about a booking has. */
export const aboutBooking = ({ id, operatorId }: BookingOnRecord) => ({ bookingId: id, operatorId });
