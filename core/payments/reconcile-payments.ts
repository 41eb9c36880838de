import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { CheckPaymentStatus } from './check-payment-status.ts';
import { reconciledSince } from './enquiry.ts';
import type { PaymentStores } from './stores.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<Pick<PaymentStores, 'payments'>>;
  readonly checkPaymentStatus: CheckPaymentStatus;
}

/** The number of parallel enquiries, so that a slow answer does not delay the others. */
const AT_A_TIME = 5;

export type ReconcilePayments = ReturnType<typeof reconcilePayments>;

/**
 * Asks the gateway about payments with an unknown outcome. Returns how many. Rejects at the end if a payment could not
 * be settled.
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
