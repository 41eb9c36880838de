import type { BookingId, OperatorId, PaymentId, RefundId, StatementId } from '../kernel/ids.ts';
import { minus, NOTHING, plus, share } from '../kernel/money.ts';
import type { BasisPoints, Paisa } from '../kernel/money.ts';
import type { Account, EntryKind, NewEntry } from './entry.ts';

/*
 * The rows of every flow of money. They are computed here alone, from what the booking itself says, so that what was
 * divided in one flow comes together again in another, to the paisa.
 */

/** A booking as far as money is concerned. */
export interface BookedMoney {
  readonly id: BookingId;
  readonly operatorId: OperatorId;
  readonly total: Paisa;
  readonly commissionRate: BasisPoints;
  readonly commission: Paisa;
  readonly operatorEarning: Paisa;
}

/** Of whose booking a row tells. */
type Of = Pick<BookedMoney, 'id' | 'operatorId'>;

type Pair = readonly [debit: Account, credit: Account, amount: Paisa];

/** What a row is about beside its booking. */
type About = Partial<Pick<NewEntry, 'paymentId' | 'refundId'>>;

const NOBODY = { bookingId: null, operatorId: null, paymentId: null, refundId: null, statementId: null } as const;

const entry = (kind: EntryKind, [debit, credit, amount]: Pair, about: Partial<NewEntry>): NewEntry => ({
  ...NOBODY,
  ...about,
  ...{ kind, debit, credit, amount },
});

const ofBooking = (kind: EntryKind, { id: bookingId, operatorId }: Of, pair: Pair, about: About = {}): NewEntry =>
  entry(kind, pair, { bookingId, operatorId, ...about });

/** A booking was paid online: in time, or late while its seats were still free. */
export const onlinePayment = (booking: BookedMoney, paymentId: PaymentId): readonly NewEntry[] => [
  ofBooking('PAYMENT', booking, ['GATEWAY', 'UNEARNED', booking.total], { paymentId }),
];

/** A booking was sold at a counter, in cash or by the company’s own QR code. */
export const counterPayment = (booking: BookedMoney, paymentId: PaymentId): readonly NewEntry[] => [
  ofBooking('PAYMENT', booking, ['CASH', 'UNEARNED', booking.total], { paymentId }),
];

interface Refunded {
  readonly paymentId: PaymentId;
  readonly refundId: RefundId;
  readonly amount: Paisa;
}

/** Money came for a booking that is over or paid already: all of it goes back. */
export const paymentInVain = (booking: Of, { amount, ...about }: Refunded): readonly NewEntry[] => [
  ofBooking('PAYMENT', booking, ['GATEWAY', 'REFUND_DUE', amount], about),
];

/** The journey has begun. */
export const earned = (booking: BookedMoney): readonly NewEntry[] => [
  ofBooking('EARNED', booking, ['UNEARNED', 'OPERATOR', booking.operatorEarning]),
  ofBooking('EARNED', booking, ['UNEARNED', 'COMMISSION', booking.commission]),
];

interface Cancelled {
  /** What the passenger is charged. */
  readonly fee: Paisa;
  /** What the passenger gets back: all but the fee, or less when part of the payment went back before as goodwill. */
  readonly refund: Paisa;
  /** Whether its EARNED rows were written before. */
  readonly isEarned: boolean;
  readonly paymentId: PaymentId;
  /** Null when nothing goes back. */
  readonly refundId: RefundId | null;
}

/** A paid booking was cancelled. */
export const cancelled = (booking: BookedMoney, cancellation: Cancelled): readonly NewEntry[] => {
  const { paymentId, refundId } = cancellation;
  const pairs = cancellation.isEarned ? takenBack(booking, cancellation) : shared(booking, cancellation);
  return pairs.map((pair) => {
    const isRefund = pair[1] === 'REFUND_DUE';
    return ofBooking('CANCELLATION', booking, pair, { paymentId, refundId: isRefund ? refundId : null });
  });
};

/** What goodwill has given back already: the platform paid it, and gets it from what the passenger would get now. */
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
 * Company and platform give back what they had earned of it. What goodwill has given back before is the platform’s
 * again: first out of its own share, then out of the company’s.
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

/** The platform gives back part of a payment by its own wish. */
export const goodwill = (booking: Of, { amount, ...about }: Refunded): readonly NewEntry[] => [
  ofBooking('GOODWILL', booking, ['COMMISSION', 'REFUND_DUE', amount], about),
];

/** How a refund can be paid, and out of which account. Passengers pay by eSewa alone: Khalti is sent from the bank. */
const PAID_FROM = { ESEWA: 'GATEWAY', KHALTI: 'BANK', BANK: 'BANK', CASH: 'CASH' } as const satisfies Record<
  string,
  Account
>;

/** A refund was paid; CASH: at the counter. */
export const refundPaid = (
  booking: Of,
  { method, amount, ...about }: Refunded & { readonly method: keyof typeof PAID_FROM },
): readonly NewEntry[] => [ofBooking('REFUND', booking, ['REFUND_DUE', PAID_FROM[method], amount], about)];

interface Paid {
  readonly statementId: StatementId;
  readonly operatorId: OperatorId;
  /** Debit less credit of the CASH rows that it names: what the company holds; negative when it paid out more. */
  readonly cashHeld: Paisa;
  /** What the company gets beside that; of a negative total nothing is transferred. */
  readonly total: Paisa;
}

/** A statement was paid: the company’s cash is set off, the rest goes to its bank. */
export const payout = ({ cashHeld, total, ...about }: Paid): readonly NewEntry[] => [
  entry(
    'PAYOUT',
    cashHeld < 0 ? ['CASH', 'OPERATOR', minus(NOTHING, cashHeld)] : ['OPERATOR', 'CASH', cashHeld],
    about,
  ),
  entry('PAYOUT', ['OPERATOR', 'BANK', total > 0 ? total : NOTHING], about),
];

/** A gateway has transferred what it held, and kept a fee. */
export const settlement = (amount: Paisa, fee: Paisa): readonly NewEntry[] => [
  entry('SETTLEMENT', ['BANK', 'GATEWAY', amount], {}),
  entry('SETTLEMENT', ['FEES', 'GATEWAY', fee], {}),
];
