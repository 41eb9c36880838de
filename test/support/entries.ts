import { expect } from 'chai';
import { runAudit } from '../../core/audit/run-audit.ts';
import { earnBookings } from '../../core/bookings/earn-bookings.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { type Clock, daysAfter } from '../../core/kernel/time.ts';
import { goodwill } from '../../core/ledger/entries.ts';
import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { markPublished } from './audited-day.ts';
import { calendar } from './catalogue.ts';
import type { Engine } from './engines.ts';
import type { Paying } from './paying.ts';
import { KNOWN } from './known-gateways.ts';

/**
 * Traits of a booking of two seats for NPR 1233.37 each. Its commission of 7.5 % is NPR 185.0055, rounded to NPR
 * 185.01. A cancellation a day before departure costs a quarter.
 */
export const ODD = {
  total: paisa(246_674),
  commissionRate: basisPoints(750),
  cancellationTiers: [
    { hours: 48, fee: basisPoints(0) },
    { hours: 24, fee: basisPoints(2_500) },
    { hours: 0, fee: basisPoints(10_000) },
  ],
};

/** A ledger row as a short text, such as `PAYMENT GATEWAY/UNEARNED 246674`. */
const inWords = ({ kind, debit, credit, amount }: LedgerEntry): string => `${kind} ${debit}/${credit} ${amount}`;

/** The ledger rows of a booking as texts, oldest first. */
export const entriesOf = async ({ ledgerViews }: Engine, { id }: Pick<Booking, 'id'>): Promise<readonly string[]> =>
  (await ledgerViews.ofBooking(id)).map(inWords);

export const earnDue = (engine: Engine, clock: Clock): Promise<number> => earnBookings({ ...engine, clock })();

/** Adds a goodwill refund of part of a payment, at the platform's cost. */
export const giveGoodwill = ({ transact }: Engine, booking: Booking, { id: paymentId }: Payment, amount: number) =>
  transact(async ({ bookings, refunds, ledger }) => {
    await bookings.lock(booking.id);
    const now = booking.bookedAt;
    // Somebody must have given it; in these tests that is the passenger, the one user there is.
    const given = { reason: 'GOODWILL', addedBy: booking.userId } as const;
    const refund = { paymentId, bookingId: booking.id, ...given, amount: paisa(amount) };
    const refundId = await refunds.add({ ...refund, dueAt: daysAfter(now, 7) }, now);
    await ledger.record(goodwill(booking, { paymentId, refundId, amount: paisa(amount) }), now);
  });

/** Runs the audit, which must find nothing, and checks that all balances add up to zero. */
export async function expectBooksBalance(engine: Engine, { clock, expire }: Paying): Promise<void> {
  await expire();
  await markPublished(engine);
  const { findings } = await runAudit({ gateways: KNOWN, clock, calendar, auditReader: engine.auditReader })();
  expect(findings).to.deep.equal([]);
  const { gateways: _gateways, ...accounts } = await engine.ledgerViews.balances();
  const balances = Object.values(accounts) as number[];
  expect(balances.reduce((sum, amount) => sum + amount, 0)).to.equal(0);
}
