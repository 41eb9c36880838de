import type { PaymentId } from '../kernel/ids.ts';
import type { PaymentRecords, WholePaymentRecord } from './payment-record.ts';
import { paymentUnknown } from './refusals.ts';

interface Needs {
  readonly paymentRecords: Pick<PaymentRecords, 'find'>;
}

export type ViewPayment = ReturnType<typeof viewPayment>;

/** Any payment, with all that was said about it. */
export const viewPayment =
  ({ paymentRecords }: Needs) =>
  async (id: PaymentId): Promise<WholePaymentRecord> => {
    const payment = await paymentRecords.find(id);
    if (!payment) throw paymentUnknown();
    return payment;
  };
