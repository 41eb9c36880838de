import { expect } from 'chai';
import type { BookingId, SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import { type Instant, minutesAfter } from '../../core/kernel/time.ts';
import { aBooking, sellHeld, sitting } from './bookings.ts';
import { aBus, aTrip, seat, seatsNumbered } from './catalogue.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';
import { anOperator, aPassengerId } from './people.ts';

export const NOW = START;
/** The moment at which a hold that starts at NOW ends. */
export const LAPSE = minutesAfter(NOW, 10);
/** The payment deadline of a booking made at NOW. */
export const DEADLINE = minutesAfter(NOW, 15);
export const before = (at: Instant): Instant => (at - 1) as Instant;

export const [A1, A2, B1, B2, C1] = ['A1', 'A2', 'B1', 'B2', 'C1'].map(seat) as [
  SeatNumber,
  SeatNumber,
  SeatNumber,
  SeatNumber,
  SeatNumber,
];

interface When {
  /** The time of the call; NOW by default. */
  readonly now?: Instant;
}
interface WhenAndWhere extends When {
  /** The trip that the call is about; the first trip by default. */
  readonly on?: TripId;
}

/** Two passengers, and two trips of one bus with seats A1, A2, B1 and B2. The functions call the seat locks' store. */
export async function seatLocksOn(engine: Engine) {
  const { id: trip, busId } = await aTrip(engine, { seats: ['B2', 'B1', 'A2', 'A1'] });
  const { id: nextDay } = await aTrip(engine, { busId });
  const [asha, bikram] = [await aPassengerId(engine), await aPassengerId(engine)];

  const hold = (
    passenger: UserId,
    wanted: readonly SeatNumber[],
    { now = NOW, expiresAt = minutesAfter(now, 10), on = trip }: WhenAndWhere & { readonly expiresAt?: Instant } = {},
  ) =>
    engine.transact(async ({ seatLocks }) => {
      const outcome = await seatLocks.hold({ tripId: on, passenger, wanted, expiresAt }, now);
      return { ...outcome, dropped: outcome.dropped.map(({ seat: number }) => number) };
    });

  const sell = (
    passenger: UserId,
    booking: BookingId,
    numbers: readonly SeatNumber[],
    { now = NOW, on = trip }: WhenAndWhere = {},
  ) =>
    engine.transact(({ seatLocks }) =>
      sellHeld(
        seatLocks,
        { tripId: on, passenger, booking, seats: numbers.map((number) => sitting(number)), paymentDeadline: DEADLINE },
        now,
      ),
    );

  const sellAtCounter = (
    seller: UserId,
    booking: BookingId,
    numbers: readonly SeatNumber[],
    {
      now = NOW,
      paymentDeadline = null,
      lent = [],
    }: When & { readonly paymentDeadline?: Instant | null; readonly lent?: readonly SeatNumber[] } = {},
  ) =>
    engine.transact(({ seatLocks }) =>
      seatLocks.sellAtCounter(
        { tripId: trip, seller, booking, seats: numbers.map((number) => sitting(number)), paymentDeadline, lent },
        now,
      ),
    );

  const reclaim = (booking: BookingId, passenger: UserId, { now = NOW }: When = {}) =>
    engine.transact(async ({ seatLocks, bookings }) => {
      const { tripId, seatsCount } = (await bookings.find(booking))!;
      return seatLocks.reclaim({ tripId, passenger, booking, seatsCount }, now);
    });

  /** A booking without seats. */
  const booked = async (
    passenger: UserId,
    { on = trip, seatsCount = 1 }: { readonly on?: TripId; readonly seatsCount?: number } = {},
  ): Promise<BookingId> => (await aBooking(engine, { userId: passenger, tripId: on, seatsCount })).id;

  return {
    trip,
    /** A second trip of the same bus, with the same seats. */
    nextDay,
    asha,
    bikram,
    hold,
    sell,
    sellAtCounter,
    reclaim,
    booked,
    isReclaimed: async (...given: Parameters<typeof reclaim>) => (await reclaim(...given)) !== undefined,
    release: (passenger: UserId, { now = NOW, on = trip }: WhenAndWhere = {}) =>
      engine.transact(async ({ seatLocks }) =>
        (await seatLocks.release(on, passenger, now)).map(({ seat: number }) => number),
      ),
    releaseBooking: (booking: BookingId, { now = NOW }: When = {}) =>
      engine.transact(({ seatLocks }) => seatLocks.releaseBooking(booking, now)),
    finalize: (booking: BookingId) => engine.transact(({ seatLocks }) => seatLocks.finalize(booking)),
    sweep: ({ now, limit = 10 }: { readonly now: Instant; readonly limit?: number }) =>
      engine.transact(({ seatLocks }) => seatLocks.sweep(now, limit)),

    bought: async (passenger: UserId, numbers: readonly SeatNumber[], { on = trip } = {}): Promise<BookingId> => {
      const booking = await booked(passenger, { on, seatsCount: numbers.length });
      await hold(passenger, numbers, { on });
      expect(await sell(passenger, booking, numbers, { on })).to.have.members([...numbers]);
      return booking;
    },

    /** Adds a trip, runs `happen` with its id, and then puts its seat A2 out of use. */
    tripWithoutA2: async (happen: (id: TripId) => Promise<void>): Promise<TripId> => {
      const bus = { registrationNo: 'BA 1 PA 1', operatorId: (await anOperator(engine)).operatorId };
      const { id } = await aTrip(engine, { seats: ['A1', 'A2'], bus });
      await happen(id);
      const seats = seatsNumbered('A1', 'A2').map((place) => ({ ...place, isActive: place.number === 'A1' }));
      await aBus(engine, { ...bus, seatMap: { rows: 1, cols: 2, deckCount: 1, seats } });
      return id;
    },

    statusOf: async (number: SeatNumber, { now = NOW }: When = {}): Promise<string> => {
      const map = await engine.seatMaps.view(trip, asha, now);
      const shown = map?.hasSeatMap ? map.seats.find((other) => other.number === number) : undefined;
      return shown?.isBooked ? 'booked' : (shown?.heldBy ?? 'absent');
    },
  };
}
