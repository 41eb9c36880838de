import { afterExpiry, type ExpireBookings } from '../bookings/expire-bookings.ts';
import { type Booking, isOverdue } from '../bookings/booking.ts';
import type { PassengerBooking } from '../bookings/ports.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import { viewBooking } from '../bookings/view-bookings.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import { type Clock, type Instant, secondsBetween } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import { tripDeparted, tripNotBookable } from '../trips/refusals.ts';
import { hasDeparted, isBookable } from '../trips/trip.ts';
import { firstEnquiryAt } from './enquiry.ts';
import type { GatewayForm, Gateways } from './gateway.ts';
import { alreadyPaid, notPayable, tripOff } from './refusals.ts';
import type { BookingStores } from '../bookings/stores.ts';
import type { TripStores } from '../trips/stores.ts';
import type { PaymentStores } from './stores.ts';
import type { PlatformStores } from '../platform/stores.ts';

type Stores = Pick<
  BookingStores & TripStores & PaymentStores & PlatformStores,
  'bookings' | 'bookingViews' | 'trips' | 'payments' | 'idempotency'
>;

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<Stores>;
  readonly gateways: Pick<Gateways, 'on'>;
  readonly expireBookings: ExpireBookings;
}

export interface Checkout {
  readonly gateway: GatewayForm;
  /** Whole seconds until the payment deadline, never below 0. */
  readonly remainingSeconds: number;
  readonly booking: PassengerBooking;
}

export type StartCheckout = ReturnType<typeof startCheckout>;

/** Starts a payment of a booking. A booking may have several payments; the first to arrive counts. */
export const startCheckout =
  ({ clock, random, transact, gateways, expireBookings }: Needs) =>
  async (passenger: UserId, bookingId: BookingId, keep?: KeepResult<Checkout>): Promise<Checkout> => {
    const transactionUuid = random.uuid();
    const gateway = gateways.on.find((each) => each.kind === 'form');
    if (!gateway) throw new Error('No gateway takes payments.');

    return afterExpiry({ transact, expireBookings }, { now: clock() }, async (stores) => {
      const { bookings, trips, payments } = stores;
      // Locked, so that no payment starts while the booking is being cancelled or expires.
      const [booking, trip] = await Promise.all([bookings.lockOwned(bookingId, passenger), trips.ofBooking(bookingId)]);
      if (!booking) throw bookingUnknown();
      const now = clock();
      refuseUnlessPayable(booking, now);
      if (trip?.status !== 'ACTIVE') throw tripOff();
      if (!isBookable(trip)) throw tripNotBookable();
      if (hasDeparted(trip, now)) throw tripDeparted();

      const { total: amount, paymentDeadline: payBefore, code: bookingCode } = booking;
      const gatewayId = gateway.idOf(transactionUuid);
      const beginning = { transactionUuid, gatewayId, amount, createdAt: now, payBefore };
      const payment = { bookingId, gateway: gateway.name, ...beginning };
      const [, seen] = await Promise.all([
        payments.add({ ...payment, nextEnquiryAt: firstEnquiryAt(now) }),
        viewBooking(stores)(passenger, bookingId),
      ]);
      const checkout = {
        gateway: gateway.form({ ...beginning, bookingCode }),
        remainingSeconds: Math.max(0, Math.floor(secondsBetween(now, payBefore))),
        booking: seen,
      };
      await keep?.(checkout, stores);
      return checkout;
    });
  };

function refuseUnlessPayable(booking: Booking, now: Instant): void {
  if (booking.status === 'CONFIRMED') throw alreadyPaid();
  if (booking.status !== 'PENDING_PAYMENT') throw notPayable(booking.status);
  if (isOverdue(booking, now)) throw notPayable('EXPIRED');
}
