import type { Instant } from '../kernel/time.ts';
import { nameKept, payloadKept } from './evidence.ts';
import { isTransactionUuid } from './payment.ts';
import type { Payment } from './payment.ts';
import type { CallbackEntry, CallbackLog, GatewayCallback, PaymentRepo } from './ports.ts';

interface Arrived {
  readonly source: CallbackEntry['source'];
  /** As the browser brought it; undefined when it brought none. */
  readonly data: string | undefined;
  readonly callback: GatewayCallback;
}

interface Noted {
  /** Undefined when it is about no payment of ours. */
  readonly payment: Payment | undefined;
  /** Whether the gateway said it, of this payment. */
  readonly isValid: boolean;
}

/** Logs a callback, whatever it is, and finds the payment it is about. */
export const noteCallback = ({ source, data, callback }: Arrived, now: Instant) =>
  async ({ payments, callbacks }: { readonly payments: PaymentRepo; readonly callbacks: CallbackLog }): Promise<Noted> => {
    const { transactionUuid, authentic, amount } = callback;
    const payment = isTransactionUuid(transactionUuid) ? await payments.find(transactionUuid) : undefined;
    const isValid = authentic && (payment === undefined || amount === payment.amount);
    const [name, payload] = [nameKept(transactionUuid), payloadKept(data)];
    await callbacks.add({ paymentId: payment?.id, transactionUuid: name, payload, signatureValid: isValid, source }, now);
    return { payment, isValid };
  };
