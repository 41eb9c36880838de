import type { BookingStatus } from '../bookings/booking.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { CheckPaymentStatus } from './check-payment-status.ts';
import { isAtGateway, isCredit, isRefunded, OPEN, type Payment, type PaymentStatus } from './payment.ts';
import { isUnused, type Refund } from './refund.ts';
import { noPayment } from './refusals.ts';
import type { PaymentWorld } from './world.ts';

/** The payment that paid a booking; for an unpaid booking, its newest payment. */
export interface CheckedPayment {
  readonly gateway: string;
  readonly status: PaymentStatus;
  readonly bookingStatus: BookingStatus;
  /** The moment at which the QR code expires; null unless the gateway shows QR codes. */
  readonly qrExpiresAt: Instant | null;
}

export type CheckPayments = ReturnType<typeof checkPayments>;

/**
 * Asks each gateway about the booking's newest open payment there, and settles payments by the answers. If a gateway
 * does not answer, or was asked just now, the stored status is used. The caller has checked that the user may see the
 * booking.
 */
export const checkPayments =
  ({ transact, gateways, checkPaymentStatus }: PaymentWorld & { readonly checkPaymentStatus: CheckPaymentStatus }) =>
  async (bookingId: BookingId, keep?: KeepResult<CheckedPayment>): Promise<CheckedPayment> => {
    const all = await transact(({ payments }) => payments.ofBooking(bookingId));
    if (all.length === 0) throw noPayment();
    await Promise.all(newestOfEach(all.filter(isOpen)).map((payment) => checkPaymentStatus(payment, 'check')));

    return transact(async (stores) => {
      const { payments, refunds, bookings } = stores;
      const [booking, now, given] = await Promise.all([
        bookings.find(bookingId),
        payments.ofBooking(bookingId),
        refunds.ofBooking(bookingId),
      ]);
      const shown = now.find((payment) => hasPaid(payment, given)) ?? now.at(-1);
      if (!booking || !shown) throw noPayment();
      const { gateway, status, page } = shown;
      const isCode = gateways.known.some(({ name, kind }) => name === gateway && kind === 'qr');
      const checked: CheckedPayment = {
        gateway,
        status,
        bookingStatus: booking.status,
        qrExpiresAt: isCode ? (page?.goodUntil ?? null) : null,
      };
      await keep?.(checked, stores);
      return checked;
    });
  };

/** Whether the gateway can be asked about the payment, and its outcome is still unknown. */
const isOpen = (payment: Payment): boolean =>
  isAtGateway(payment) && payment.openingUntil === undefined && (OPEN as readonly string[]).includes(payment.status);

/** The newest payment of each gateway. `payments` are ordered oldest first. */
const newestOfEach = (payments: readonly Payment[]): readonly Payment[] => [
  ...new Map(payments.map((payment) => [payment.gateway, payment])).values(),
];

/** Whether the payment's money paid the booking. */
const hasPaid = (payment: Payment, given: readonly Refund[]): boolean =>
  !isCredit(payment) &&
  (payment.status === 'COMPLETE' ||
    (isRefunded(payment.status) && given.some(({ paymentId }) => paymentId === payment.id))) &&
  !isUnused(payment, given);

export type CheckOwnPayments = ReturnType<typeof checkOwnPayments>;

/** Checks whether a passenger's own booking is paid. */
export const checkOwnPayments =
  ({ transact, checkPayments: check }: PaymentWorld & { readonly checkPayments: CheckPayments }) =>
  async (passenger: UserId, bookingId: BookingId): Promise<CheckedPayment> => {
    const booking = await transact(({ bookings }) => bookings.findOwned(bookingId, passenger));
    if (!booking) throw bookingUnknown();
    return check(bookingId);
  };
