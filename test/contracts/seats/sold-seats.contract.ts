import { expect } from 'chai';
import type { BookingId, BusId, OperatorId, SeatId, SeatNumber, UserId } from '../../../core/kernel/ids.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { SeatMove } from '../../../core/seats/sold-seats.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aBus, allVerified, aTrip, saveBus, seat, seatsNumbered } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

const REGISTRATION = 'BA 1 PA 1';

onEveryEngine('the sold seats of a trip', (engine) => {
  let trip: TripForTests;
  let operatorId: OperatorId;
  let asha: UserId;

  beforeEach(async () => {
    operatorId = (await anOperator(engine())).operatorId;
    const bus = { registrationNo: REGISTRATION, operatorId };
    trip = await aTrip(engine(), { bus, seats: ['A1', 'A2', 'B1'] });
    asha = await aPassengerId(engine());
  });

  const sell = async (seats: readonly string[], status: 'PENDING_PAYMENT' | 'CONFIRMED' | 'CANCELLED' = 'CONFIRMED') =>
    (await aBooking(engine(), { userId: asha, tripId: trip.id, seats: seats.map(seat), status })).id;
  const seatsOf = async (bus: BusId): Promise<ReadonlyMap<string, SeatId>> => {
    const maps = await engine().transact(({ buses }) => buses.seatMaps([bus]));
    return new Map(maps.get(bus)!.seats.map(({ number, id }) => [number, id]));
  };
  const sold = () => engine().transact(({ soldSeats }) => soldSeats.of(trip.id));
  const soldNumbers = async () => (await sold()).map(({ number, bookingId }) => [number, bookingId]);
  const moveTo = (targets: ReadonlyMap<SeatNumber, SeatId>) =>
    engine().transact(async ({ soldSeats, plannedTrips }) => {
      await plannedTrips.lock(trip.id);
      const moves = (await soldSeats.of(trip.id)).flatMap(({ bookingId, id, number }): SeatMove[] => {
        const to = targets.get(number);
        return to === undefined ? [] : [{ bookingId, from: id, to }];
      });
      await soldSeats.move(trip.id, moves);
    });
  const shownOf = async (booking: BookingId) =>
    (await engine().bookingViews.find(booking, asha))?.seats.map((passenger) => passenger.seat);

  it('a trip’s sold seats are the seats of its active bookings, in the order of the seat map', async () => {
    const over = await sell(['A1'], 'CANCELLED');
    const second = await sell(['B1', 'A2'], 'PENDING_PAYMENT');
    const first = await sell(['A1']);
    expect(await soldNumbers()).to.deep.equal([
      ['A1', first],
      ['A2', second],
      ['B1', second],
    ]);
    expect((await sold())[1]).to.deep.include({ deck: 1, row: 1, col: 2, type: 'STANDARD' });
    expect(over).not.to.equal(first);
  });

  it('a trip’s sold seats that were removed from the seat map are listed last', async () => {
    await sell(['A1', 'B1']);
    const seatMap = { rows: 1, cols: 4, deckCount: 1, seats: seatsNumbered('A2', 'B1') };
    const rebuilt = {
      name: 'Blue Sky',
      registrationNo: REGISTRATION,
      type: 'DELUXE',
      totalSeats: 2,
      amenities: [],
      seatMap,
    };
    const status = { approvalStatus: 'APPROVED', status: 'ACTIVE' } as const;
    const left = minutesAfter(trip.departsAt, 1);
    await engine().transact((stores) =>
      saveBus(stores, { ...rebuilt, ...status, operatorId, documents: allVerified }, left),
    );
    expect((await sold()).map(({ number }) => number)).to.deep.equal(['B1', 'A1']);
  });

  it('a trip’s sold seats move to another bus, each with its booking, passenger and payment deadline', async () => {
    const unpaid = await sell(['A1', 'A2'], 'PENDING_PAYMENT');
    const paid = await sell(['B1']);
    const other = await aBus(engine(), { seats: ['C1', 'C2', 'C3'] });
    const seats = await seatsOf(other);
    await moveTo(
      new Map([
        [seat('A1'), seats.get('C2')!],
        [seat('A2'), seats.get('C1')!],
        [seat('B1'), seats.get('C3')!],
      ]),
    );
    expect(await soldNumbers()).to.deep.equal([
      ['C1', unpaid],
      ['C2', unpaid],
      ['C3', paid],
    ]);
    expect(await shownOf(unpaid)).to.deep.equal(['C1', 'C2']);
    const freed = await engine().transact(({ seatLocks }) => seatLocks.releaseBooking(unpaid, START));
    expect(freed.map((one) => one.seat)).to.deep.equal(['C1', 'C2']);
    expect(await soldNumbers()).to.deep.equal([['C3', paid]]);
  });

  it('a trip’s two sold seats can be exchanged for each other', async () => {
    const [one, other] = [await sell(['A1']), await sell(['A2'])];
    const seats = await seatsOf(trip.busId);
    await moveTo(
      new Map([
        [seat('A1'), seats.get('A2')!],
        [seat('A2'), seats.get('A1')!],
      ]),
    );
    expect(await soldNumbers()).to.deep.equal([
      ['A1', other],
      ['A2', one],
    ]);
  });

  it('moving a trip’s sold seats leaves the seats of ended bookings unmoved', async () => {
    const over = await sell(['A1'], 'CANCELLED');
    const again = await sell(['A1']);
    const seats = await seatsOf(await aBus(engine(), { seats: ['C1'] }));
    await moveTo(new Map([[seat('A1'), seats.get('C1')!]]));
    expect([await shownOf(over), await shownOf(again)]).to.deep.equal([['A1'], ['C1']]);
    expect(await soldNumbers()).to.deep.equal([['C1', again]]);
  });

  it('a trip’s sold seats move to another bus all together or not at all, and never two of them to one seat', async () => {
    await sell(['A1', 'A2']);
    const seats = await seatsOf(await aBus(engine(), { seats: ['C1', 'C2'] }));
    const before = await soldNumbers();
    const twice = new Map([
      [seat('A1'), seats.get('C1')!],
      [seat('A2'), seats.get('C1')!],
    ]);
    const some = new Map([[seat('A1'), seats.get('C1')!]]);
    for (const targets of [twice, some]) {
      const outcome = await moveTo(targets).then(
        () => 'moved',
        () => 'refused',
      );
      expect([outcome, await soldNumbers()]).to.deep.equal(['refused', before]);
    }
  });
});
