import { minus, NOTHING, npr, sum } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import { toIso } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, EntryKind } from '../ledger/entry.ts';
import { isAtGateway } from '../payments/payment.ts';
import { cameInVain, isPaidAtCounter } from '../payments/refund.ts';
import { isTicketed } from '../bookings/booking.ts';
import type { BookingOnRecord, EntryOnRecord, PaymentOnRecord } from './ports.ts';

/** Where the platform's own money is. */
const OF_PLATFORM: readonly Account[] = ['GATEWAY', 'BANK'];

/** Debit less credit of some accounts. */
const balance = (entries: readonly EntryOnRecord[], accounts: readonly Account[]): Paisa =>
  minus(
    sum(entries.filter(({ debit }) => accounts.includes(debit)).map(({ amount }) => amount)),
    sum(entries.filter(({ credit }) => accounts.includes(credit)).map(({ amount }) => amount)),
  );

const ofKind = (entries: readonly EntryOnRecord[], meant: EntryKind): Paisa =>
  sum(entries.filter(({ kind }) => kind === meant).map(({ amount }) => amount));

/** Money that came: it is there, or there are refunds of it. A gateway may have refunded some that never came. */
const hasCome = ({ status, refunds }: PaymentOnRecord): boolean => status === 'COMPLETE' || refunds.length > 0;

/** What the ledger says of a booking, and what it should say by payments and refunds. */
export function ledgerFaults(booking: BookingOnRecord): readonly string[] {
  const { status, earnedAt, operatorEarning, payments, entries } = booking;
  const came = payments.filter(hasCome);
  const refunds = payments.flatMap(({ gateway, refunds: some }) => some.map((refund) => ({ ...refund, gateway })));
  const [all, kept] = [came, came.filter((payment) => !cameInVain(payment, payment.refunds))].map((some) =>
    sum(some.map(({ amount }) => amount)),
  ) as [Paisa, Paisa];
  const owed = sum(refunds.filter((refund) => refund.status !== 'PAID').map(({ amount }) => amount));
  const taken = sum(came.filter((payment) => !isAtGateway(payment)).map(({ amount }) => amount));
  const paidBack = refunds.filter((refund) => refund.status === 'PAID');
  const [back, backAtCounter] = [paidBack, paidBack.filter(isPaidAtCounter)].map((some) =>
    sum(some.map(({ amount }) => amount)),
  ) as [Paisa, Paisa];
  const unearned = isTicketed(booking.status) && earnedAt === null ? kept : NOTHING;
  const wanted: [what: string, said: Paisa, due: Paisa][] = [
    ['PAYMENT rows of', ofKind(entries, 'PAYMENT'), all],
    ['EARNED rows of', ofKind(entries, 'EARNED'), earnedAt === null ? NOTHING : kept],
    ['UNEARNED of', minus(NOTHING, balance(entries, ['UNEARNED'])), unearned],
    ['REFUND_DUE of', minus(NOTHING, balance(entries, ['REFUND_DUE'])), owed],
    ['CASH of', balance(entries, ['CASH']), minus(taken, backAtCounter)],
    ['GATEWAY and BANK of', balance(entries, OF_PLATFORM), minus(minus(all, taken), minus(back, backAtCounter))],
  ];
  // What a cancelled one leaves depends on fee and goodwill, and is compared with the lines of its statement.
  if (isTicketed(status))
    wanted.push([
      'OPERATOR of',
      minus(NOTHING, balance(entries, ['OPERATOR'])),
      earnedAt === null ? NOTHING : operatorEarning,
    ]);
  return wanted
    .filter(([, said, due]) => said !== due)
    .map(([what, said, due]) => `the booking is ${status}, and its ledger has ${what} ${npr(said)}, not ${npr(due)}`);
}

/** A paid booking whose trip left before `swept`, and that nobody has earned. */
export const unearnedSince = (booking: BookingOnRecord, swept: Instant): boolean =>
  isTicketed(booking.status) &&
  booking.earnedAt === null &&
  booking.trip.departsAt <= swept &&
  booking.payments.some(({ status }) => status === 'COMPLETE');

export const notEarned = (departsAt: Instant): string => `it is not earned, and the bus left ${toIso(departsAt)}`;
