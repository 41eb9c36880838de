import type { PaymentId } from '../kernel/ids.ts';
import { paymentUnknown } from './refusals.ts';
import type { WholePaymentRecord, PaymentRecords } from './payment-record.ts';

interface Needs {
  readonly paymentRecords: Pick<PaymentRecords, 'find'>;
}

export type ViewPayment = ReturnType<typeof viewPayment>;

/** Shows any payment, with all messages about it. */
export const viewPayment =
  ({ paymentRecords }: Needs) =>
  async (id: PaymentId): Promise<WholePaymentRecord> => {
    const payment = await paymentRecords.find(id);
    if (!payment) throw paymentUnknown();
    return payment;
  };
