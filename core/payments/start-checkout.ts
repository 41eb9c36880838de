import { afterExpiry, type ExpireBookings } from '../bookings/expire-bookings.ts';
import type { PassengerBooking } from '../bookings/ports.ts';
import { bookingUnknown } from '../bookings/refusals.ts';
import { journeyOn } from '../bookings/journey.ts';
import { viewBooking } from '../bookings/view-bookings.ts';
import type { BookingId, UserId } from '../kernel/ids.ts';
import { secondsBetween } from '../kernel/time.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import { tripDeparted, tripNotBookable } from '../trips/refusals.ts';
import { hasDeparted, isBookable } from '../trips/trip.ts';
import { type Attempt, beginAttempt, gatewayFor, refuseUnlessOn, wayByPage, type WayToPay } from './attempt.ts';
import type { PaymentGateway } from './gateway.ts';
import { afterOthers, type PageOpener, type Unopened } from './open-page.ts';
import { tripOff, whyNotPayable } from './refusals.ts';
import type { PaymentStores, PaymentWorld } from './world.ts';

export interface Checkout {
  readonly gateway: string;
  readonly transactionUuid: string;
  readonly gatewayId: string | undefined;
  readonly way: WayToPay;
  /** Whole seconds until the payment deadline, never below 0. */
  readonly remainingSeconds: number;
  readonly booking: PassengerBooking;
}

export type StartCheckout = ReturnType<typeof startCheckout>;

/**
 * Starts a payment of a booking, or returns the payment page or QR code that is still valid. A booking may have several
 * payments; the first payment whose money arrives pays the booking.
 */
export const startCheckout =
  (world: PaymentWorld & { readonly pages: PageOpener<PaymentStores>; readonly expireBookings: ExpireBookings }) =>
  async (passenger: UserId, bookingId: BookingId, wanted?: string, keep?: KeepResult<Checkout>): Promise<Checkout> => {
    const { clock, gateways, pages } = world;
    refuseUnlessOn(gateways, wanted);

    const answer = async (
      stores: PaymentStores,
      { name: gateway }: PaymentGateway,
      beginning: Attempt | Promise<Attempt>,
      wayOf: (attempt: Attempt) => WayToPay,
    ): Promise<Checkout> => {
      // The booking is asked for after the payment is added, so that it shows the new payment's status.
      const [attempt, booking] = await Promise.all([beginning, viewBooking(stores)(passenger, bookingId)]);
      const checkout = {
        gateway,
        transactionUuid: attempt.transactionUuid,
        gatewayId: attempt.gatewayId,
        way: wayOf(attempt),
        remainingSeconds: Math.max(0, Math.floor(secondsBetween(clock(), attempt.payBefore))),
        booking,
      };
      await keep?.(checkout, stores);
      return checkout;
    };

    const begin = () =>
      afterExpiry(world, { now: clock() }, async (stores): Promise<Checkout | Unopened> => {
        const { bookings, trips, payments } = stores;
        // The booking is locked, so that no payment starts while it is being cancelled or expires.
        const [booking, trip, earlier] = await Promise.all([
          bookings.lockOwned(bookingId, passenger),
          trips.ofBooking(bookingId),
          payments.ofBooking(bookingId),
        ]);
        if (!booking) throw bookingUnknown();
        const now = clock();
        const refused = whyNotPayable(booking, now);
        if (refused) throw refused;
        if (trip?.status !== 'ACTIVE') throw tripOff();
        if (!isBookable(trip)) throw tripNotBookable();
        if (hasDeparted(journeyOn(booking, trip), now)) throw tripDeparted();

        const gateway = gatewayFor(gateways, wanted, booking.amountDue);
        const opening = { ...world, isOpening: pages.isOpening };
        const beginning = beginAttempt(stores, opening, { gateway, booking, earlier }, now);
        if (gateway.kind === 'form') return answer(stores, gateway, beginning, (attempt) => gateway.form(attempt));
        const attempt = await beginning;
        const { page } = attempt;
        if (!page) return { opensAt: gateway, attempt };
        return answer(stores, gateway, attempt, () => wayByPage(gateway.kind, page));
      });
    const begun = await afterOthers(pages, begin);
    if (!('opensAt' in begun)) return begun;
    const { opensAt } = begun;
    return pages.open(opensAt, begun.attempt, (stores, { attempt }) =>
      answer(stores, opensAt, attempt, () => wayByPage(opensAt.kind, attempt.page)),
    );
  };
