import type { BookingRepo } from '../bookings/ports.ts';
import type { Idempotency, KeepResult } from '../delivery/idempotency.ts';
import type { PaymentId, UserId } from '../kernel/ids.ts';
import { npr, toRupees } from '../kernel/money.ts';
import type { Paisa } from '../kernel/money.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { goodwill } from '../ledger/entries.ts';
import type { Ledger } from '../ledger/ports.ts';
import type { PaymentRepo } from '../payments/ports.ts';
import { leftToRefund } from '../payments/refund.ts';
import type { RefundRepo } from '../payments/refund.ts';
import { paymentUnknown } from '../payments/refusals.ts';
import { refundDueAt } from '../payments/settlement.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Trail } from '../trail/trail.ts';
import type { RefundRecords } from './ports.ts';
import { refundExceeds } from './refusals.ts';
import { knownRefund, shownRefund } from './view-refunds.ts';
import type { ShownRefund } from './view-refunds.ts';

interface Stores {
  readonly bookings: Pick<BookingRepo, 'lock'>;
  readonly payments: PaymentRepo;
  readonly refunds: RefundRepo;
  readonly refundRecords: Pick<RefundRecords, 'find'>;
  readonly ledger: Ledger;
  readonly trail: Trail;
  readonly idempotency: Idempotency;
}

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Stores>;
}

export interface Goodwill {
  readonly amount: Paisa;
  /** Why. */
  readonly note: string;
}

export type AddGoodwill = ReturnType<typeof addGoodwill>;

/**
 * The platform gives part of a payment back by its own wish, and at its own cost. The booking stays as it is. All that
 * is given back of a payment never exceeds it: refunds are added while the booking is locked.
 */
export const addGoodwill =
  ({ clock, transact }: Needs) =>
  async (
    admin: UserId,
    paymentId: PaymentId,
    { amount, note }: Goodwill,
    keep?: KeepResult<ShownRefund>,
  ): Promise<ShownRefund> =>
    transact(async (stores) => {
      const known = await stores.payments.get(paymentId);
      const booking = known && (await stores.bookings.lock(known.bookingId));
      // Read again now that nobody else settles it, or gives it back.
      const payment = await stores.payments.get(paymentId);
      if (!booking || !payment) throw paymentUnknown();
      const left = leftToRefund(payment, await stores.refunds.ofPayment(paymentId));
      if (amount > left) throw refundExceeds(left);

      const now = clock();
      const { id: bookingId, operatorId, code } = booking;
      const reason = 'GOODWILL';
      const id = await stores.refunds.add({ paymentId, bookingId, reason, amount, dueAt: refundDueAt(now) }, now);
      await stores.ledger.record(goodwill(booking, { paymentId, refundId: id, amount }), now);
      await stores.trail.add(
        {
          kind: 'REFUND_ADDED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId,
          subject: { type: 'refund', id },
          changes: changesBetween({}, { reason, amount: toRupees(amount), status: 'DUE' }),
          description: `Gives ${npr(amount)} of booking ${code} back as goodwill. Note: ${note}`,
          amount,
        },
        now,
      );
      const added = shownRefund(await knownRefund(stores, id), now);
      await keep?.(added, stores);
      return added;
    });
