import { expect } from 'chai';
import type { BusId, OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aBus, aTrip, saveBus, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { exchangeBus, importedBus, MAP, REGISTRATION } from '../../support/exchange.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

onEveryEngine('a departed trip that an import postpones', (engine) => {
  let paying: Paying;
  let trip: TripForTests;
  let operator: OperatorId;
  let asha: UserId;

  beforeEach(async () => {
    paying = payingOn(engine());
    operator = (await anOperator(engine())).operatorId;
    trip = await aTrip(engine(), { bus: { registrationNo: REGISTRATION, operatorId: operator }, seats: ['A1', 'A2'] });
    asha = await aPassengerId(engine());
  });

  const exchange = (busId: BusId) => engine().transact((stores) => exchangeBus(stores, trip, busId, paying.clock()));
  /** Imports the bus again, with another seat map or without a map. */
  const rebuild = async (seatMap: typeof MAP | null): Promise<void> => {
    const bus = importedBus(operator, seatMap);
    const saved = await engine().transact((stores) => saveBus(stores, bus, paying.clock()));
    expect(saved).to.equal(trip.busId);
  };
  const shown = async () => {
    const map = await engine().seatMaps.view(trip.id, asha, paying.clock());
    return map?.hasSeatMap
      ? map.seats.map((one) => `${one.number} ${one.isBooked ? 'booked' : one.heldBy}`)
      : map?.seatsLeft;
  };
  const departsAt = hoursAfter(START, 24 * 4);
  /** Postpones the trip to four days after START, as an import does. */
  const putOff = (busId = trip.busId) =>
    engine().transact((stores) =>
      exchangeBus(stores, { ...trip, departsAt, arrivesAt: hoursAfter(departsAt, 7) }, busId, paying.clock()),
    );
  const sell = (seats: readonly string[] | number) =>
    aBooking(engine(), {
      userId: asha,
      tripId: trip.id,
      ...(typeof seats === 'number' ? { seatsCount: seats } : { seats: seats.map(seat) }),
      status: 'COMPLETED',
    });
  const leave = () => {
    paying.clock.set(hoursAfter(trip.departsAt, 1));
  };

  it('a trip that is postponed after its departure time keeps its sold seats', async () => {
    await sell(['A1']);
    leave();
    expect(await putOff()).to.equal(trip.id);
    expect(await shown()).to.deep.equal(['A1 booked', 'A2 nobody']);
  });

  it('a departed trip cannot be postponed if its bus has lost the seat map of its sold seats', async () => {
    await sell(['A1', 'A2']);
    leave();
    await rebuild(null);
    expect(await putOff()).to.equal('sold');
    await rebuild(MAP);
    expect(await putOff()).to.equal('sold');
  });

  it('a departed trip cannot be postponed if a sold seat has been put out of use since', async () => {
    await sell(['A1']);
    leave();
    await rebuild({ ...MAP, seats: MAP.seats.map((one) => ({ ...one, isActive: one.number !== 'A1' })) });
    expect(await putOff()).to.equal('sold');
  });

  it('a departed trip cannot be postponed if its bus got a seat map after places were sold', async () => {
    await rebuild(null);
    await sell(2);
    leave();
    await rebuild(MAP);
    expect(await putOff()).to.equal('sold');
  });

  it('a departed trip cannot be postponed if it got another bus after its seats were sold', async () => {
    await sell(['A1']);
    leave();
    const other = await aBus(engine(), { seats: ['A1', 'A2'] });
    expect(await exchange(other)).to.equal(trip.id);
    expect(await putOff(other)).to.equal('sold');
  });

  it('a departed trip without bookings can be postponed, even if its bus has a different seat map now', async () => {
    leave();
    await rebuild(null);
    expect(await putOff()).to.equal(trip.id);
  });

  it('a bus cannot lose its seat map while a postponed trip has sold seats', async () => {
    await sell(['A1']);
    leave();
    await putOff();
    const bus = importedBus(operator, null);
    expect(await engine().transact((stores) => saveBus(stores, bus, paying.clock()))).to.equal('sold');
  });
});
