import type { AgentId, BookingId, OperatorId, PaymentId, ReceiptId, RefundId, StatementId } from '../kernel/ids.ts';
import { type BasisPoints, type Paisa, minus, NOTHING, plus, share } from '../kernel/money.ts';
import type { Adjustment } from './corrections.ts';
import type { Account, EntryKind, NewEntry } from './entry.ts';

/*
 * Computes the ledger rows for each way in which money moves. No other module computes rows. All amounts come from the
 * booking itself. When an amount is split, the pieces add up to it exactly.
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

/** The booking that a ledger row is about. */
export type BookingRef = Pick<BookedMoney, 'id' | 'operatorId'>;

export type Pair = readonly [debit: Account, credit: Account, amount: Paisa];

/** The payment, refund, gateway or agent that a ledger row is about, besides its booking. */
type About = Partial<Pick<NewEntry, 'paymentId' | 'refundId' | 'gateway' | 'agentId'>>;

const NOTHING_NAMED = {
  bookingId: null,
  operatorId: null,
  paymentId: null,
  refundId: null,
  statementId: null,
  adjustmentId: null,
  receiptId: null,
  gateway: null,
  agentId: null,
  agentPaymentId: null,
} as const;

/** A row of any kind. Fields that `about` leaves out are null. */
export const entry = (kind: EntryKind, [debit, credit, amount]: Pair, about: Partial<NewEntry>): NewEntry => ({
  ...NOTHING_NAMED,
  ...about,
  kind,
  debit,
  credit,
  amount,
});

/** A row about a booking. */
export const ofBooking = (
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
 * The ledger rows of an online payment for a booking. The payment came in time, or late while the seats were still
 * free. For a booking that replaces another one, `amount` is the difference that the passenger paid.
 */
export const onlinePayment = (
  booking: BookedMoney,
  { paymentId, gateway }: PaidOnline,
  amount = booking.total,
): readonly NewEntry[] => [ofBooking('PAYMENT', booking, ['GATEWAY', 'UNEARNED', amount], { paymentId, gateway })];

/**
 * The ledger rows of a payment at a counter, in cash or by the company’s own QR code. For a booking that replaces
 * another one, `amount` is the difference that the customer paid.
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

/**
 * The ledger rows of a payment for a booking that had ended or was paid already. All of the payment will be refunded.
 */
export const unusedPayment = (
  booking: BookingRef,
  { amount, ...about }: Refunded & PaidOnline,
): readonly NewEntry[] => [ofBooking('PAYMENT', booking, ['GATEWAY', 'REFUND_DUE', amount], about)];

/** The ledger rows of money that a gateway has, and that no payment explains. All of it will be refunded. */
export const foundPayment = ({ amount, ...about }: Refunded & PaidOnline): readonly NewEntry[] => [
  entry('PAYMENT', ['GATEWAY', 'REFUND_DUE', amount], about),
];

/** The ledger rows that a booking gets when its journey begins. Company and platform have then earned the price. */
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
  /** The newest payment for the booking. */
  readonly paymentId: PaymentId;
  /** The refunds of the booking's payments. Their amounts add up to `refund`. */
  readonly refunds: readonly Refunded[];
}

/** The ledger rows for the cancellation of a paid booking. */
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
  /** The refunds that are not used up yet. The next amount is divided among them. */
  readonly rest: readonly Refunded[];
}

/** Divides a row whose amount is owed to the passenger into one row for each refund, in the order of the refunds. */
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
  /** The money that the change moves from the old booking to the new one. */
  readonly carried: Paisa;
  /** The new booking's payment record for this money; null if no money is moved. */
  readonly creditPaymentId: PaymentId | null;
  readonly refunds: readonly Refunded[];
}

/** The ledger rows of a change to another trip, when the change is complete. */
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
    // The platform paid goodwill for the old booking. It recovers that amount from the price.
    ofBooking('CHANGE', old, ['UNEARNED', 'COMMISSION', given > NOTHING ? given : NOTHING]),
  ];
};

