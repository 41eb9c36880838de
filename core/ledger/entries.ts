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

/** The booking that a row is about. */
type BookingRef = Pick<BookedMoney, 'id' | 'operatorId'>;

type Pair = readonly [debit: Account, credit: Account, amount: Paisa];

/** Further subjects of a row, besides its booking. */
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

/**
 * The rows of a booking that was paid online, in time or late while its seats were still free. `amount` is what a
 * change left to pay.
 */
export const onlinePayment = (
  booking: BookedMoney,
  { paymentId, gateway }: PaidOnline,
  amount = booking.total,
): readonly NewEntry[] => [ofBooking('PAYMENT', booking, ['GATEWAY', 'UNEARNED', amount], { paymentId, gateway })];

/**
 * The rows of a booking that was sold at a counter, in cash or by the company’s own QR code. `amount` is what a change
 * left to pay.
 */
export const counterPayment = (
  booking: BookedMoney,
  paymentId: PaymentId,
  amount = booking.total,
): readonly NewEntry[] => [ofBooking('PAYMENT', booking, ['CASH', 'UNEARNED', amount], { paymentId })];

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
  /** The newest payment that brought the booking's money. */
  readonly paymentId: PaymentId;
  /** The refunds of the payments, which make `refund` together. */
  readonly refunds: readonly Refunded[];
}

/** The rows of a cancellation of a paid booking. */
export const cancelled = (booking: BookedMoney, cancellation: Cancelled): readonly NewEntry[] => {
  const { paymentId, refunds } = cancellation;
  const pairs = cancellation.isEarned ? takenBack(booking, cancellation) : shared(booking, cancellation);
  let due = refunds;
  return pairs.flatMap((pair) => {
    if (pair[1] !== 'REFUND_DUE') return [ofBooking('CANCELLATION', booking, pair, { paymentId })];
    const { pieces, rest } = dividedAmong(due, pair);
    due = rest;
    return pieces.map(({ piece, about }) => ofBooking('CANCELLATION', booking, piece, about));
  });
};

interface Divided {
  readonly pieces: readonly { readonly piece: Pair; readonly about: About }[];
  /** The refunds that the following amounts are divided among. */
  readonly rest: readonly Refunded[];
}

/** Divides an amount that becomes due among the refunds, in their order. */
function dividedAmong(refunds: readonly Refunded[], [debit, credit, amount]: Pair): Divided {
  const [first, ...others] = refunds;
  if (!first || amount === NOTHING) return { pieces: [], rest: refunds };
  const { paymentId, refundId } = first;
  const about = { paymentId, refundId };
  if (amount < first.amount) {
    const left = { ...first, amount: minus(first.amount, amount) };
    return { pieces: [{ piece: [debit, credit, amount], about }], rest: [left, ...others] };
  }
  const { pieces, rest } = dividedAmong(others, [debit, credit, minus(amount, first.amount)]);
  return { pieces: [{ piece: [debit, credit, first.amount], about }, ...pieces], rest };
}

interface Changed {
  readonly oldTotal: Paisa;
  readonly fee: Paisa;
  readonly credit: Paisa;
  /** The money that the change passes on to the new booking. */
  readonly carried: Paisa;
  /** The payment of the new booking that carries the money; null without any. */
  readonly creditPaymentId: PaymentId | null;
  readonly refunds: readonly Refunded[];
}

/** The rows of a change to another trip, when it is done. */
export const changed = (
  old: BookedMoney,
  made: BookingRef,
  { oldTotal, fee, credit, carried, creditPaymentId: paymentId, refunds }: Changed,
): readonly NewEntry[] => {
  const commission = share(fee, old.commissionRate);
  const given = minus(minus(oldTotal, fee), credit);
  return [
    ofBooking('CHANGE', old, ['UNEARNED', 'TRANSFER', carried], { paymentId }),
    ofBooking('CHANGE', made, ['TRANSFER', 'UNEARNED', carried], { paymentId }),
    ...refunds.map(({ amount, ...about }) => ofBooking('CHANGE', old, ['UNEARNED', 'REFUND_DUE', amount], about)),
    ofBooking('CHANGE', old, ['UNEARNED', 'OPERATOR', minus(fee, commission)]),
    ofBooking('CHANGE', old, ['UNEARNED', 'COMMISSION', commission]),
    // Goodwill that was refunded earlier: the platform paid it.
    ofBooking('CHANGE', old, ['UNEARNED', 'COMMISSION', given > NOTHING ? given : NOTHING]),
  ];
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

/** The ledger rows of a paid refund. */
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
