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
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { type Instant, hoursAfter } from '../../core/kernel/time.ts';
import { type Payment, type PaymentStatus, isSettled } from '../../core/payments/payment.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { type TripForTests, aBus, aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import { crashing, survivingCrash } from './crashing.ts';
import type { Engine } from './engines.ts';
import { exchangeBus } from './exchange.ts';
import { fakeForm, fakeQr, fakeRedirect } from '../../adapters/memory/page-gateway.ts';
import { paymentOf, payingOn } from './paying.ts';
import { type Action, SEATS } from './payment-actions.ts';
import { expectInvariantsHold, PLACES } from './payment-invariants.ts';
import { anAdmin, anOperator, aPassengerId } from './people.ts';

/**
 * Makes payments in random order and at the same time. Three passengers use two trips. One trip has three seats and can
 * change its bus; the other has four places. There is a gateway of each kind. Gateways may be down, slow or wrong. The
 * process may crash in each of its transactions. The invariants must always hold.
 */

const TIERS: readonly RefundTier[] = [
  [12, 0],
  [8, 1_000],
  [0, 10_000],
].map(([hours = 0, fee = 0]) => ({ hours, fee: basisPoints(fee) }));

type Model = Awaited<ReturnType<typeof buildModel>>;

async function buildModel(sound: Engine) {
  const { engine, plan } = crashing(sound);
  const others = [fakeRedirect(), fakeQr(), fakeForm()] as const;
  const paying = payingOn(engine, { others });
  const needs = { ...sound, clock: paying.clock, calendar: calendarOf('Asia/Kathmandu'), random: systemRandom };
  const departsAt = hoursAfter(START, 14);
  const dependencies = {
    ...needs,
    expireBookings: expireBookings(needs),
    seatLockMinutes: 10,
    rateLimit: false,
    paymentWindowMinutes: 15,
    commissionRate: basisPoints(1_000),
    cancellationTiers: TIERS,
    changeTiers: [],
  };
  const { operatorId } = await anOperator(sound);
  const trip = await aTrip(sound, { seats: SEATS, departsAt, bus: { operatorId } });
  return {
    engine: sound,
    paying,
    others,
    planCrash: plan,
    saysOf: (payment: Payment): string | undefined =>
      payment.gateway === paying.gateway.name
        ? paying.gateway.statusOf(payment.transactionUuid)
        : others.find(({ name }) => name === payment.gateway)?.saysOf(payment.gatewayId ?? '')?.status,
    trip,
    buses: [trip.busId, await aBus(sound, { operatorId, seats: SEATS })] as readonly BusId[],
    bus: trip.id,
    micro: (await aTrip(sound, { seats: PLACES, departsAt })).id,
    passengers: [await aPassengerId(sound), await aPassengerId(sound), await aPassengerId(sound)] as readonly UserId[],
    lock: lockSeats(dependencies),
    create: createBooking(dependencies),
    cancel: cancelBooking(dependencies),
    cancelForOffice: cancelForOffice(dependencies),
    admin: { role: 'ADMIN', userId: (await anAdmin(sound)).id } as const,
    complete: completeBookings(dependencies),
    earn: earnBookings(dependencies),
    bookings: [] as Pick<Booking, 'id' | 'userId'>[],
    payments: [] as Payment[],
    /** The status of each payment at the previous check. */
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
  const { others } = model;
  const gatewayOf = (payment: Payment) => others.find(({ name }) => name === payment.gateway);
  const comeBack = (payment: Payment, source: 'SUCCESS_CALLBACK' | 'FAILURE_CALLBACK') =>
    paying.handleReturn({ ...payment, source, query: 'status=Completed', address: '203.0.113.1' });
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
    case 'check':
    case 'cancel': {
      const booking = pick(model.bookings, step.booking);
      if (!booking) return undefined;
      if (step.do === 'cancel') return model.cancel(booking.userId, booking.id, '');
      if (step.do !== 'checkout') return paying.check(booking.userId, booking.id);
      const { name } = pick([gateway, ...others], step.gateway)!;
      const payment = await paying.checkout(booking, name);
      return model.payments.some(({ id }) => id === payment.id) ? undefined : model.payments.push(payment);
    }
    case 'cancelForOffice': {
      const booking = pick(model.bookings, step.booking);
      return booking && model.cancelForOffice(model.admin, booking.id, { reason: 'Landslide.', fee: step.fee });
    }
    case 'enquire': {
      const payment = pick(model.payments, step.payment);
      return payment && paying.enquire(model.admin.userId, payment.id);
    }
    case 'settle': {
      const payment = pick(model.payments, step.payment);
      const half = payment && paisa(Math.ceil(payment.amount / 2));
      return payment && paying.settle(model.admin.userId, payment.id, half);
    }
    case 'giveBackPart': {
      const payment = pick(model.payments, step.payment);
      const known = payment && model.saysOf(payment);
      if (payment && known !== 'COMPLETE' && known !== 'FULL_REFUND')
        gatewayOf(payment)?.say(payment.gatewayId ?? '', { status: 'AMBIGUOUS', isPartlyGivenBack: true });
      return undefined;
    }
    case 'pay':
    case 'succeed':
    case 'fail':
    case 'say': {
      const payment = pick(model.payments, step.payment);
      if (!payment) return undefined;
      const [said, other] = [model.saysOf(payment), gatewayOf(payment)];
      const isBack = said === 'FULL_REFUND' || other?.saysOf(payment.gatewayId ?? '')?.isPartlyGivenBack === true;
      if (step.do === 'pay' || step.do === 'say') {
        // The gateway takes no money for a payment that is COMPLETE or refunded.
        if (said === 'COMPLETE' || isBack) return undefined;
        if (step.do === 'pay' && other) {
          other.pay(payment.gatewayId ?? '', { amount: paisa(payment.amount + step.more) });
          return;
        }
        if (step.do === 'pay') return gateway.pay(payment);
        if (other) {
          other.say(payment.gatewayId ?? '', { status: step.status });
          return;
        }
        gateway.say(payment.transactionUuid, step.status);
        return;
      }
      if (other) return comeBack(payment, step.do === 'succeed' ? 'SUCCESS_CALLBACK' : 'FAILURE_CALLBACK');
      const data = gateway.callback(payment, { authentic: step.signed });
      return step.do === 'succeed' ? paying.handleSuccess(data) : paying.handleFailure(data);
    }
    case 'answer': {
      const told = pick([gateway, ...others], step.gateway)!;
      told.isUp = step.isUp;
      if ('isSlow' in told) told.isSlow = step.isSlow;
      return undefined;
    }
    case 'crash':
      model.planCrash(step);
      return undefined;
    case 'giveUp':
      return paying.giveUpOpening();
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
 * Gives the trip another bus, as an import does. Does nothing after departure, because the other bus may lack the sold
 * seats.
 */
async function exchange(engine: Engine, trip: TripForTests, bus: BusId, now: Instant): Promise<void> {
  if (now < trip.departsAt)
    await engine.transact(async (stores) => {
      await exchangeBus(stores, trip, bus, now);
      await stores.catalogue.dropStrandedHolds(now);
    });
}

/** Ignores refusals, planned crashes, and failures of a gateway to open a page. Throws all other errors. */
const surviving = (work: Promise<unknown>): Promise<unknown> =>
  survivingCrash(work).catch((error: unknown) => {
    if (error instanceof Refusal && (error.kind !== 'unavailable' || error.code === 'GATEWAY_UNAVAILABLE'))
      return undefined;
    throw error;
  });

/**
 * Reconciles until a day after the deadline, while no browser returns. Expects that every paid payment is then settled
 * or waits for an administrator.
 */
async function expectEverybodySettled(model: Model): Promise<void> {
  const { paying, others } = model;
  for (const gateway of [paying.gateway, ...others]) gateway.isUp = true;
  for (let hour = 0; hour < 27; hour += 1) {
    await paying.giveUpOpening();
    await paying.reconcile();
    paying.clock.advance(60);
  }
  await expectInvariantsHold(model);
  for (const seen of model.payments) {
    const { status, unclear, openingUntil } = await paymentOf(model.engine, seen.transactionUuid);
    expect(openingUntil, 'a payment that somebody saw is open').to.equal(undefined);
    if (model.saysOf(seen) !== 'COMPLETE') continue;
    expect(isSettled(status) || unclear !== undefined, `paid means seated or refunded, not ${status}`).to.equal(true);
  }
}

/** Runs the groups on new trips. Checks the invariants after each group, and after reconciliation. */
export async function letHappen(engine: Engine, groups: readonly (readonly Action[])[]): Promise<void> {
  const model = await buildModel(engine);
  for (const group of groups) {
    await Promise.all(group.map((step) => surviving(perform(model, step))));
    model.planCrash(undefined);
    await expectInvariantsHold(model);
  }
  await expectEverybodySettled(model);
}
