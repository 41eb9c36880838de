import { type Audit, runAudit } from '../../core/audit/run-audit.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import { cancelBooking } from '../../core/changes/cancel-booking.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { basisPoints } from '../../core/kernel/money.ts';
import { hoursAfter } from '../../core/kernel/time.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { aBooking } from './bookings.ts';
import { type TripForTests, aTrip, calendar, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { type Paying, payingOn } from './paying.ts';
import { aPassengerId } from './people.ts';
import { NEWS } from './news.ts';
import { KNOWN } from './known-gateways.ts';

const CANCELLATION_TIERS = [
  { hours: 47, fee: basisPoints(0) },
  { hours: 24, fee: basisPoints(1_050) },
  { hours: 0, fee: basisPoints(10_000) },
];

export interface Day {
  readonly paying: Paying;
  readonly asha: UserId;
  readonly bus: TripForTests;
  readonly minibus: TripForTests;
  readonly book: (...seats: readonly string[]) => Promise<Booking>;
  readonly pay: (booking: Booking) => Promise<Payment>;
  readonly cancel: (booking: Booking) => Promise<unknown>;
  readonly audit: (batch?: number) => Promise<Audit>;
}

export async function aDay(engine: Engine): Promise<Day> {
  const paying = payingOn(engine);
  const { clock } = paying;
  const [asha, bus, minibus] = [
    await aPassengerId(engine),
    await aTrip(engine, { seats: ['A1', 'A2', 'A3', 'A4', 'B1', 'B2', 'B3', 'B4'] }),
    await aTrip(engine, { seats: 12 }),
  ];
  return {
    paying,
    asha,
    bus,
    minibus,
    book: (...seats) => aBooking(engine, { userId: asha, tripId: bus.id, seats: seats.map(seat), bookedAt: clock() }),
    async pay(booking) {
      const payment = await paying.checkout(booking);
      await paying.handleSuccess(paying.gateway.pay(payment));
      return payment;
    },
    cancel: ({ id, userId }) =>
      cancelBooking({ ...engine, ...NEWS, clock, cancellationTiers: CANCELLATION_TIERS })(userId, id, ''),
    audit: runAudit({ gateways: KNOWN, clock, calendar, auditReader: engine.auditReader }),
  };
}

/**
 * Adds bookings: paid, paid twice, paid late, cancelled at different times, expired and unpaid. Marks all events as
 * published.
 */
export async function aBusyDay(engine: Engine): Promise<Day> {
  const day = await aDay(engine);
  const {
    paying: { clock, gateway, handleSuccess, checkout, expire },
    asha,
    bus,
    minibus,
    book,
    pay,
    cancel,
  } = day;
  await pay(await book('A1', 'A2'));
  for (const hoursBefore of [48, 30, 10]) {
    clock.set(hoursAfter(bus.departsAt, -hoursBefore));
    const booking = await book('A3');
    await pay(booking);
    await cancel(booking);
  }
  const unpaid = await book('A4');
  const lateForIt = await checkout(unpaid);
  await cancel(unpaid);
  await handleSuccess(gateway.pay(lateForIt));

  const twice = await book('A4');
  const attempts = [await checkout(twice), await checkout(twice)];
  for (const attempt of attempts) await handleSuccess(gateway.pay(attempt));

  const [lapsed, revived, lost] = [await book('B1'), await book('B2'), await book('B3')];
  const [late, tooLate] = [await checkout(revived), await checkout(lost)];
  await checkout(lapsed);
  clock.advance(20);
  await expire();
  await pay(await book('B3'));
  for (const payment of [late, tooLate]) await handleSuccess(gateway.pay(payment));

  const placed = async () => aBooking(engine, { userId: asha, tripId: minibus.id, seatsCount: 3, bookedAt: clock() });
  await pay(await placed());
  const dropped = await placed();
  await pay(dropped);
  await cancel(dropped);
  await placed();
  await markPublished(engine);
  return day;
}

export const markPublished = ({ transact }: Engine) =>
  transact(async ({ outbox }) =>
    outbox.markSent(
      (await outbox.pending(1_000)).map(({ id }) => id),
      START,
    ),
  );
