import { expect } from 'chai';
import fc from 'fast-check';
import { auditBooks } from '../../core/audit/audit-books.ts';
import { ACTIVE_STATUSES, isOverdue } from '../../core/bookings/booking.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import { completeBookings } from '../../core/bookings/complete-bookings.ts';
import { createBooking } from '../../core/bookings/create-booking.ts';
import { expireBookings } from '../../core/bookings/expire-bookings.ts';
import { cancelBooking } from '../../core/cancellations/cancel-booking.ts';
import type { RefundTier } from '../../core/cancellations/refund-tiers.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { BookingId, TripId, UserId } from '../../core/kernel/ids.ts';
import { basisPoints } from '../../core/kernel/money.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import { isRefunded, isSettled } from '../../core/payments/payment.ts';
import type { Payment, PaymentStatus } from '../../core/payments/payment.ts';
import type { Refund } from '../../core/payments/ports.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { aTrip, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { payingOn } from './paying.ts';
import { aPassengerId } from './people.ts';

/*
 * A small world in which everything about paying can happen, in any order and at once: three passengers, a bus with three seats, one with four
 * places, and a gateway with a ledger of its own. Whatever happened, the promises must hold.
 */

const TIERS: readonly RefundTier[] = [[12, 0], [8, 1_000], [0, 10_000]].map(([hours = 0, fee = 0]) => ({ hours, fee: basisPoints(fee) }));
const SEATS = ['A1', 'A2', 'A3'];
const PLACES = 4;

type Action =
  | { readonly do: 'book'; readonly who: number; readonly seats: readonly string[] }
  | { readonly do: 'take'; readonly who: number; readonly places: number }
  | { readonly do: 'hold'; readonly who: number; readonly seats: readonly string[] }
  | { readonly do: 'checkout' | 'cancel'; readonly booking: number }
  | { readonly do: 'pay'; readonly payment: number }
  | { readonly do: 'succeed' | 'fail'; readonly payment: number; readonly signed: boolean }
  | { readonly do: 'say'; readonly payment: number; readonly status: string }
  | { readonly do: 'answer'; readonly isUp: boolean }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'expire' | 'reconcile' | 'complete' };

const who = fc.nat(2);
const index = fc.nat(9);
const seats = fc.subarray(SEATS, { minLength: 1 });
const words = fc.constantFrom('INITIATED', 'PENDING', 'CANCELED', 'FAILED', 'AMBIGUOUS', 'NOT_FOUND', 'FULL_REFUND', 'nonsense');

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('book' as const), who, seats }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take' as const), who, places: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), who, seats }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('checkout' as const), booking: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), booking: index }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), payment: index }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('succeed' as const), payment: index, signed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), payment: index, signed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('say' as const), payment: index, status: words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('answer' as const), isUp: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0.02, 1, 5, 10, 15, 20, 60, 600) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('expire' as const, 'reconcile' as const, 'complete' as const) }) },
);

/** What happens: one group after the other, those of a group at once. */
export const happenings = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 30 });

type Model = Awaited<ReturnType<typeof buildModel>>;

async function buildModel(engine: Engine) {
  const paying = payingOn(engine);
  const needs = { ...engine, clock: paying.clock, calendar: calendarOf('Asia/Kathmandu'), random: systemRandom };
  const departsAt = hoursAfter(START, 14);
  const world = { ...needs, expireBookings: expireBookings(needs), seatLockMinutes: 10, paymentWindowMinutes: 15, commissionRate: basisPoints(1_000), cancellationTiers: TIERS };
  return {
    engine, paying,
    bus: (await aTrip(engine, { seats: SEATS, departsAt })).id,
    micro: (await aTrip(engine, { seats: PLACES, departsAt })).id,
    passengers: [await aPassengerId(engine), await aPassengerId(engine), await aPassengerId(engine)] as readonly UserId[],
    lock: lockSeats(world),
    create: createBooking(world),
    cancel: cancelBooking(world),
    complete: completeBookings(world),
    bookings: [] as (Pick<Booking, 'id' | 'userId'>)[],
    payments: [] as Payment[],
    /** What each payment was when last looked at. */
    before: new Map<string, PaymentStatus>(),
  };
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

async function perform({ paying, engine: _, ...model }: Model, step: Action): Promise<unknown> {
  const { gateway, clock } = paying;
  const book = async (userId: UserId, tripId: TripId, seatNumbers: readonly string[], places: number): Promise<void> => {
    const { id } = await model.create(userId, { tripId, seatNumbers: seatNumbers.map(seat), passengers: [], seats: places });
    model.bookings.push({ id, userId });
  };
  switch (step.do) {
    case 'hold': case 'book': case 'take': {
      const passenger = model.passengers[step.who]!;
      if (step.do === 'take') return book(passenger, model.micro, [], step.places);
      await model.lock(passenger, model.bus, step.seats.map(seat));
      return step.do === 'book' ? book(passenger, model.bus, step.seats, 0) : undefined;
    }
    case 'checkout': case 'cancel': {
      const booking = pick(model.bookings, step.booking);
      if (!booking) return undefined;
      return step.do === 'cancel' ? model.cancel(booking.userId, booking.id, '') : paying.checkout(booking).then((payment) => model.payments.push(payment));
    }
    case 'pay': case 'succeed': case 'fail': case 'say': {
      const payment = pick(model.payments, step.payment);
      if (!payment) return undefined;
      const said = gateway.statusOf(payment.transactionUuid);
      // What is paid at the gateway stays so, and what it gave back is not paid again.
      if (step.do === 'pay') return said === 'FULL_REFUND' ? undefined : gateway.pay(payment);
      if (step.do === 'say') {
        if (said !== 'COMPLETE') gateway.say(payment.transactionUuid, step.status);
        return undefined;
      }
      const data = gateway.callback(payment, { authentic: step.signed });
      return step.do === 'succeed' ? paying.settle(data) : paying.abandon(data);
    }
    case 'answer': gateway.isUp = step.isUp; return undefined;
    case 'wait': clock.advance(step.minutes); return undefined;
    case 'expire': return paying.expire();
    case 'reconcile': return paying.reconcile();
    case 'complete': return model.complete();
  }
}

/** Refusals are answers; anything else is a fault. */
const tolerating = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => {
  if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
});

