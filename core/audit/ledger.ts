import { minus, NOTHING, npr, sum } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import { toIso } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';
import type { Account, EntryKind } from '../ledger/entry.ts';
import { cameInVain } from '../payments/refund.ts';
import { isTicketed } from '../bookings/booking.ts';
import type { BookingOnRecord, EntryOnRecord, PaymentOnRecord } from './ports.ts';

/** Where money itself is. */
const MONEY: readonly Account[] = ['GATEWAY', 'CASH', 'BANK'];

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
  const { status, earnedAt, payments, entries } = booking;
  const came = payments.filter(hasCome);
  const refunds = payments.flatMap((payment) => payment.refunds);
  const [all, kept] = [came, came.filter((payment) => !cameInVain(payment, payment.refunds))].map((some) =>
    sum(some.map(({ amount }) => amount)),
  ) as [Paisa, Paisa];
  const owed = sum(refunds.filter((refund) => refund.status !== 'PAID').map(({ amount }) => amount));
  const paidBack = sum(refunds.filter((refund) => refund.status === 'PAID').map(({ amount }) => amount));
  const unearned = isTicketed(booking.status) && earnedAt === null ? kept : NOTHING;
  const wanted: readonly (readonly [what: string, said: Paisa, due: Paisa])[] = [
    ['PAYMENT rows of', ofKind(entries, 'PAYMENT'), all],
    ['EARNED rows of', ofKind(entries, 'EARNED'), earnedAt === null ? NOTHING : kept],
    ['UNEARNED of', minus(NOTHING, balance(entries, ['UNEARNED'])), unearned],
    ['REFUND_DUE of', minus(NOTHING, balance(entries, ['REFUND_DUE'])), owed],
    ['money of', balance(entries, MONEY), minus(all, paidBack)],
  ];
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
