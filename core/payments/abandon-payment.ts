import type { BookingId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { evidenceOf } from './evidence.ts';
import { noteCallback } from './note-callback.ts';
import type { CallbackLog, PaymentGateway, PaymentRepo } from './ports.ts';

interface Needs {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly payments: PaymentRepo; readonly callbacks: CallbackLog }>;
  readonly gateway: PaymentGateway;
}

export type AbandonPayment = ReturnType<typeof abandonPayment>;

/**
 * Takes what a browser brought back from the gateway's failure page; answers which booking it is about, if that is known.
 * It takes no proof to say that one has not paid: should money come all the same, it still counts.
 */
export const abandonPayment = ({ clock, transact, gateway }: Needs) =>
  async (data: string | undefined): Promise<BookingId | undefined> => {
    const callback = gateway.readCallback(data ?? '');
    const now = clock();
    return transact(async (stores) => {
      const { payment } = await noteCallback({ source: 'FAILURE_CALLBACK', data, callback }, now)(stores);
      if (payment) await stores.payments.move(payment.id, 'abandon', now, { raw: evidenceOf(callback).raw });
      return payment?.bookingId;
    });
  };
