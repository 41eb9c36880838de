import { expect } from 'chai';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { changeBlocks } from '../../core/seats/change-blocks.ts';
import { sweepBlocks, sweepLocks } from '../../core/seats/sweep-seats.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import { completeBookings } from '../../core/bookings/complete-bookings.ts';
import { earnBookings } from '../../core/bookings/earn-bookings.ts';
import { createBooking } from '../../core/bookings/create-booking.ts';
import { cancelBooking } from '../../core/changes/cancel-booking.ts';
import { cancelForOffice } from '../../core/changes/cancel-for-office.ts';
import type { RefundTier } from '../../core/companies/company.ts';
import type { Member } from '../../core/companies/member.ts';
import type { BusId, ShiftId, TripId, UserId } from '../../core/kernel/ids.ts';
import { basisPoints, NOTHING, paisa } from '../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { type Payment, isSettled } from '../../core/payments/payment.ts';
import { cancelTrip } from '../../core/changes/cancel-trip.ts';
import { retimeTrip } from '../../core/changes/retime-trip.ts';
import { swapBus } from '../../core/changes/swap-bus.ts';
import { changeTrip } from '../../core/planning/change-trip.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { aBus, aTrip, calendar, seat } from './catalogue.ts';
import { START } from './clock.ts';
import { counterOn } from './counter.ts';
import type { Engine } from './engines.ts';
import { payingOn, paymentOf } from './paying.ts';
import { anOperator, aPassengerId } from './people.ts';
import { tolerating } from './refusals.ts';
import type { TripAction } from './trip-actions.ts';
import { expectLawful } from './trip-invariants.ts';

/**
 * A model in which a company and its passengers act on two trips, in any order and at once. One trip has a seat map;
 * the other has only a number of places. The storage contains nothing else.
 */

const TIERS: readonly RefundTier[] = [
  { hours: 12, fee: basisPoints(0) },
  { hours: 8, fee: basisPoints(1_000) },
  { hours: 0, fee: basisPoints(10_000) },
];

const WHY = { reason: 'BREAKDOWN', note: '' } as const;

type Model = Awaited<ReturnType<typeof buildModel>>;

