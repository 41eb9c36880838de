import type { BookingId, OperatorId, PaymentId, ReceiptId, RefundId, StatementId } from '../kernel/ids.ts';
import { type BasisPoints, type Paisa, minus, NOTHING, plus, share } from '../kernel/money.ts';
import type { Adjustment } from './corrections.ts';
import type { Account, EntryKind, NewEntry } from './entry.ts';

/*
 * The ledger rows of every flow of money. Only this module computes rows, always from the booking's own amounts. The
 * parts of an amount add up to the paisa in every flow.
 */

/** The booking's data that ledger rows need. */
export interface BookedMoney {
  readonly id: BookingId;
  readonly operatorId: OperatorId;
  readonly total: Paisa;
  readonly commissionRate: BasisPoints;
  readonly commission: Paisa;
  readonly operatorEarning: Paisa;
}

/** The booking of a row. */
type BookingRef = Pick<BookedMoney, 'id' | 'operatorId'>;

type Pair = readonly [debit: Account, credit: Account, amount: Paisa];

/** The subjects of a row other than its booking. */
type About = Partial<Pick<NewEntry, 'paymentId' | 'refundId' | 'gateway'>>;

const NOTHING_NAMED = {
  bookingId: null,
  operatorId: null,
  paymentId: null,
  refundId: null,
  statementId: null,
  adjustmentId: null,
  receiptId: null,
  gateway: null,
} as const;

const entry = (kind: EntryKind, [debit, credit, amount]: Pair, about: Partial<NewEntry>): NewEntry => ({
  ...NOTHING_NAMED,
  ...about,
  kind,
  debit,
  credit,
  amount,
});

const ofBooking = (
  kind: EntryKind,
  { id: bookingId, operatorId }: BookingRef,
  pair: Pair,
  about: About = {},
): NewEntry => entry(kind, pair, { bookingId, operatorId, ...about });

/** A payment that the named gateway took. */
interface PaidOnline {
  readonly paymentId: PaymentId;
  readonly gateway: string;
}

/** The rows of a booking that was paid online, in time or late while its seats were still free. */
export const onlinePayment = (booking: BookedMoney, { paymentId, gateway }: PaidOnline): readonly NewEntry[] => [
  ofBooking('PAYMENT', booking, ['GATEWAY', 'UNEARNED', booking.total], { paymentId, gateway }),
];

/** The rows of a booking that was sold at a counter, in cash or by the company’s own QR code. */
export const counterPayment = (booking: BookedMoney, paymentId: PaymentId): readonly NewEntry[] => [
  ofBooking('PAYMENT', booking, ['CASH', 'UNEARNED', booking.total], { paymentId }),
];

interface Refunded {
  readonly paymentId: PaymentId;
  readonly refundId: RefundId;
  readonly amount: Paisa;
}

/** The rows of a payment for a booking that had ended or was paid already. All of it will be refunded. */
export const unusedPayment = (
  booking: BookingRef,
  { amount, ...about }: Refunded & PaidOnline,
): readonly NewEntry[] => [ofBooking('PAYMENT', booking, ['GATEWAY', 'REFUND_DUE', amount], about)];

/** The rows of a journey that has begun, so that company and platform have earned the price. */
export const earned = (booking: BookedMoney): readonly NewEntry[] => [
  ofBooking('EARNED', booking, ['UNEARNED', 'OPERATOR', booking.operatorEarning]),
  ofBooking('EARNED', booking, ['UNEARNED', 'COMMISSION', booking.commission]),
];

interface Cancelled {
  /** The cancellation fee that the passenger pays. */
  readonly fee: Paisa;
  /** The refund: the price less the fee and earlier goodwill. */
  readonly refund: Paisa;
  /** Whether the booking has EARNED rows. */
  readonly isEarned: boolean;
  readonly paymentId: PaymentId;
  /** Null without a refund. */
  readonly refundId: RefundId | null;
}

/** The rows of a cancellation of a paid booking. */
export const cancelled = (booking: BookedMoney, cancellation: Cancelled): readonly NewEntry[] => {
  const { paymentId, refundId } = cancellation;
  const pairs = cancellation.isEarned ? takenBack(booking, cancellation) : shared(booking, cancellation);
  return pairs.map((pair) => {
    const isRefund = pair[1] === 'REFUND_DUE';
    return ofBooking('CANCELLATION', booking, pair, { paymentId, refundId: isRefund ? refundId : null });
  });
};

