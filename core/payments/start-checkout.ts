import { isOverdue } from '../bookings/booking.ts';
import type { Booking } from '../bookings/booking.ts';
import type { BookingRepo, BookingViews, PassengerBooking } from '../bookings/ports.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import type { Random } from '../kernel/random.ts';
import type { Clock, Instant } from '../kernel/time.ts';
import { secondsBetween } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';
import type { TripRepo } from '../trips/ports.ts';
import { tripDeparted } from '../trips/refusals.ts';
import { hasDeparted } from '../trips/trip.ts';
import { firstEnquiryAt } from './enquiry.ts';
import type { GatewayForm, PaymentGateway, PaymentRepo } from './ports.ts';
import { alreadyPaid, notPayable, tripOff } from './refusals.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly transact: Transact<{ readonly bookings: BookingRepo; readonly trips: TripRepo; readonly payments: PaymentRepo }>;
  readonly bookingViews: BookingViews;
  readonly gateway: PaymentGateway;
  readonly expireBookings: () => Promise<unknown>;
}

export interface Checkout {
  readonly form: GatewayForm;
  /** Whole seconds until the payment deadline, never below 0. */
  readonly remainingSeconds: number;
  readonly booking: PassengerBooking;
}

export type StartCheckout = ReturnType<typeof startCheckout>;

/** Begins an attempt to pay a booking. Each attempt is a payment of its own: of several, the first to arrive counts. */
export const startCheckout = ({ clock, random, transact, bookingViews, gateway, expireBookings }: Needs) =>
  async (passenger: UserId, bookingId: BookingId): Promise<Checkout> => {
    await expireBookings();
    const transactionUuid = random.uuid();

    const { total: amount, paymentDeadline, now } = await transact(async ({ bookings, trips, payments }) => {
      // Held, so that no payment is begun for a booking that is being cancelled or is expiring.
      const booking = await bookings.lockOwned(bookingId, passenger);
      if (!booking) throw bookingUnknown();
      const now = clock();
      refuseUnlessPayable(booking, now);
      const trip = await trips.find(booking.tripId);
      if (trip?.status !== 'ACTIVE') throw tripOff();
      if (hasDeparted(trip, now)) throw tripDeparted();

      await payments.add({ bookingId, transactionUuid, amount: booking.total, createdAt: now, nextEnquiryAt: firstEnquiryAt(now) });
      return { ...booking, now };
    });

    const booking = await bookingViews.find(bookingId, passenger);
    if (!booking) throw bookingUnknown();
    const remainingSeconds = Math.max(0, Math.floor(secondsBetween(now, paymentDeadline)));
    return { form: gateway.form({ transactionUuid, amount }), remainingSeconds, booking };
  };

function refuseUnlessPayable(booking: Booking, now: Instant): void {
  if (booking.status === 'CONFIRMED') throw alreadyPaid();
  if (booking.status !== 'PENDING_PAYMENT') throw notPayable(booking.status);
  if (isOverdue(booking, now)) throw notPayable('EXPIRED');
}