interface Sight {
  readonly booking: Booking;
  readonly payments: readonly (Payment & { readonly refund: Refund | undefined })[];
  readonly fee: number | null;
  readonly seats: readonly string[];
  readonly done: readonly string[];
}

async function look({ engine }: Model, { id, userId }: { readonly id: BookingId; readonly userId: UserId }): Promise<Sight> {
  const view = (await engine.bookingViews.find(id, userId))!;
  return engine.transact(async ({ bookings, payments, refunds, activities }) => {
    const all = [];
    for (const payment of await payments.ofBooking(id)) all.push({ ...payment, refund: await refunds.find(payment.id) });
    const done = (await activities.of(id)).map(({ type }) => type);
    return { booking: (await bookings.find(id))!, payments: all, fee: view.cancellationFee, seats: view.seats.map(({ seat: number }) => number), done };
  });
}

const isSeated = ({ booking: { status } }: Sight): boolean => status === 'CONFIRMED' || status === 'CHECKED_IN' || status === 'COMPLETED';

/** Each confirmation and each refund is told once. */
function expectTold(sight: Sight): void {
  const { booking, payments, fee, done } = sight;
  const says = `booking ${booking.id} is ${booking.status}, its payments ${JSON.stringify(payments.map(({ status, refund }) => [status, refund?.reason]))}`;
  const wasConfirmed = isSeated(sight) || booking.status === 'REFUNDED' || (booking.status === 'CANCELLED' && fee === booking.total);
  const owed = payments.filter(({ refund }) => refund && refund.reason !== 'PASSENGER_CANCELLATION');
  expect(done.filter((type) => type === 'PAYMENT_COMPLETED').length, `confirmations: ${says}`).to.equal(wasConfirmed ? 1 : 0);
  expect(done.filter((type) => type === 'REFUND_DUE').length, `refunds: ${says}`).to.equal(owed.length);
}

/** No payment ever leaves COMPLETE but by a refund, and none leaves a refund. */
function expectLawfulMoves({ before, paying }: Model, { payments }: Sight): void {
  for (const { transactionUuid, status, refund } of payments) {
    const was = before.get(transactionUuid) ?? 'INITIATED';
    if (isSettled(was)) expect(status === was || (was === 'COMPLETE' && isRefunded(status) && refund !== undefined), `from ${was} to ${status}`).to.equal(true);
    if (status === 'COMPLETE') expect(paying.gateway.statusOf(transactionUuid), 'paid at the gateway').to.equal('COMPLETE');
    before.set(transactionUuid, status);
  }
}

/** Each seat and place is taken by whom it belongs to, and by nobody twice. */
async function expectSeatsAccountedFor({ engine, bus, micro, paying: { clock } }: Model, sights: readonly Sight[]): Promise<void> {
  const active = sights.filter(({ booking }) => (ACTIVE_STATUSES as readonly string[]).includes(booking.status) && !isOverdue(booking, clock()));
  const sold = active.filter(({ booking }) => booking.tripId === bus).flatMap((sight) => sight.seats);
  expect(new Set(sold).size, `seats sold: ${sold.join()}`).to.equal(sold.length);
  const map = await engine.seatMaps.view(bus, undefined, clock());
  expect(map?.hasSeatMap === true && map.seats.filter(({ isBooked }) => isBooked).map(({ number }) => number).sort(), 'seats booked').to.deep.equal([...sold].sort());
  const count = await engine.seatMaps.view(micro, undefined, clock());
  const places = active.filter(({ booking }) => booking.tripId === micro).reduce((sum, { booking }) => sum + booking.seatsCount, 0);
  expect(count?.hasSeatMap === false && count.seatsLeft, 'places left').to.equal(PLACES - places);
}

async function expectPromisesKept(model: Model): Promise<void> {
  // What waits for a sweep or for the relay waits here until somebody comes by.
  const { findings } = await auditBooks({ clock: model.paying.clock, books: model.engine.books })();
  expect(findings.filter(({ promise }) => promise !== 'OVERDUE' && promise !== 'EVENT_UNTOLD')).to.deep.equal([]);

  const sights = [];
  for (const booking of model.bookings) sights.push(await look(model, booking));
  for (const sight of sights) {
    expectTold(sight);
    expectLawfulMoves(model, sight);
  }
  await expectSeatsAccountedFor(model, sights);
}

/** Lets it all happen in a world of its own, and looks after each group and after every passenger has come back from the gateway. */
export async function letHappen(engine: Engine, groups: readonly (readonly Action[])[]): Promise<void> {
  const model = await buildModel(engine);
  for (const group of groups) {
    await Promise.all(group.map((step) => tolerating(perform(model, step))));
    await expectPromisesKept(model);
  }
  const { gateway, settle } = model.paying;
  for (const payment of model.payments) await settle(gateway.callback(payment));
  await expectPromisesKept(model);
  for (const { transactionUuid } of model.payments) {
    if (gateway.statusOf(transactionUuid) === 'COMPLETE') expect(isSettled(model.before.get(transactionUuid)!), 'paid means seated or refunded').to.equal(true);
  }
}
