import { npr, type Paisa } from '../kernel/money.ts';
import type { Finding } from './finding.ts';
import type { BookingOnRecord } from './ports.ts';
import type {
  ChainedBooking,
  ChainedPayment,
  ChainedRefund,
  Chain,
  PaidRefunds,
  GatewayMoney,
  WholeSums,
} from './money-in-sums.ts';

/*
 * Sums that hold whatever the reasons were: money that came is somewhere. They are computed from bookings, payments and
 * refunds alone. Neither the rules of changes and cancellations nor the code that writes the ledger is used here, so a
 * mistake of those is not repeated.
 */

const rupees = (amount: number): string => npr(amount as Paisa);

const total = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

const ACTIVE = ['CONFIRMED', 'CHECKED_IN', 'COMPLETED'];
const ENDED = ['CANCELLED', 'REFUNDED'];

/** The money that a payment brought. A refund for another amount names the amount that came. */
function arrivedBy({ id, status, amount }: ChainedPayment, refunds: readonly ChainedRefund[]): number {
  const own = refunds.filter(({ paymentId }) => paymentId === id);
  const other = own.find(({ reason }) => reason === 'AMOUNT_DIFFERS');
  if (other) return other.amount;
  return status === 'COMPLETE' || own.length > 0 ? amount : 0;
}

/**
 * Proves that the money that came for a chain of bookings is refunded, kept as a fee, or stands for a journey. What is
 * left is what the platform recovered of its goodwill: at most the goodwill, and never less than nothing.
 */
export function chainFaults({ id, bookings, payments, refunds }: Chain): readonly Finding[] {
  const came = total(payments.map((payment) => arrivedBy(payment, refunds)));
  const goodwill = total(refunds.filter(({ reason }) => reason === 'GOODWILL').map(({ amount }) => amount));
  const back = total(refunds.map(({ amount }) => amount)) - goodwill;
  const fees = came === 0 ? 0 : total(bookings.map(feesOf));
  const stands = total(bookings.map(standing));
  const recovered = came - back - fees - stands;
  if (recovered >= 0 && recovered <= goodwill && back + goodwill <= came) return [];
  const kept = goodwill === 0 ? '' : `, of which ${rupees(goodwill)} may be recovered goodwill`;
  return [
    {
      invariant: 'CHAIN_DIFFERS',
      row: `booking ${id}`,
      says: `${bookings.map(({ code }) => code).join(', ')}: ${rupees(came)} came, ${rupees(back + goodwill)} went back, ${rupees(fees)} are kept as fees and ${rupees(stands)} stand, so ${rupees(recovered)} are unexplained${kept}`,
    },
  ];
}

const feesOf = ({ status, partsFee, lastFee }: ChainedBooking): number =>
  partsFee + (ENDED.includes(status) ? (lastFee ?? 0) : 0);

/** The price that a booking stands for. A replaced booking stands for nothing, unless the company has earned it. */
const standing = ({ status, total: price, isEarned, isReplaced }: ChainedBooking): number =>
  ACTIVE.includes(status) || (isReplaced && isEarned) ? price : 0;

/**
 * Proves that a booking's rows leave in UNEARNED its price while the journey is ahead, and otherwise nothing. In
 * REFUND_DUE they leave what is not refunded yet.
 */
export function unearnedFaults(booking: BookingOnRecord): readonly string[] {
  const { status, total: price, earnedAt, entries, payments, carriedRefunds, id } = booking;
  const owedBy = (account: string): number =>
    total(
      entries.map(({ debit, credit, amount }) =>
        credit === account ? amount : debit === account ? -Number(amount) : 0,
      ),
    );
  const refunds = [...payments.flatMap((payment) => payment.refunds), ...carriedRefunds];
  const own = refunds.filter(({ bookingId, status: state }) => bookingId === id && state !== 'PAID');
  const due = {
    UNEARNED: ACTIVE.includes(status) && earnedAt === null ? Number(price) : 0,
    REFUND_DUE: total(own.map(({ amount }) => amount)),
  };
  return Object.entries(due).flatMap(([account, amount]) =>
    owedBy(account) === amount
      ? []
      : [`its rows leave ${rupees(owedBy(account))} in ${account}, and should leave ${rupees(amount)}`],
  );
}

type Known = readonly { readonly name: string; readonly paysOutTo: string | null | undefined }[];

/** Proves UNEARNED as a whole, and the balance of each gateway. */
export function wholeFaults(sums: WholeSums, known: Known): readonly Finding[] {
  const { unearned, unearnedInLedger, arrived, refunded, settled, adjusted, inLedger } = sums;
  const found: Finding[] = [];
  if (unearned !== unearnedInLedger)
    found.push({
      invariant: 'UNEARNED_DIFFERS',
      row: 'account UNEARNED',
      says: `UNEARNED holds ${rupees(unearnedInLedger)}, and the journeys that are ahead are of ${rupees(unearned)}`,
    });
  const paid = refunded.flatMap((refunds) => {
    const gateway = payerOf(refunds, known);
    return gateway === undefined ? [] : [{ gateway, amount: refunds.amount }];
  });
  const of = (rows: readonly GatewayMoney[], name: string): number =>
    total(rows.filter(({ gateway }) => gateway === name).map(({ amount }) => amount));
  const names = [...arrived, ...paid, ...settled, ...adjusted, ...inLedger].map(({ gateway }) => gateway);
  for (const gateway of [...new Set(names)].sort()) {
    const [came, back, out] = [of(arrived, gateway), of(paid, gateway), of(settled, gateway)];
    const due = came - back - out + of(adjusted, gateway);
    if (due !== of(inLedger, gateway))
      found.push({
        invariant: 'GATEWAY_DIFFERS',
        row: `gateway ${gateway}`,
        says: `${gateway} stands at ${rupees(of(inLedger, gateway))}; ${rupees(came)} came, ${rupees(back)} it gave back and ${rupees(out)} it settled, so it should hold ${rupees(due)}`,
      });
  }
  return found;
}

const AT_COUNTER = ['CASH', 'QR', 'AGENT'];

/** The gateway that paid refunds out of what it held. Undefined if a till or the platform's bank paid them. */
function payerOf({ gateway, method, takenOver, drawnFrom }: PaidRefunds, known: Known): string | undefined {
  if (drawnFrom !== null) return drawnFrom;
  if (takenOver || AT_COUNTER.includes(gateway)) return undefined;
  const paysOut = known.some(({ name, paysOutTo }) => name === gateway && paysOutTo === method);
  return method === null || method === 'AUTOMATIC' || paysOut ? gateway : undefined;
}
