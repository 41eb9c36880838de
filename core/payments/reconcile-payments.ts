import type { CheckPaymentStatus } from './check-payment-status.ts';
import type { PaymentWorld } from './world.ts';

/**
 * The number of parallel enquiries at one gateway. They run in parallel so that a slow answer does not delay the
 * others.
 */
const AT_A_TIME = 5;
const MOST_AT_ONCE = 100;

export type ReconcilePayments = ReturnType<typeof reconcilePayments>;

/**
 * Asks one gateway about payments with an unknown outcome. Returns the number of payments. Rejects at the end if a
 * payment could not be settled. Ends once `stopping` resolves, without waiting for the gateway. Another process asks
 * again when the right to these enquiries has lapsed.
 */
export const reconcilePayments =
  ({ clock, transact, checkPaymentStatus }: PaymentWorld & { readonly checkPaymentStatus: CheckPaymentStatus }) =>
  async (gateway: string, stopping: Promise<void>, limit = MOST_AT_ONCE): Promise<number> => {
    const due = await transact(({ payments }) => payments.due(gateway, clock(), limit));
    const stopped = stopping.then(() => 'stopped' as const);

    const failures: unknown[] = [];
    let asked = 0;
    while (asked < due.length) {
      const batch = due.slice(asked, asked + AT_A_TIME);
      const answers = Promise.allSettled(batch.map((payment) => checkPaymentStatus(payment, 'reconciliation')));
      const outcomes = await Promise.race([answers, stopped]);
      if (outcomes === 'stopped') return asked;
      for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
      asked += batch.length;
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${due.length} payments could not be reconciled.`);
    return asked;
  };
