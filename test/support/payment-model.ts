import { expect } from 'chai';
import type { Booking } from '../../core/bookings/booking.ts';
import { completeBookings } from '../../core/bookings/complete-bookings.ts';
import { earnBookings } from '../../core/bookings/earn-bookings.ts';
import { createBooking } from '../../core/bookings/create-booking.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { cancelForOffice } from '../../core/changes/cancel-for-office.ts';
import { cancelBooking } from '../../core/changes/cancel-booking.ts';
import type { RefundTier } from '../../core/companies/company.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { BusId, TripId, UserId } from '../../core/kernel/ids.ts';
import { basisPoints } from '../../core/kernel/money.ts';
import { type Instant, hoursAfter } from '../../core/kernel/time.ts';
import { type Payment, type PaymentStatus, isSettled } from '../../core/payments/payment.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { type TripForTests, aBus, aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { exchangeBus } from './exchange.ts';
import { payingOn } from './paying.ts';
import { type Action, SEATS } from './payment-actions.ts';
import { expectInvariantsHold, PLACES } from './payment-invariants.ts';
import { anAdmin, anOperator, aPassengerId } from './people.ts';
import { tolerating } from './refusals.ts';

/**
 * A small model of payments in any order and at once. Three passengers use a trip with three seats on one of two buses,
 * a trip with four places, and a gateway with a ledger of its own. The invariants must always hold.
 */

const TIERS: readonly RefundTier[] = [
  [12, 0],
  [8, 1_000],
  [0, 10_000],
].map(([hours = 0, fee = 0]) => ({ hours, fee: basisPoints(fee) }));

type Model = Awaited<ReturnType<typeof buildModel>>;

async function buildModel(engine: Engine) {
  const paying = payingOn(engine);
  const needs = { ...engine, clock: paying.clock, calendar: calendarOf('Asia/Kathmandu'), random: systemRandom };
  const departsAt = hoursAfter(START, 14);
  const dependencies = {
    ...needs,
    expireBookings: expireBookings(needs),
    seatLockMinutes: 10,
    rateLimit: false,
    paymentWindowMinutes: 15,
    commissionRate: basisPoints(1_000),
    cancellationTiers: TIERS,
  };
  const { operatorId } = await anOperator(engine);
  const trip = await aTrip(engine, { seats: SEATS, departsAt, bus: { operatorId } });
  return {
    engine,
    paying,
    trip,
    buses: [trip.busId, await aBus(engine, { operatorId, seats: SEATS })] as readonly BusId[],
    bus: trip.id,
    micro: (await aTrip(engine, { seats: PLACES, departsAt })).id,
    passengers: [
      await aPassengerId(engine),
      await aPassengerId(engine),
      await aPassengerId(engine),
    ] as readonly UserId[],
    lock: lockSeats(dependencies),
    create: createBooking(dependencies),
    cancel: cancelBooking(dependencies),
    cancelForOffice: cancelForOffice(dependencies),
    admin: { role: 'ADMIN', userId: (await anAdmin(engine)).id } as const,
    complete: completeBookings(dependencies),
    earn: earnBookings(dependencies),
    bookings: [] as Pick<Booking, 'id' | 'userId'>[],
    payments: [] as Payment[],
    /** The state of each payment at the previous check. */
    before: new Map<string, PaymentStatus>(),
  };
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

async function perform({ paying, engine, ...model }: Model, step: Action): Promise<unknown> {
  const { gateway, clock } = paying;
  const book = async (
    userId: UserId,
    tripId: TripId,
    seatNumbers: readonly string[],
    places: number,
  ): Promise<void> => {
    const { id } = await model.create(userId, {
      tripId,
      seatNumbers: seatNumbers.map(seat),
      passengers: [],
      seats: places,
    });
    model.bookings.push({ id, userId });
  };
  switch (step.do) {
    case 'hold':
    case 'book':
    case 'take': {
      const passenger = model.passengers[step.who]!;
      if (step.do === 'take') return book(passenger, model.micro, [], step.places);
      await model.lock(passenger, model.bus, step.seats.map(seat));
      return step.do === 'book' ? book(passenger, model.bus, step.seats, 0) : undefined;
    }
    case 'checkout':
    case 'cancel': {
      const booking = pick(model.bookings, step.booking);
      if (!booking) return undefined;
      return step.do === 'cancel'
        ? model.cancel(booking.userId, booking.id, '')
        : paying.checkout(booking).then((payment) => model.payments.push(payment));
    }
    case 'cancelForOffice': {
      const booking = pick(model.bookings, step.booking);
      return booking && model.cancelForOffice(model.admin, booking.id, { reason: 'Landslide.', fee: step.fee });
    }
    case 'enquire': {
      const payment = pick(model.payments, step.payment);
      return payment && paying.enquire(model.admin.userId, payment.id);
    }
    case 'pay':
    case 'succeed':
    case 'fail':
    case 'say': {
      const payment = pick(model.payments, step.payment);
      if (!payment) return undefined;
      const said = gateway.statusOf(payment.transactionUuid);
      // A payment at the gateway is final, and a refunded one is not paid again.
      if (step.do === 'pay') return said === 'FULL_REFUND' ? undefined : gateway.pay(payment);
      if (step.do === 'say') {
        if (said !== 'COMPLETE') gateway.say(payment.transactionUuid, step.status);
        return undefined;
      }
      const data = gateway.callback(payment, { authentic: step.signed });
      return step.do === 'succeed' ? paying.handleSuccess(data) : paying.handleFailure(data);
    }
    case 'answer':
      gateway.isUp = step.isUp;
      return undefined;
    case 'wait':
      clock.advance(step.minutes);
      return undefined;
    case 'exchange':
      return exchange(engine, model.trip, model.buses[step.bus]!, clock());
    case 'expire':
      return paying.expire();
    case 'reconcile':
      return paying.reconcile();
    case 'complete':
      return model.complete();
    case 'earn':
      return model.earn();
  }
}

/**
 * Exchanges the bus as an import does. A departed bus may be exchanged whatever was booked, and would show other seats.
 */
async function exchange(engine: Engine, trip: TripForTests, bus: BusId, now: Instant): Promise<void> {
  if (now < trip.departsAt)
    await engine.transact(async (stores) => {
      await exchangeBus(stores, trip, bus, now);
      await stores.catalogue.dropStrandedHolds(now);
    });
}

/**
 * Runs the groups on new trips. Checks the invariants after each group, and after every passenger has returned from the
 * gateway.
 */
export async function letHappen(engine: Engine, groups: readonly (readonly Action[])[]): Promise<void> {
  const model = await buildModel(engine);
  for (const group of groups) {
    await Promise.all(group.map((step) => tolerating(perform(model, step))));
    await expectInvariantsHold(model);
  }
  const { gateway, handleSuccess } = model.paying;
  for (const payment of model.payments) await handleSuccess(gateway.callback(payment));
  await expectInvariantsHold(model);
  for (const { transactionUuid } of model.payments) {
    if (gateway.statusOf(transactionUuid) === 'COMPLETE')
      expect(isSettled(model.before.get(transactionUuid)!), 'paid means seated or refunded').to.equal(true);
  }
}
