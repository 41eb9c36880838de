import type { BookingId } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { evidenceOf } from './evidence.ts';
import { logCallback, logUnmatchedCallback } from './log-callback.ts';
import type { Arrived, UnmatchedNeeds } from './log-callback.ts';
import type { CallbackLog, PaymentGateway, PaymentRepo } from './ports.ts';

interface Needs extends UnmatchedNeeds {
  readonly clock: Clock;
  readonly transact: Transact<{ readonly payments: PaymentRepo; readonly callbacks: CallbackLog }>;
  readonly gateway: PaymentGateway;
}

export type HandleFailureCallback = ReturnType<typeof handleFailureCallback>;

/**
 * Handles a browser's return from the gateway's failure page; answers which booking it is about, if that is known.
 * No proof is needed to say that one has not paid: money that arrives all the same still counts.
 */
export const handleFailureCallback =
  ({ clock, transact, gateway, mayLogUnmatched }: Needs) =>
  async (data: string | undefined, address: string): Promise<BookingId | undefined> => {
    const callback = gateway.readCallback(data ?? '');
    const arrived: Arrived = { source: 'FAILURE_CALLBACK', data, callback };
    const now = clock();
    const known = await transact(async (stores) => {
      const { payment } = await logCallback(arrived, now)(stores);
      if (payment) await stores.payments.move(payment.id, 'abandon', now, { raw: evidenceOf(callback).raw });
      return payment;
    });
    if (!known) await logUnmatchedCallback({ clock, transact, mayLogUnmatched }, arrived, address);
    return known?.bookingId;
  };
