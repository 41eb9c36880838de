import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import { confirmPayment, settlementOf } from './confirm-payment.ts';
import type { CheckPaymentStatus } from './check-payment-status.ts';
import { type Arrived, evidenceOf, logCallback, logUnmatchedCallback } from './log-callback.ts';
import { lockPayment } from './lock-payment.ts';
import { makingRoom } from './make-room.ts';
import { isSettled, type Payment } from './payment.ts';
import type { Settlement } from './settlement.ts';
import type { BookingId } from '../kernel/ids.ts';
import type { PaymentWorld } from './world.ts';

export type HandleSuccessCallback = ReturnType<typeof handleSuccessCallback>;

/**
 * Handles a browser's return from the gateway's success page. A callback signed by the gateway is trusted at once. For
 * any other callback the gateway is asked. Callbacks are logged, within limits. Repeating a callback changes nothing.
 */
export const handleSuccessCallback =
  (
    world: PaymentWorld & { readonly checkPaymentStatus: CheckPaymentStatus; readonly expireBookings: ExpireBookings },
  ) =>
  async (data: string | undefined, address: string): Promise<Settlement> => {
    const { clock, transact, readCallback, checkPaymentStatus } = world;
    const callback = readCallback(data ?? '');
    const now = clock();
    const arrived: Arrived = { source: 'SUCCESS_CALLBACK', data, callback };
    const log = logCallback(arrived, now);
    const isProof = callback.authentic && callback.status === 'COMPLETE';
    const logUnmatched = () => logUnmatchedCallback(world, arrived, address);

    const settle = (hasRoom: boolean): Promise<Settlement | Payment> =>
      transact(async (stores) => {
        const locked = isProof ? await lockPayment(stores, callback.transactionUuid, clock) : undefined;
        const { payment, isValid } = await log(stores, locked?.payment);
        if (!payment) return { outcome: 'not matched' };
        if (isSettled(payment.status)) return settlementOf(stores, payment);
        return isValid && locked
          ? confirmPayment(stores, locked, evidenceOf(callback), { ...world, hasRoom })
          : payment;
      });

    const settled = await makingRoom(world, settle).catch(async (error: unknown) => {
      // The transaction was rolled back, but the callback must still be logged. Reconciliation then asks the gateway
      // soon.
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

export type HandleFailureCallback = ReturnType<typeof handleFailureCallback>;

/**
 * Handles a browser's return from the gateway's failure page. Returns the payment's booking, if known. Trusts an
 * unsigned return, because money that arrives later still counts.
 */
export const handleFailureCallback =
  (world: PaymentWorld) =>
  async (data: string | undefined, address: string): Promise<BookingId | undefined> => {
    const { clock, transact, readCallback } = world;
    const callback = readCallback(data ?? '');
    const arrived: Arrived = { source: 'FAILURE_CALLBACK', data, callback };
    const now = clock();
    const known = await transact(async (stores) => {
      const { payment } = await logCallback(arrived, now)(stores);
      if (payment) await stores.payments.move(payment.id, 'abandon', now, { raw: evidenceOf(callback).raw });
      return payment;
    });
    if (!known) await logUnmatchedCallback(world, arrived, address);
    return known?.bookingId;
  };
