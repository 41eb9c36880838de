import { expect } from 'chai';
import type { BusId, SeatId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import type { TripsAhead } from '../../../core/fleet/ports.ts';
import { aBooking } from '../../support/bookings.ts';
import { aBus, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

const DEADLINE = minutesAfter(START, 15);

onEveryEngine('upcoming trips of a bus', (engine) => {
  let bus: BusId;
  let trip: TripId;
  let asha: UserId;
  beforeEach(async () => {
    bus = await aBus(engine(), { seats: ['A1', 'A2', 'B1'] });
    trip = (await aTrip(engine(), { busId: bus })).id;
    asha = await aPassengerId(engine());
  });

  const ask = <Answer>(question: (ahead: TripsAhead) => Promise<Answer>) =>
    engine().transact(({ tripsAhead }) => question(tripsAhead));
  const seatIds = async (of = bus): Promise<Readonly<Record<string, SeatId>>> => {
    const map = await engine().fleetViews.seatMap(of);
    return Object.fromEntries(map!.seats.map(({ number, id }) => [number, id]));
  };
  const hold = (number: string, on = trip, expiresAt = minutesAfter(START, 10), passenger = asha) =>
    engine().transact(async ({ seatLocks, holdings }) => {
      await seatLocks.hold({ tripId: on, passenger, wanted: [seat(number)], expiresAt }, START);
      await holdings.extend(passenger, on, [{ seat: seat(number), since: START, until: expiresAt }]);
    });

  it('the upcoming trips of a bus are its active trips that depart later than now', async () => {
    const later = (await aTrip(engine(), { busId: bus, departsAt: daysAfter(START, 9) })).id;
    const now = await aTrip(engine(), { busId: bus, departsAt: minutesAfter(START, 1) });
    await aTrip(engine(), { busId: bus, status: 'CANCELLED' });
    await aTrip(engine());
    expect(await ask((ahead) => ahead.lock(bus, START))).to.have.members([trip, later, now.id]);
    expect(await ask((ahead) => ahead.lock(bus, now.departsAt))).to.have.members([trip, later]);
    expect(await ask((ahead) => ahead.lock(4711 as BusId, START))).to.deep.equal([]);
  });

  it('a bus’s sold seats on upcoming trips are those of active bookings that are not overdue', async () => {
    const { A1, A2, B1 } = await seatIds();
    const [one, two] = [
      await aBooking(engine(), { userId: asha, tripId: trip, seats: [seat('A1'), seat('A2')], status: 'COMPLETED' }),
      await aBooking(engine(), { userId: asha, tripId: trip, seats: [seat('B1')] }),
    ];
    const other = (await aTrip(engine())).id;
    await aBooking(engine(), { userId: asha, tripId: other, seats: [seat('A1')] });
    const paid = [A1, A2].map((seatId) => ({ tripId: trip, seatId, bookingCode: one.code }));
    const sold = (now: Instant) => ask((ahead) => ahead.sold([trip], now));
    expect(await sold(minutesAfter(START, 14))).to.have.deep.members([
      ...paid,
      { tripId: trip, seatId: B1, bookingCode: two.code },
    ]);
    expect(await sold(DEADLINE)).to.have.deep.members(paid);
    expect(await ask((ahead) => ahead.sold([], START))).to.deep.equal([]);
  });

  it('the highest number of places sold on one upcoming trip of a bus leaves out overdue and ended bookings', async () => {
    const places = await aBus(engine(), { seats: 20 });
    const [one, two] = [await aTrip(engine(), { busId: places }), await aTrip(engine(), { busId: places })];
    const [paid, waiting] = [
      await aBooking(engine(), { userId: asha, tripId: one.id, seatsCount: 4, status: 'CHECKED_IN' }),
      await aBooking(engine(), { userId: asha, tripId: two.id, seatsCount: 7 }),
    ];
    await aBooking(engine(), { userId: asha, tripId: two.id, seatsCount: 2, status: 'EXPIRED' });
    await aBooking(engine(), { userId: asha, tripId: two.id, seatsCount: 1, status: 'COMPLETED' });
    const both = [one.id, two.id];
    const most = (now: Instant, trips = both) => ask((ahead) => ahead.mostPlaces(trips, now));
    expect([await most(START), await most(DEADLINE), await most(START, [one.id]), await most(START, [])]).to.deep.equal(
      [8, 4, 4, 0],
    );
    const paidPlaces = { tripId: one.id, seatId: null, bookingCode: paid.code };
    const namesOf = async (now: Instant) =>
      (await ask((ahead) => ahead.sold(both, now))).filter(({ bookingCode }) =>
        [paid.code, waiting.code].includes(bookingCode),
      );
    expect(await namesOf(START)).to.deep.equal([
      paidPlaces,
      { tripId: two.id, seatId: null, bookingCode: waiting.code },
    ]);
    expect(await namesOf(DEADLINE)).to.deep.equal([paidPlaces]);
  });

  it('a bus’s held seats on upcoming trips are listed until they are released', async () => {
    const { A1, A2, B1 } = await seatIds();
    const next = (await aTrip(engine(), { busId: bus })).id;
    const bikram = await aPassengerId(engine());
    await hold('A1');
    await hold('A2', trip, minutesAfter(START, 5), bikram);
    await hold('A1', next, minutesAfter(START, 10), bikram);
    const held = (now = START, trips = [trip, next]) => ask((ahead) => ahead.held(trips, now));
    expect(await held()).to.have.deep.members([
      { tripId: trip, seatId: A1 },
      { tripId: trip, seatId: A2 },
      { tripId: next, seatId: A1 },
    ]);
    expect(await held(minutesAfter(START, 5), [trip])).to.deep.equal([{ tripId: trip, seatId: A1 }]);
    await ask((ahead) => ahead.endHolds([trip], [A1!, B1!], minutesAfter(START, 1)));
    await ask((ahead) => ahead.endHolds([trip], [], minutesAfter(START, 1)));
    expect(await held()).to.have.deep.members([
      { tripId: trip, seatId: A2 },
      { tripId: next, seatId: A1 },
    ]);
    const runs = (passenger: UserId, on: TripId) =>
      engine().transact(({ holdings }) => holdings.runs(passenger, on, minutesAfter(START, 1)));
    expect([
      await runs(asha, trip),
      (await runs(bikram, trip)).length,
      (await runs(bikram, next)).length,
    ]).to.deep.equal([[], 1, 1]);
  });
});
