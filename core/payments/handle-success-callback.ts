import type { Transact } from '../kernel/unit-of-work.ts';
import { confirmPayment, settlementOf } from './confirm-payment.ts';
import type { ConfirmationStores } from './confirm-payment.ts';
import type { CheckPaymentStatus } from './check-payment-status.ts';
import { evidenceOf } from './evidence.ts';
import { logCallback, logUnmatchedCallback } from './log-callback.ts';
import type { Arrived, UnmatchedNeeds } from './log-callback.ts';
import { lockPayment } from './lock-payment.ts';
import { makingRoom } from './make-room.ts';
import type { RoomNeeds } from './make-room.ts';
import { isSettled } from './payment.ts';
import type { Payment } from './payment.ts';
import type { CallbackLog, PaymentGateway } from './ports.ts';
import type { Settlement } from './settlement.ts';

interface Needs extends UnmatchedNeeds, RoomNeeds {
  readonly transact: Transact<ConfirmationStores & { readonly callbacks: CallbackLog }>;
  readonly gateway: PaymentGateway;
  readonly checkPaymentStatus: CheckPaymentStatus;
}

export type HandleSuccessCallback = ReturnType<typeof handleSuccessCallback>;

/**
 * Handles a browser's return from the gateway's success page. What the gateway signed is believed at once; about
 * anything else the gateway is asked. Every callback is logged, and repeating one changes nothing.
 */
export const handleSuccessCallback =
  ({ clock, transact, gateway, checkPaymentStatus, expireBookings, mayLogUnmatched }: Needs) =>
  async (data: string | undefined, address: string): Promise<Settlement> => {
    const callback = gateway.readCallback(data ?? '');
    const now = clock();
    const arrived: Arrived = { source: 'SUCCESS_CALLBACK', data, callback };
    const log = logCallback(arrived, now);
    const isProof = callback.authentic && callback.status === 'COMPLETE';
    const logUnmatched = () => logUnmatchedCallback({ clock, transact, mayLogUnmatched }, arrived, address);

    const settle = (hasRoom: boolean): Promise<Settlement | Payment> =>
      transact(async (stores) => {
        const locked = isProof ? await lockPayment(stores, callback.transactionUuid, clock) : undefined;
        const { payment, isValid } = await log(stores, locked?.payment);
        if (!payment) return { outcome: 'not matched' };
        if (isSettled(payment.status)) return settlementOf(stores, payment);
        return isValid && locked ? confirmPayment(stores, locked, evidenceOf(callback), hasRoom) : payment;
      });

    const settled = await makingRoom({ clock, expireBookings }, settle).catch(async (error: unknown) => {
      // All of it was undone. The callback is logged all the same, and the gateway is asked soon.
      const { payment } = await transact(async (stores) => {
        const logged = await log(stores);
        if (logged.payment) await stores.payments.planEnquiry(logged.payment.id, now);
        return logged;
      });
      if (!payment) await logUnmatched();
      throw error;
    });
    if ('outcome' in settled && settled.outcome === 'not matched') await logUnmatched();
    return 'outcome' in settled ? settled : checkPaymentStatus(settled, 'callback');
  };
