import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { CheckPaymentStatus } from './check-payment-status.ts';
import { reconciledSince } from './enquiry.ts';
import type { PaymentRepo } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly payments: PaymentRepo }>;
  readonly checkPaymentStatus: CheckPaymentStatus;
}

/**
 * How many enquiries are under way at a time, so that a gateway that is slow to answer does not hold up the rest.
 */
const AT_A_TIME = 5;

export type ReconcilePayments = ReturnType<typeof reconcilePayments>;

/**
 * Asks the gateway about payments whose outcome is still unknown, and answers about how many. Rejects at the end when
 * one of them could not be settled.
 */
export const reconcilePayments =
  ({ clock, transact, checkPaymentStatus }: Needs) =>
  async (limit = 100): Promise<number> => {
    const now = clock();
    const due = await transact(({ payments }) => payments.due(reconciledSince(now), now, limit));

    const failures: unknown[] = [];
    for (let next = 0; next < due.length; next += AT_A_TIME) {
      const outcomes = await Promise.allSettled(
        due.slice(next, next + AT_A_TIME).map((payment) => checkPaymentStatus(payment, 'reconciliation')),
      );
      for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${due.length} payments could not be reconciled.`);
    return due.length;
  };
