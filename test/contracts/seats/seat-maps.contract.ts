import { expect } from 'chai';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

const DEADLINE = minutesAfter(START, 15);
const before = (at: Instant): Instant => (at - 1) as Instant;

onEveryEngine('seat maps', (engine) => {
  let asha: UserId;
  let bikram: UserId;

  beforeEach(async () => {
    [asha, bikram] = [await aPassengerId(engine()), await aPassengerId(engine())];
  });

  const select = (tripId: TripId, passenger: UserId, ...wanted: readonly string[]) =>
    engine().transact(({ seatLocks }) =>
      seatLocks.hold({ tripId, passenger, wanted: wanted.map(seat), expiresAt: minutesAfter(START, 10) }, START),
    );
  const seats = async (tripId: TripId, viewer: UserId | undefined, now: Instant = START) => {
    const map = await engine().seatMaps.view(tripId, viewer, now);
    if (!map?.hasSeatMap) throw new Error('There is no map.');
    return Object.fromEntries(map.seats.map((shown) => [shown.number, [shown.isActive, shown.isBooked, shown.heldBy]]));
  };

  it('an unknown trip has no seat map', async () => {
    expect(await engine().seatMaps.view(2_000_000_000 as TripId, asha, START)).to.equal(undefined);
  });

  it('a seat map shows bus, fare and seats sorted by deck, row and column, for every status of the trip', async () => {
    const places = [
      ['U1', 2, 1, 1],
      ['B2', 1, 2, 3],
      ['B1', 1, 2, 1],
      ['A1', 1, 1, 2],
      ['X9', 1, 1, 1],
    ] as const;
    const plan = places.map(([number, deck, row, col]) => ({
      number: seat(number),
      deck,
      row,
      col,
      type: `TYPE-${number}`,
      isActive: number !== 'B1',
    }));
    const { id } = await aTrip(engine(), {
      status: 'CANCELLED',
      fare: paisa(123_450),
      bus: { seatMap: { rows: 2, cols: 3, deckCount: 2, seats: plan } },
    });
    const map = await engine().seatMaps.view(id, asha, START);
    const free = { isBooked: false, isBlocked: false, heldBy: 'nobody' };
    expect(map).to.deep.equal({
      hasSeatMap: true,
      fare: 123_450,
      rows: 2,
      cols: 3,
      deckCount: 2,
      seats: ['X9', 'A1', 'B1', 'B2', 'U1'].map((number) => ({
        ...plan.find((place) => place.number === number)!,
        ...free,
      })),
    });
  });

  it('a seat map distinguishes the viewer’s held seats from other people’s held seats until each hold expires', async () => {
    const { id, busId } = await aTrip(engine(), { seats: ['A1', 'A2', 'A3'] });
    const sameBus = await aTrip(engine(), { busId });
    await select(id, asha, 'A1');
    await select(id, bikram, 'A2');
    await select(sameBus.id, asha, 'A3');
    const [mine, others, nobodys] = [
      [true, false, 'me'],
      [true, false, 'another'],
      [true, false, 'nobody'],
    ];
    expect(await seats(id, asha)).to.deep.equal({ A1: mine, A2: others, A3: nobodys });
    expect(await seats(id, undefined, before(minutesAfter(START, 10)))).to.deep.equal({
      A1: others,
      A2: others,
      A3: nobodys,
    });
    expect(await seats(id, asha, minutesAfter(START, 10))).to.deep.equal({ A1: nobodys, A2: nobodys, A3: nobodys });
  });

  it('a seat map shows an unpaid booking’s seats as taken until the payment deadline, and a paid booking’s seats permanently', async () => {
    const { id, busId } = await aTrip(engine(), { seats: ['A1', 'A2', 'A3'] });
    const sameBus = await aTrip(engine(), { busId });
    await aBooking(engine(), { userId: asha, tripId: id, seats: [seat('A1')] });
    await aBooking(engine(), { userId: asha, tripId: id, seats: [seat('A2')], status: 'CONFIRMED' });
    await aBooking(engine(), { userId: asha, tripId: id, seats: [seat('A3')], status: 'CANCELLED' });
    const [sold, free] = [
      [true, true, 'nobody'],
      [true, false, 'nobody'],
    ];
    expect(await seats(id, asha, before(DEADLINE))).to.deep.equal({ A1: sold, A2: sold, A3: free });
    expect(await seats(id, asha, DEADLINE)).to.deep.equal({ A1: free, A2: sold, A3: free });
    expect(await seats(sameBus.id, asha)).to.deep.equal({ A1: free, A2: free, A3: free });
  });

  it('a seat map lists a sold seat only once, even if earlier bookings of that seat have ended', async () => {
    const { id } = await aTrip(engine(), { seats: ['A1'] });
    for (const status of ['EXPIRED', 'CANCELLED', 'CONFIRMED'] as const)
      await aBooking(engine(), { userId: asha, tripId: id, seats: [seat('A1')], status });
    const map = await engine().seatMaps.view(id, asha, START);
    expect(map?.hasSeatMap && map.seats).to.have.length(1);
    expect(await seats(id, asha)).to.deep.equal({ A1: [true, true, 'nobody'] });
  });

  it('the places left on a bus without a seat map leave out places of all active bookings that are not overdue', async () => {
    const { id } = await aTrip(engine(), { seats: 10, fare: paisa(80_000) });
    const other = await aTrip(engine(), { seats: 10 });
    await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 3 });
    await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 2, paymentDeadline: minutesAfter(START, 20) });
    await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 1, status: 'CONFIRMED' });
    await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 4, status: 'EXPIRED' });
    await aBooking(engine(), { userId: asha, tripId: other.id, seatsCount: 1 });
    const left = (seatsLeft: number) => ({ hasSeatMap: false, fare: 80_000, totalSeats: 10, seatsLeft });
    expect(await engine().seatMaps.view(id, asha, before(DEADLINE))).to.deep.equal(left(4));
    expect(await engine().seatMaps.view(id, undefined, DEADLINE)).to.deep.equal(left(7));
  });

  /** The bus as it is stored, to be saved again without a change. */
  const sameBus = async () => ({
    registrationNo: 'BA 2 PA 2',
    operatorId: (await anOperator(engine())).operatorId,
  });

  it('the number of places left on a bus without a seat map is never below zero', async () => {
    const bus = await sameBus();
    const { id, busId } = await aTrip(engine(), { seats: 4, bus });
    await aBooking(engine(), { userId: asha, tripId: id, seatsCount: 4, status: 'CONFIRMED' });
    await aTrip(engine(), { seats: 3, bus });
    const map = await engine().seatMaps.view(id, asha, START);
    expect([busId, map]).to.deep.equal([busId, { hasSeatMap: false, fare: 120_000, totalSeats: 3, seatsLeft: 0 }]);
  });

  it('a bus that has lost its seat map is shown without numbered seats, even if seats were held', async () => {
    const bus = await sameBus();
    const { id } = await aTrip(engine(), { seats: ['A1', 'A2'], bus });
    await select(id, asha, 'A1');
    await aTrip(engine(), { seats: 2, bus });
    expect(await engine().seatMaps.view(id, asha, START)).to.deep.equal({
      hasSeatMap: false,
      fare: 120_000,
      totalSeats: 2,
      seatsLeft: 2,
    });
  });
});
