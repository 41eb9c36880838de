import { npr } from '../kernel/money.ts';
import { changesBetween } from '../platform/trail.ts';
import type { LockedPayment } from './lock-payment.ts';
import type { Doubt } from './payment.ts';
import type { Evidence } from './ports.ts';
import type { PaymentStores } from './world.ts';

/**
 * Makes a payment AMBIGUOUS until an administrator settles it. If the gateway took a wrong amount, mails every
 * administrator, once for each payment. `gateway` is the gateway's title in that mail. If the gateway repeats its
 * answer, nothing changes.
 */
export async function leaveUnclear(
  stores: PaymentStores,
  { payment, booking, now }: LockedPayment,
  doubt: Doubt,
  evidence: Evidence,
  gateway: string,
): Promise<void> {
  const { id, amount, unclear, gatewayAmount } = payment;
  const isKnown = unclear === doubt.why && gatewayAmount === doubt.gatewayAmount && payment.status === 'AMBIGUOUS';
  if (isKnown || !(await stores.payments.leaveUnclear(id, doubt, now, evidence))) return;
  if (doubt.why !== 'ANOTHER_AMOUNT' || doubt.gatewayAmount === undefined) return;

  await stores.trail.add(
    {
      kind: 'PAYMENT_AMOUNT_DIFFERS',
      actor: { role: 'SYSTEM' },
      operatorId: booking.operatorId,
      subject: { type: 'payment', id },
      changes: changesBetween({ status: payment.status }, { status: 'AMBIGUOUS' }),
      description: `The gateway took ${npr(doubt.gatewayAmount)} instead of ${npr(amount)} for booking ${booking.code}.`,
      amount: doubt.gatewayAmount,
    },
    now,
  );
  if (unclear === 'ANOTHER_AMOUNT') return;
  const facts = { bookingCode: booking.code, paymentId: id, gateway, asked: amount, came: doubt.gatewayAmount };
  await stores.mailQueue.post(
    (await stores.users.administrators()).map(({ email, fullName, language }) => ({
      kind: 'payment-amount-differs' as const,
      to: email,
      name: fullName,
      language: language ?? 'en',
      ...facts,
    })),
    now,
  );
}
