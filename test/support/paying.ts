import { randomUUID } from 'node:crypto';
import type { Booking } from '../../core/bookings/booking.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { abandonPayment } from '../../core/payments/abandon-payment.ts';
import { enquirePayment } from '../../core/payments/enquire-payment.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { reconcilePayments } from '../../core/payments/reconcile-payments.ts';
import { settlePayment } from '../../core/payments/settle-payment.ts';
import { startCheckout } from '../../core/payments/start-checkout.ts';
import { aBooking } from './bookings.ts';
import { aTrip, seat } from './catalogue.ts';
import type { TripForTests } from './catalogue.ts';
import { handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { fakeGateway } from './gateway.ts';
import { aPassengerId } from './people.ts';

/** The use cases of paying over an engine, with a clock that is moved by hand and a gateway that behaves. */
export function payingOn(engine: Engine) {
  const [clock, gateway] = [handClock(), fakeGateway()];
  const pauses: number[] = [];
  const given = {
    ...engine, clock, gateway,
    random: { uuid: randomUUID, digits: (count: number) => '0'.repeat(count) },
    pause: async (milliseconds: number) => {
      pauses.push(milliseconds);
      clock.advance(milliseconds / 60_000);
    },
  };
  const world = { ...given, expireBookings: expireBookings(given), enquirePayment: enquirePayment(given) };
  const startPaying = startCheckout(world);

  return {
    engine, clock, gateway, pauses,
    expire: world.expireBookings,
    enquire: world.enquirePayment,
    startCheckout: startPaying,
    settle: settlePayment(world),
    abandon: abandonPayment(world),
    reconcile: reconcilePayments(world),

    /** A passenger's checkout, and the payment that it began. */
    checkout: async ({ id, userId }: Pick<Booking, 'id' | 'userId'>): Promise<Payment> =>
      paymentOf(engine, (await startPaying(userId, id)).form.fields.transaction_uuid),
  };
}

export type Paying = ReturnType<typeof payingOn>;

export async function paymentOf({ transact }: Pick<Engine, 'transact'>, transactionUuid: string): Promise<Payment> {
  const payment = await transact(({ payments }) => payments.find(transactionUuid));
  if (!payment) throw new Error('There is no such payment.');
  return payment;
}

/** A passenger with a booking of two seats, A1 and A2, on a trip in two days. */
export async function aBookedTrip(engine: Engine): Promise<{ readonly trip: TripForTests; readonly asha: UserId; readonly booking: Booking }> {
  const [trip, asha] = [await aTrip(engine), await aPassengerId(engine)];
  return { trip, asha, booking: await aBooking(engine, { userId: asha, tripId: trip.id, seats: [seat('A1'), seat('A2')] }) };
}