/** Goodwill that was refunded earlier. The platform paid it, and recovers it from the refund of the cancellation. */
const givenBefore = ({ total }: BookedMoney, { fee, refund }: Cancelled): Paisa => minus(minus(total, fee), refund);

function shared(booking: BookedMoney, cancellation: Cancelled): readonly Pair[] {
  const { fee, refund } = cancellation;
  const commission = share(fee, booking.commissionRate);
  return [
    ['UNEARNED', 'REFUND_DUE', refund],
    ['UNEARNED', 'COMMISSION', givenBefore(booking, cancellation)],
    ['UNEARNED', 'OPERATOR', minus(fee, commission)],
    ['UNEARNED', 'COMMISSION', commission],
  ];
}

/**
 * Company and platform return their earnings from the booking. Earlier goodwill goes back to the platform, first out of
 * the platform's share, then out of the company's.
 */
function takenBack(booking: BookedMoney, cancellation: Cancelled): readonly Pair[] {
  const { fee, refund } = cancellation;
  const before = givenBefore(booking, cancellation);
  const whole = plus(refund, before);
  const commission = fee === NOTHING ? booking.commission : share(whole, booking.commissionRate);
  const fromPlatform = commission > before ? minus(commission, before) : NOTHING;
  return [
    ['OPERATOR', 'REFUND_DUE', minus(refund, fromPlatform)],
    ['COMMISSION', 'REFUND_DUE', fromPlatform],
    ['OPERATOR', 'COMMISSION', before > commission ? minus(before, commission) : NOTHING],
  ];
}

/** The rows of a voluntary refund of part of a payment by the platform. */
export const goodwill = (booking: BookingRef, { amount, ...about }: Refunded): readonly NewEntry[] => [
  ofBooking('GOODWILL', booking, ['COMMISSION', 'REFUND_DUE', amount], about),
];

/** The money that pays a refund: the platform's bank, a company's till, or what the named gateway holds. */
export type RefundSource = 'BANK' | 'CASH' | { readonly gateway: string };

interface RefundPaid extends Refunded {
  readonly from: RefundSource;
}

/** The rows of a paid refund. */
export const refundPaid = (booking: BookingRef, { from, amount, ...about }: RefundPaid): readonly NewEntry[] => [
  typeof from === 'string'
    ? ofBooking('REFUND', booking, ['REFUND_DUE', from, amount], about)
    : ofBooking('REFUND', booking, ['REFUND_DUE', 'GATEWAY', amount], { ...about, gateway: from.gateway }),
];

interface Paid {
  readonly statementId: StatementId;
  readonly operatorId: OperatorId;
  /** Debit less credit of the statement's CASH rows: the cash that the company holds. Negative if it paid out more. */
  readonly cashHeld: Paisa;
  /** The transfer to the company. A negative total is not transferred. */
  readonly total: Paisa;
}

/** The rows of a paid statement: the company's cash is set off, and the rest goes to its bank. */
export const payout = ({ cashHeld, total, ...about }: Paid): readonly NewEntry[] => [
  entry(
    'PAYOUT',
    cashHeld < 0 ? ['CASH', 'OPERATOR', minus(NOTHING, cashHeld)] : ['OPERATOR', 'CASH', cashHeld],
    about,
  ),
  entry('PAYOUT', ['OPERATOR', 'BANK', total > 0 ? total : NOTHING], about),
];

/** The rows of a gateway's transfer of the money that it held, less a fee. */
export const settlement = (amount: Paisa, fee: Paisa, gateway: string): readonly NewEntry[] => [
  entry('SETTLEMENT', ['BANK', 'GATEWAY', amount], { gateway }),
  entry('SETTLEMENT', ['FEES', 'GATEWAY', fee], { gateway }),
];

/** The rows of a correction that a second administrator confirmed. */
export const adjusted = ({
  id: adjustmentId,
  debit,
  credit,
  amount,
  operatorId,
  gateway,
}: Pick<Adjustment, 'id' | 'debit' | 'credit' | 'amount' | 'operatorId' | 'gateway'>): readonly NewEntry[] => [
  entry('ADJUSTMENT', [debit, credit, amount], { adjustmentId, operatorId, gateway }),
];

interface Received {
  readonly receiptId: ReceiptId;
  readonly operatorId: OperatorId;
  readonly amount: Paisa;
}

/** The rows of a company's payment of its debt to the platform. */
export const received = ({ amount, ...about }: Received): readonly NewEntry[] => [
  entry('RECEIPT', ['BANK', 'OPERATOR', amount], about),
];
