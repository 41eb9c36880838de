import type { PaymentId } from '../kernel/ids.ts';
import { paymentUnknown } from './refusals.ts';
import type { WholePaymentRecord } from './payment-record.ts';
import type { PaymentStores } from './world.ts';

export type ViewPayment = ReturnType<typeof viewPayment>;

/** Shows any payment, with all messages about it. */
export const viewPayment =
  ({ paymentRecords }: Pick<PaymentStores, 'paymentRecords'>) =>
  async (id: PaymentId): Promise<WholePaymentRecord> => {
    const payment = await paymentRecords.find(id);
    if (!payment) throw paymentUnknown();
    return payment;
  };
