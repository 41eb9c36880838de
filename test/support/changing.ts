import { randomUUID } from 'node:crypto';
import type { Booking } from '../../core/bookings/booking.ts';
import { type AskedChange } from '../../core/changes/asked-change.ts';
import { changeBooking, quoteChange } from '../../core/changes/change-booking.ts';
import { changeForOffice, type PaidOfficeChange, quoteChangeForOffice } from '../../core/changes/change-for-office.ts';
import { sweepChanges } from '../../core/changes/sweep-changes.ts';
import type { Member } from '../../core/companies/member.ts';
import type { BookingId, OperatorId, TripId, UserId } from '../../core/kernel/ids.ts';
import { type BasisPoints, basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import type { Section } from '../../core/trips/sections.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { aBooking } from './bookings.ts';
import { TIERS } from './cancelling.ts';
import { type TripForTests, aTrip, calendar, seat } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { NEWS } from './news.ts';
import type { Paying } from './paying.ts';

/** The fees of changes in tests. A change is free until a day before departure, and then costs 10 %. */
export const CHANGE_TIERS = [
  { hours: 24, fee: basisPoints(0) },
  { hours: 2, fee: basisPoints(1_000) },
];

type Asked = Partial<Omit<PaidOfficeChange, 'tripId' | 'seatNumbers'>> & { readonly numbers?: readonly string[] };

const asChange = (tripId: TripId, { numbers, ...asked }: Asked): AskedChange => ({
  tripId,
  seatNumbers: numbers?.map(seat),
  seats: undefined,
  passengers: [],
  toPay: undefined,
  toRefund: undefined,
  ...asked,
});

/** The use cases that change bookings to other trips, on one storage engine. */
export function changingOn({ engine, clock, expire }: Pick<Paying, 'engine' | 'clock' | 'expire'>, rateLimit = false) {
  const random = {
    uuid: randomUUID,
    digits: () => String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0'),
    letters: (alphabet: string, count: number) => alphabet.charAt(0).repeat(count),
  };
  const terms = { cancellationTiers: TIERS, changeTiers: CHANGE_TIERS, changeMinHours: 2 };
  const needs = { ...engine, ...NEWS, ...terms, clock, calendar, random, expireBookings: expire, rateLimit };
  const changing = changeBooking({ ...needs, paymentWindowMinutes: 15 });
  const quoting = quoteChange(needs);
  const [inOffice, quotingInOffice] = [changeForOffice(needs), quoteChangeForOffice(needs)];

  /** Holds seats for the passenger of a booking. */
  const hold = (
    { userId: passenger }: Pick<Booking, 'userId'>,
    tripId: TripId,
    numbers: readonly string[],
    section?: Section,
  ) => {
    const selection = { tripId, passenger, wanted: numbers.map(seat), section, expiresAt: minutesAfter(clock(), 10) };
    return engine.transact(({ seatLocks }) => seatLocks.hold(selection, clock()));
  };

  return {
    hold,
    quote: ({ id, userId }: Pick<Booking, 'id' | 'userId'>, to: Pick<TripForTests, 'id'>, asked: Asked = {}) =>
      quoting(userId, id, asChange(to.id, asked)),
    /** Asks to change a booking, without a hold on the new seats. */
    ask: ({ id, userId }: Pick<Booking, 'id' | 'userId'>, to: Pick<TripForTests, 'id'>, asked: Asked = {}) =>
      changing(userId, id, asChange(to.id, asked)),
    /** Holds seats on the trip `to`, and moves the booking to these seats. Returns the new booking. */
    change: async (booking: Pick<Booking, 'id' | 'userId'>, to: Pick<TripForTests, 'id'>, asked: Asked = {}) => {
      if (asked.numbers) await hold(booking, to.id, asked.numbers);
      const { booking: changed } = await changing(booking.userId, booking.id, asChange(to.id, asked));
      return changed;
    },
    quoteForOffice: (member: Member, id: BookingId, to: Pick<TripForTests, 'id'>, asked: Asked = {}) =>
      quotingInOffice(member, id, { fee: 'tiers', ...asChange(to.id, asked) }),
    changeForOffice: (member: Member, id: BookingId, to: Pick<TripForTests, 'id'>, asked: Asked = {}) =>
      inOffice(member, id, { fee: 'tiers', paidBy: undefined, reference: null, ...asChange(to.id, asked) }),
    sweep: sweepChanges(needs),
  };
}

export type Changing = ReturnType<typeof changingOn>;

/** Pays a booking at the gateway, and returns the payment. */
export async function payFor(paying: Paying, booking: Pick<Booking, 'id' | 'userId'>): Promise<Payment> {
  const payment = await paying.checkout(booking);
  await paying.handleSuccess(paying.gateway.pay(payment));
  return payment;
}

interface Made {
  readonly operatorId?: OperatorId;
  readonly seats?: readonly string[];
  readonly total?: number;
  readonly rate?: BasisPoints;
  readonly userId: UserId;
}

/**
 * Adds a trip that departs in 30 hours, and a paid booking on it. The booking costs Rs 1,000 for A1 and A2 together.
 */
export async function aPaidBooking(
  paying: Paying,
  { userId, operatorId, seats = ['A1', 'A2'], total = 100_000, rate = basisPoints(1_000) }: Made,
) {
  const { engine } = paying;
  const trip = await aTrip(engine, {
    departsAt: hoursAfter(START, 30),
    ...(operatorId !== undefined && { bus: { operatorId } }),
  });
  const booking = await aBooking(engine, {
    userId,
    tripId: trip.id,
    seats: seats.map(seat),
    total: paisa(total),
    commissionRate: rate,
    cancellationTiers: TIERS,
    changeTiers: CHANGE_TIERS,
    bookedAt: paying.clock(),
  });
  return { trip, booking, payment: await payFor(paying, booking) };
}

/** Adds another trip of the booking's company, a day later. `fare` is the price of a seat in paisa. */
export const anotherTrip = (
  engine: Engine,
  { operatorId }: Pick<Booking, 'operatorId'>,
  fare: number,
  traits: Parameters<typeof aTrip>[1] = {},
) => aTrip(engine, { departsAt: hoursAfter(START, 54), fare: paisa(fare), bus: { operatorId }, ...traits });

/** The ledger rows of one kind about a booking, as texts. */
export const rowsOf = async (engine: Engine, { id }: { readonly id: BookingId }, kind = 'CHANGE') =>
  (await engine.ledgerViews.ofBooking(id))
    .filter((row) => row.kind === kind)
    .map(({ debit, credit, amount }) => `${debit} / ${credit} ${amount}`);
