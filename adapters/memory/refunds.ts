import type { RefundLedger } from '../../core/payments/ports.ts';
import type { State } from './state.ts';

export const memoryRefunds = (state: State): RefundLedger => ({
  async add(refund) {
    if (state.refunds.has(refund.paymentId)) return false;
    state.refunds.set(refund.paymentId, refund);
    return true;
  },
  find: async (payment) => state.refunds.get(payment),
});
