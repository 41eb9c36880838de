import type { ExpireBookings } from '../bookings/expire-bookings.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { PaymentId, UserId } from '../kernel/ids.ts';
import { changesBetween } from '../platform/trail.ts';
import { confirmPayment } from './confirm-payment.ts';
import { lockPayment } from './lock-payment.ts';
import { makingRoom } from './make-room.ts';
import { type Resolution, isAtGateway, isUnclear } from './payment.ts';
import { type WholePaymentRecord } from './payment-record.ts';
import { viewPayment } from './view-payment.ts';
import { notAtGateway, paymentUnknown, wrongPaymentState } from './refusals.ts';
import type { PaymentWorld } from './world.ts';

export interface WantedResolution {
  readonly as: Resolution['as'];
  /** The reason of the resolution. */
  readonly note: string;
}

export type ResolvePayment = ReturnType<typeof resolvePayment>;

/**
 * Settles a payment that the gateway's answer left open, for an administrator. FAILED ends the payment without a row in
 * the ledger. COMPLETE confirms the payment's amount as usual, even for a late or second payment.
 */
export const resolvePayment =
  (world: PaymentWorld & { readonly expireBookings: ExpireBookings }) =>
  async (
    admin: UserId,
    id: PaymentId,
    { as, note }: WantedResolution,
    keep?: KeepResult<WholePaymentRecord>,
  ): Promise<WholePaymentRecord> =>
    makingRoom(world, (hasRoom) =>
      world.transact(async (stores) => {
        const known = await stores.payments.get(id);
        if (!known) throw paymentUnknown();
        if (!isAtGateway(known)) throw notAtGateway();
        const locked = await lockPayment(stores, known.transactionUuid, world.clock);
        if (!locked) throw paymentUnknown();
        const { payment, booking, now } = locked;
        const isOpen =
          !isUnclear(payment) &&
          !(await stores.ledger.hasPayment(id)) &&
          (await stores.payments.resolve(id, { as, by: admin }, now));
        if (!isOpen) throw wrongPaymentState(payment.status);
        if (as === 'COMPLETE') await confirmPayment(stores, locked, {}, { ...world, hasRoom });

        await stores.trail.add(
          {
            kind: 'PAYMENT_RESOLVED',
            actor: { role: 'ADMIN', userId: admin },
            operatorId: booking.operatorId,
            subject: { type: 'payment', id },
            changes: changesBetween({ status: payment.status }, { status: as }),
            description: `Settles a payment for booking ${booking.code} as ${as}. Note: ${note}`,
            amount: payment.amount,
          },
          now,
        );
        const resolved = await viewPayment(stores)(id);
        await keep?.(resolved, stores);
        return resolved;
      }),
    );
