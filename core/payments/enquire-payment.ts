import type { KeepResult } from '../platform/idempotency.ts';
import type { PaymentId, UserId } from '../kernel/ids.ts';
import { changesBetween } from '../platform/trail.ts';
import type { CheckPaymentStatus } from './check-payment-status.ts';
import { isAtGateway } from './payment.ts';
import { type WholePaymentRecord } from './payment-record.ts';
import { viewPayment } from './view-payment.ts';
import { notAtGateway, paymentUnknown } from './refusals.ts';
import type { PaymentWorld } from './world.ts';

export type EnquirePayment = ReturnType<typeof enquirePayment>;

/**
 * Asks the gateway about a payment for an administrator, and settles the payment by the answer. Does not ask about a
 * settled payment, or one that an administrator has resolved. Does not ask about a payment without a payment page or QR
 * code, or one whose gateway is not set up. Such payments stay unchanged.
 */
export const enquirePayment =
  ({ clock, transact, checkPaymentStatus }: PaymentWorld & { readonly checkPaymentStatus: CheckPaymentStatus }) =>
  async (admin: UserId, id: PaymentId, keep?: KeepResult<WholePaymentRecord>): Promise<WholePaymentRecord> => {
    const payment = await transact(({ payments }) => payments.get(id));
    if (!payment) throw paymentUnknown();
    if (!isAtGateway(payment)) throw notAtGateway();
    if (payment.resolution) return transact((stores) => viewPayment(stores)(id));

    let enquired: WholePaymentRecord | undefined;
    await checkPaymentStatus(payment, 'admin', async (stores, before) => {
      const after = await viewPayment(stores)(id);
      await stores.trail.add(
        {
          kind: 'PAYMENT_ENQUIRED',
          actor: { role: 'ADMIN', userId: admin },
          operatorId: after.operatorId,
          subject: { type: 'payment', id },
          changes: changesBetween({ status: before.status }, { status: after.status }),
          description: `Asked the gateway about a payment for booking ${after.bookingCode}: it is ${after.status}.`,
          amount: after.amount,
        },
        clock(),
      );
      await keep?.(after, stores);
      enquired = after;
    });
    return enquired ?? transact((stores) => viewPayment(stores)(id));
  };
