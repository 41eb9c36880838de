import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { confirmPayment, settlementOf } from './confirm-payment.ts';
import type { ConfirmationStores } from './confirm-payment.ts';
import type { EnquirePayment } from './enquire-payment.ts';
import { evidenceOf } from './evidence.ts';
import { noteCallback } from './note-callback.ts';
import { isSettled } from './payment.ts';
import type { Payment } from './payment.ts';
import type { CallbackLog, PaymentGateway } from './ports.ts';
import type { Settlement } from './settlement.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<ConfirmationStores & { readonly callbacks: CallbackLog }>;
  readonly gateway: PaymentGateway;
  readonly enquirePayment: EnquirePayment;
  readonly expireBookings: () => Promise<unknown>;
}

export type SettlePayment = ReturnType<typeof settlePayment>;

/**
 * Takes what a browser brought back from the gateway's success page. What the gateway signed is believed at once; about anything else
 * the gateway is asked. Whatever comes is logged, and coming again changes nothing.
 */
export const settlePayment = ({ clock, transact, gateway, enquirePayment, expireBookings }: Needs) =>
  async (data: string | undefined): Promise<Settlement> => {
    const callback = gateway.readCallback(data ?? '');
    const now = clock();
    const note = noteCallback({ source: 'SUCCESS_CALLBACK', data, callback }, now);

    const settle = (): Promise<Settlement | Payment> => transact(async (stores) => {
      const { payment, isValid } = await note(stores);
      if (!payment) return { outcome: 'not matched' };
      if (isSettled(payment.status)) return settlementOf(stores, payment);
      return isValid && callback.status === 'COMPLETE' ? confirmPayment(stores, payment, evidenceOf(callback), clock) : payment;
    });

    // Bookings that ran out give their seats up first: a late payment may get them back.
    const settled = await expireBookings().then(settle).catch(async (error: unknown) => {
      // What could not be done is undone as a whole; that the callback came is kept all the same.
      await transact(note);
      throw error;
    });
    return 'outcome' in settled ? settled : enquirePayment(settled, 'callback');
  };