async function buildModel(engine: Engine) {
  const paying = payingOn(engine);
  const { clock } = paying;
  const needs = { ...engine, clock, calendar, random: systemRandom, expireBookings: paying.expire };
  const terms = {
    cancellationTiers: TIERS,
    changeTiers: [],
    commissionRate: basisPoints(1_000),
    paymentWindowMinutes: 15,
    seatLockMinutes: 10,
    rateLimit: false,
  };
  const { id: userId, operatorId } = await anOperator(engine);
  const departsAt = hoursAfter(START, 14);
  const bus = (seats: readonly string[] | number, type = 'DELUXE') => aBus(engine, { operatorId, seats, type });
  // Three buses for each trip: its first bus, another of the same size, and one with too few seats.
  const buses = [
    [await bus(['A1', 'A2', 'B1']), await bus(['A1', 'A2', 'B2'], 'AC'), await bus(['B1', 'A1'])],
    [await bus(4), await bus(4, 'AC'), await bus(3)],
  ] as const;
  const trips = [
    (await aTrip(engine, { busId: buses[0][0], departsAt })).id,
    (await aTrip(engine, { busId: buses[1][0], departsAt })).id,
  ] as const;
  return {
    engine,
    paying,
    clock,
    trips,
    buses: buses as readonly (readonly BusId[])[],
    owner: { userId, operatorId } satisfies Member,
    passengers: [await aPassengerId(engine), await aPassengerId(engine)] as readonly UserId[],
    counter: counterOn(engine, clock),
    lock: lockSeats({ ...needs, ...terms }),
    create: createBooking({ ...needs, ...terms }),
    cancel: cancelBooking({ ...needs, ...terms }),
    cancelForOffice: cancelForOffice({ ...needs, ...terms }),
    block: changeBlocks(needs),
    change: changeTrip(needs),
    swap: swapBus(needs),
    retime: retimeTrip(needs),
    cancelTrip: cancelTrip(needs),
    sweepLocks: sweepLocks(needs),
    sweepBlocks: sweepBlocks(needs),
    complete: completeBookings(needs),
    earn: earnBookings(needs),
    told: new Map<string, string>(),
    bookings: [] as Pick<Booking, 'id' | 'userId'>[],
    payments: [] as Payment[],
    shifts: [] as ShiftId[],
  };
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

async function book(model: Model, who: number, tripId: TripId, chosen: readonly string[], places: number) {
  const userId = model.passengers[who]!;
  const { id } = await model.create(userId, {
    tripId,
    seatNumbers: chosen.map(seat),
    passengers: [],
    seats: places,
  });
  model.bookings.push({ id, userId });
}

async function perform(model: Model, step: TripAction): Promise<unknown> {
  const { paying, owner, trips } = model;
  const { gateway, clock } = paying;
  switch (step.do) {
    case 'hold':
    case 'book':
      await model.lock(model.passengers[step.who]!, trips[0], step.seats.map(seat));
      return step.do === 'book' ? book(model, step.who, trips[0], step.seats, 0) : undefined;
    case 'take':
      return book(model, step.who, trips[1], [], step.places);
    case 'checkout':
    case 'cancel': {
      const booking = pick(model.bookings, step.booking);
      if (!booking) return undefined;
      return step.do === 'cancel'
        ? model.cancel(booking.userId, booking.id, '')
        : model.payments.push(await paying.checkout(booking));
    }
    case 'cancelForOffice': {
      const booking = pick(model.bookings, step.booking);
      const office = { role: 'OPERATOR', ...owner } as const;
      return booking && model.cancelForOffice(office, booking.id, { reason: 'Landslide.', fee: step.fee });
    }
    case 'pay':
    case 'succeed': {
      const payment = pick(model.payments, step.payment);
      if (!payment) return undefined;
      return step.do === 'pay' ? gateway.pay(payment) : paying.handleSuccess(gateway.callback(payment));
    }
    case 'sell': {
      const asked = step.on === 0 ? { numbers: step.seats } : { seats: step.seats.length };
      const { id } = await model.counter.sell(owner, trips[step.on]!, { ...asked, paidBy: step.paidBy });
      return model.bookings.push({ id, userId: owner.userId });
    }
    case 'block': {
      const terms = { reason: 'Kept.', until: step.minutes === null ? null : minutesAfter(clock(), step.minutes) };
      const ofSeats = step.seats.map((number) => ({ seat: seat(number), ...terms }));
      const ofPlaces = step.seats.length === 0 ? [] : [{ places: step.seats.length, ...terms }];
      return model.block(owner, trips[step.on]!, step.on === 0 ? ofSeats : ofPlaces, () => true);
    }
    case 'fare':
      return model.change(owner, trips[step.on]!, { fare: paisa(step.rupees * 100) });
    case 'swap': {
      const { isDryRun } = step;
      const busId = model.buses[step.on]![step.bus]!;
      return model.swap(owner, trips[step.on]!, { ...WHY, busId, assignments: [], isDryRun });
    }
    case 'retime': {
      const departsAt = hoursAfter(START, step.hours);
      const times = { departsAt, arrivesAt: hoursAfter(departsAt, 7) };
      return model.retime(owner, trips[step.on]!, { ...WHY, ...times, isDryRun: step.isDryRun });
    }
    case 'cancelTrip':
      return model.cancelTrip(owner, trips[step.on]!, { ...WHY, isDryRun: step.isDryRun });
    case 'wait':
      clock.advance(step.minutes);
      return undefined;
    case 'openShift':
      return model.shifts.push((await model.counter.openShift(owner, NOTHING)).id);
    case 'closeShift': {
      const shift = model.shifts.at(-1);
      return shift && model.counter.closeShift(owner, shift, { countedCash: NOTHING, note: null });
    }
    case 'expire':
      return paying.expire();
    case 'sweep':
      return Promise.all([model.sweepLocks(), model.sweepBlocks()]);
    case 'reconcile':
      return paying.reconcile();
    case 'complete':
      return model.complete();
    case 'earn':
      return model.earn();
  }
}

/**
 * Runs groups of actions in an empty storage. Checks the invariants after each group, and after every passenger has
 * returned from the gateway.
 */
export async function letHappenToTrips(engine: Engine, groups: readonly (readonly TripAction[])[]): Promise<void> {
  const model = await buildModel(engine);
  for (const group of groups) {
    await Promise.all(group.map((step) => tolerating(perform(model, step))));
    await expectLawful(model);
  }
  const { gateway, handleSuccess } = model.paying;
  for (const payment of model.payments) await handleSuccess(gateway.callback(payment));
  await expectLawful(model);
  for (const { transactionUuid } of model.payments)
    if (gateway.statusOf(transactionUuid) === 'COMPLETE')
      expect(isSettled((await paymentOf(engine, transactionUuid)).status), 'paid means settled').to.equal(true);
}