/**
 * The goodwill that the passenger got before the cancellation. The platform paid it, and recovers it from the refund.
 */
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
 * The amounts that company and platform pay for a refund, after they earned the price of the booking. The platform
 * recovers earlier goodwill, first from its own share of the refund, then from the company.
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

/** The ledger rows of a voluntary refund. The platform pays it. */
export const goodwill = (booking: BookingRef, { amount, ...about }: Refunded): readonly NewEntry[] => [
  ofBooking('GOODWILL', booking, ['COMMISSION', 'REFUND_DUE', amount], about),
];

/**
 * The money that pays a refund: the platform's bank, a company's till, or money that the named gateway holds. An agent
 * is credited: it owes the platform less.
 */
export type RefundSource = 'BANK' | 'CASH' | { readonly gateway: string } | { readonly agentId: AgentId };

interface RefundPaid extends Refunded {
  readonly from: RefundSource;
}

/** The ledger rows of a paid refund. `booking` is null for money that no payment of a booking explains. */
export const refundPaid = (booking: BookingRef | null, { from, amount, ...about }: RefundPaid): readonly NewEntry[] => {
  const of = booking ? { bookingId: booking.id, operatorId: booking.operatorId, ...about } : about;
  return [
    typeof from === 'string'
      ? entry('REFUND', ['REFUND_DUE', from, amount], of)
      : entry('REFUND', ['REFUND_DUE', 'gateway' in from ? 'GATEWAY' : 'AGENT', amount], { ...of, ...from }),
  ];
};

interface Paid {
  readonly statementId: StatementId;
  readonly operatorId: OperatorId;
  /**
   * The cash that the company holds: debit less credit of the statement's CASH rows. Negative if it paid out more than
   * it took.
   */
  readonly cashHeld: Paisa;
  /** The amount that the platform transfers to the company. If negative, nothing is transferred. */
  readonly total: Paisa;
}

/**
 * The ledger rows of a paid statement. The company keeps the cash that it holds, and the platform transfers the rest.
 */
export const payout = ({ cashHeld, total, ...about }: Paid): readonly NewEntry[] => [
  entry(
    'PAYOUT',
    cashHeld < 0 ? ['CASH', 'OPERATOR', minus(NOTHING, cashHeld)] : ['OPERATOR', 'CASH', cashHeld],
    about,
  ),
  entry('PAYOUT', ['OPERATOR', 'BANK', total > 0 ? total : NOTHING], about),
];

/** The ledger rows of a gateway's transfer to the platform's bank, and of the fee that the gateway kept. */
export const settlement = (amount: Paisa, fee: Paisa, gateway: string): readonly NewEntry[] => [
  entry('SETTLEMENT', ['BANK', 'GATEWAY', amount], { gateway }),
  entry('SETTLEMENT', ['FEES', 'GATEWAY', fee], { gateway }),
];

/** The ledger rows of a correction that a second administrator confirmed. */
export const adjusted = ({
  id: adjustmentId,
  debit,
  credit,
  amount,
  operatorId,
  gateway,
  agentId = null,
}: Pick<Adjustment, 'id' | 'debit' | 'credit' | 'amount' | 'operatorId' | 'gateway'> &
  Partial<Pick<Adjustment, 'agentId'>>): readonly NewEntry[] => [
  entry('ADJUSTMENT', [debit, credit, amount], { adjustmentId, operatorId, gateway, agentId }),
];

interface Received {
  readonly receiptId: ReceiptId;
  readonly operatorId: OperatorId;
  readonly amount: Paisa;
}

/** The ledger rows of a company's payment of its debt to the platform. */
export const received = ({ amount, ...about }: Received): readonly NewEntry[] => [
  entry('RECEIPT', ['BANK', 'OPERATOR', amount], about),
];
