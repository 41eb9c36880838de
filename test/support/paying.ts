import { randomUUID } from 'node:crypto';
import type { Booking } from '../../core/bookings/booking.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import type { OperatorId, PaymentId, UserId } from '../../core/kernel/ids.ts';
import { handleFailureCallback, handleSuccessCallback } from '../../core/payments/handle-callback.ts';
import { checkPaymentStatus } from '../../core/payments/check-payment-status.ts';
import type { PaymentGateway } from '../../core/payments/gateway.ts';
import { giveUpOpening } from '../../core/payments/give-up-opening.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { checkOwnPayments, checkPayments } from '../../core/payments/check-payments.ts';
import { handleReturn } from '../../core/payments/handle-return.ts';
import { settlePayment } from '../../core/payments/settle-payment.ts';
import { enquirePayment } from '../../core/payments/enquire-payment.ts';
import { pageOpener } from '../../core/payments/open-page.ts';
import type { Stores } from '../../core/stores.ts';
import { resolvePayment } from '../../core/payments/resolve-payment.ts';
import { reconcilePayments } from '../../core/payments/reconcile-payments.ts';
import { type Checkout, startCheckout } from '../../core/payments/start-checkout.ts';
import { aBooking } from './bookings.ts';
import { type TripForTests, aTrip, seat } from './catalogue.ts';
import { type HandClock, handClock } from './clock.ts';
import type { Engine } from './engines.ts';
import { type FakeGateway, fakeGateway, gatewaysOf } from './gateway.ts';
import { aPassengerId } from './people.ts';
import { NEWS } from './news.ts';

/** A promise that never settles: the signal to stop, for a service that keeps running. */
export const NEVER = new Promise<void>(() => undefined);

/** The payment use cases on one storage engine. Tests set the clock; the gateway works without faults. */
export function payingOn(
  engine: Engine,
  {
    others = [],
    rateLimit = false,
    whilePausing = async () => undefined,
    clock = handClock(),
    gateway = fakeGateway(),
  }: {
    readonly others?: readonly PaymentGateway[];
    readonly rateLimit?: boolean;
    /** Runs whenever a use case pauses, before the clock moves forward. */
    readonly whilePausing?: () => Promise<void>;
    readonly clock?: HandClock;
    readonly gateway?: FakeGateway;
  } = {},
) {
  const gateways = gatewaysOf(gateway, ...others);
  const pauses: number[] = [];
  /** The ids of payments about which the service raised an alarm. */
  const alarms: PaymentId[] = [];
  /** IP addresses whose callbacks about unknown payments are no longer logged. */
  const spent = new Set<string>();
  const given = {
    ...engine,
    ...NEWS,
    clock,
    gateways,
    readCallback: gateway.readCallback,
    mayLogUnmatched: async (address: string) => !spent.has(address),
    random: {
      uuid: randomUUID,
      digits: (count: number) => '0'.repeat(count),
      letters: (alphabet: string, count: number) => alphabet.charAt(0).repeat(count),
    },
    alarm: (payment: Pick<Payment, 'id'>) => void alarms.push(payment.id),
    pause: async (milliseconds: number) => {
      pauses.push(milliseconds);
      await whilePausing();
      clock.advance(milliseconds / 60_000);
    },
  };
  const expiring = { ...given, expireBookings: expireBookings(given) };
  const dependencies = { ...expiring, checkPaymentStatus: checkPaymentStatus(expiring) };
  const startPaying = startCheckout({ ...dependencies, pages: pageOpener<Stores>(given), rateLimit });
  const reconcileAt = reconcilePayments(dependencies);
  const [succeeded, failed] = [handleSuccessCallback(dependencies), handleFailureCallback(dependencies)];

  return {
    engine,
    clock,
    gateway,
    gateways,
    pauses,
    alarms,
    spent,
    expire: dependencies.expireBookings,
    checkStatus: dependencies.checkPaymentStatus,
    startCheckout: startPaying,
    handleSuccess: (data: string | undefined, address = '203.0.113.1') => succeeded(data, address),
    handleFailure: (data: string | undefined, address = '203.0.113.1') => failed(data, address),
    giveUpOpening: giveUpOpening(given),
    /** Reconciles the payments of every gateway in turn. Returns the number of enquiries. */
    reconcile: async (): Promise<number> => {
      let asked = 0;
      for (const { name } of gateways.known) asked += await reconcileAt(name, NEVER);
      return asked;
    },
    reconcileAt,
    check: checkOwnPayments({ ...dependencies, checkPayments: checkPayments(dependencies) }),
    handleReturn: handleReturn(dependencies),
    settle: settlePayment(dependencies),
    enquire: enquirePayment(dependencies),
    resolve: resolvePayment(dependencies),

    /** Starts a passenger's checkout, and returns its payment. */
    checkout: async ({ id, userId }: Pick<Booking, 'id' | 'userId'>, name?: string): Promise<Payment> =>
      paymentOf(engine, transactionUuidOf(await startPaying(userId, id, name))),
  };
}

export const transactionUuidOf = ({ transactionUuid }: Checkout): string => transactionUuid;

export type Paying = ReturnType<typeof payingOn>;

export async function paymentOf({ transact }: Pick<Engine, 'transact'>, transactionUuid: string): Promise<Payment> {
  const payment = await transact(({ payments }) => payments.find(transactionUuid));
  if (!payment) throw new Error('There is no such payment.');
  return payment;
}

/**
 * Adds a passenger, a trip in two days, and the passenger's booking of A1 and A2. By default the trip belongs to a new
 * company.
 */
export async function aBookedTrip(
  engine: Engine,
  company: { readonly operatorId?: OperatorId } = {},
): Promise<{ readonly trip: TripForTests; readonly asha: UserId; readonly booking: Booking }> {
  const [trip, asha] = [await aTrip(engine, { bus: company }), await aPassengerId(engine)];
  return {
    trip,
    asha,
    booking: await aBooking(engine, { userId: asha, tripId: trip.id, seats: [seat('A1'), seat('A2')] }),
  };
}
