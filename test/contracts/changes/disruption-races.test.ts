import { expect } from 'chai';
import { createBooking } from '../../../core/bookings/create-booking.ts';
import { cancelTrip } from '../../../core/changes/cancel-trip.ts';
import { swapBus } from '../../../core/changes/swap-bus.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import { Refusal } from '../../../core/kernel/refusal.ts';
import { type Payment, isSettled } from '../../../core/payments/payment.ts';
import { lockSeats } from '../../../core/seats/lock-seats.ts';
import { systemRandom } from '../../../adapters/crypto/random.ts';
import { BOOKING_TERMS, aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, calendar, seat } from '../../support/catalogue.ts';
import { aClerk, counterOn, PLATFORM_TIERS } from '../../support/counter.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { payingOn, paymentOf } from '../../support/paying.ts';
import { expectLawful } from '../../support/trip-invariants.ts';

/**
 * Tests of many passengers who want six seats while the trip changes, on parallel connections of Postgres. Each
 * passenger gets a result or a refusal. No call hangs or ends in a deadlock.
 */

const SIX = ['A1', 'A2', 'A3', 'A4', 'B1', 'B2'];
const WHY = { reason: 'BREAKDOWN', note: '', assignments: [], isDryRun: false } as const;

onEveryEngine('50 passengers and 5 clerks who want six seats', (engine) => {
  it('bus swaps and a cancellation during sales sell no seat twice, and every payment ends in a seat or a refund', async function () {
    this.timeout(300_000);
    const paying = payingOn(engine());
    const { clock, gateway } = paying;
    const needs = { ...engine(), clock, calendar, random: systemRandom, expireBookings: paying.expire };
    const { id: userId, operatorId } = await anOperator(engine());
    const owner = { userId, operatorId };
    const bus = () => aBus(engine(), { operatorId, seats: SIX });
    const buses = [await bus(), await bus()] as const;
    const { id: trip } = await aTrip(engine(), { busId: buses[0] });
    const clerks = [];
    for (let made = 0; made < 5; made += 1) clerks.push(await aClerk(engine(), owner));
    const passengers: UserId[] = [];
    for (let made = 0; made < 50; made += 1) passengers.push(await aPassengerId(engine()));

    const lock = lockSeats({ ...needs, seatLockMinutes: 10, rateLimit: false });
    const create = createBooking({
      ...needs,
      ...BOOKING_TERMS,
      rateLimit: false,
      cancellationTiers: PLATFORM_TIERS,
    });
    const swap = swapBus(needs);
    const cancel = cancelTrip(needs);
    const payments: Payment[] = [];

    const travel = async (passenger: UserId, at: number): Promise<void> => {
      const wanted = [seat(SIX[at % SIX.length]!)];
      for (let tries = 0; tries < 3; tries += 1) {
        if ((await lock(passenger, trip, wanted)).granted.length === 0) continue;
        const booking: Pick<Booking, 'id'> = await create(passenger, {
          tripId: trip,
          seatNumbers: wanted,
          passengers: [],
          seats: 0,
        });
        const payment = await paying.checkout({ id: booking.id, userId: passenger });
        payments.push(payment);
        await paying.handleSuccess(gateway.pay(payment));
        return;
      }
    };
    const change = async (): Promise<void> => {
      for (const busId of [buses[1], buses[0], buses[1]]) await swap(owner, trip, { ...WHY, busId });
      await cancel(owner, trip, WHY);
    };
    const endings = await Promise.allSettled([
      ...passengers.map(travel),
      ...clerks.map((clerk, at) => counterOn(engine(), clock).sell(clerk, trip, { numbers: [SIX[at]!] })),
      change(),
    ]);

    const broken = endings.flatMap((ending) =>
      ending.status === 'rejected' && !(ending.reason instanceof Refusal) ? [ending.reason as unknown] : [],
    );
    expect(broken).to.deep.equal([]);
    expect(endings.at(-1)?.status, 'the trip was cancelled').to.equal('fulfilled');
    await expectLawful({ engine: engine(), clock, trips: [trip] });
    for (const { transactionUuid } of payments)
      expect(isSettled((await paymentOf(engine(), transactionUuid)).status)).to.equal(true);
  });
});

const BOOKINGS = 120;

onEveryEngine(`${BOOKINGS} bookings of a trip`, (engine) => {
  it('a booking that is paid while the company cancels its trip is refunded', async function () {
    this.timeout(300_000);
    const paying = payingOn(engine());
    const { clock, gateway } = paying;
    const { id: userId, operatorId } = await anOperator(engine());
    const numbers = Array.from({ length: BOOKINGS }, (_, index) => `A${index}`);
    const { id: trip } = await aTrip(engine(), { seats: numbers, bus: { operatorId } });
    const passengers = await Promise.all(Array.from({ length: 10 }, () => aPassengerId(engine())));
    const bookings: Booking[] = [];
    const payments: Payment[] = [];
    for (const [index, number] of numbers.entries()) {
      const passenger = passengers[index % passengers.length]!;
      bookings.push(await aBooking(engine(), { userId: passenger, tripId: trip, seats: [seat(number)] }));
      payments.push(await paying.checkout(bookings.at(-1)!));
    }

    // One third of the bookings is paid before the cancellation, one third during it, and one third after it.
    const pay = async (payment: Payment) => (await paying.handleSuccess(gateway.pay(payment))).outcome;
    const third = BOOKINGS / 3;
    const before = await Promise.all(payments.slice(0, third).map(pay));
    const [, ...meanwhile] = await Promise.all([
      cancelTrip({ ...engine(), clock, calendar })({ userId, operatorId }, trip, WHY),
      ...payments.slice(third, 2 * third).map(pay),
    ]);
    const after = await Promise.all(payments.slice(2 * third).map(pay));

    expect(new Set(before)).to.deep.equal(new Set(['paid']));
    expect(meanwhile.every((outcome) => outcome === 'paid' || outcome === 'refund due')).to.equal(true);
    expect(new Set(after)).to.deep.equal(new Set(['refund due']));
    await expectLawful({ engine: engine(), clock, trips: [trip] });
    const records = await engine().auditReader.bookings(0, 2 * BOOKINGS);
    const goesBack = records.flatMap(({ payments: made }) =>
      made.flatMap(({ refunds }) => refunds.map(({ amount }) => amount)),
    );
    expect(goesBack).to.deep.equal(bookings.map(({ total }) => total));
  });
});
