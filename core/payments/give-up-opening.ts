import { isUnopened, NO_PAGE } from './attempt.ts';
import { lockPayment } from './lock-payment.ts';
import type { PaymentWorld } from './world.ts';

export type GiveUpOpening = ReturnType<typeof giveUpOpening>;

/**
 * Marks payments as FAILED if their payment page or QR code was never stored, because the process died while the
 * gateway opened it. Nobody has seen such a page, so the gateway is not asked. Returns the number of payments.
 */
export const giveUpOpening =
  ({ clock, transact }: PaymentWorld) =>
  async (limit = 100): Promise<number> => {
    const unopened = await transact(({ payments }) => payments.unopened(clock(), limit));
    let failed = 0;
    for (const { id, transactionUuid } of unopened) {
      failed += await transact(async (stores) => {
        const locked = await lockPayment(stores, transactionUuid, clock);
        if (!locked || !isUnopened(locked.payment)) return 0;
        await stores.payments.move(id, 'reportFailed', locked.now, { raw: NO_PAGE });
        return 1;
      });
    }
    return failed;
  };
