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

onEveryEngine('a trip that has left, and is put off', (engine) => {
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
  /** The same bus, with another map, or none. */
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
  /** After it should have left. */
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

  it('keeps what is sold on it', async () => {
    await sell(['A1']);
    leave();
    expect(await putOff()).to.equal(trip.id);
    expect(await shown()).to.deep.equal(['A1 booked', 'A2 nobody']);
  });

  it('stays past when its bus has lost the map that its seats were sold by, whatever map it got since', async () => {
    await sell(['A1', 'A2']);
    leave();
    await rebuild(null);
    expect(await putOff()).to.equal('sold');
    await rebuild(MAP);
    expect(await putOff()).to.equal('sold');
  });

  it('stays past when a seat that was sold has been put out of use since', async () => {
    await sell(['A1']);
    leave();
    await rebuild({ ...MAP, seats: MAP.seats.map((one) => ({ ...one, isActive: one.number !== 'A1' })) });
    expect(await putOff()).to.equal('sold');
  });

  it('stays past when its bus has won a map since its places were sold', async () => {
    await rebuild(null);
    await sell(2);
    leave();
    await rebuild(MAP);
    expect(await putOff()).to.equal('sold');
  });

  it('stays past when it got another bus since its seats were sold', async () => {
    await sell(['A1']);
    leave();
    const other = await aBus(engine(), { seats: ['A1', 'A2'] });
    expect(await exchange(other)).to.equal(trip.id);
    expect(await putOff(other)).to.equal('sold');
  });

  it('is put off on whatever bus it has when nothing is sold on it', async () => {
    leave();
    await rebuild(null);
    expect(await putOff()).to.equal(trip.id);
  });

  it('keeps its bus from losing its map as soon as it is to leave again', async () => {
    await sell(['A1']);
    leave();
    await putOff();
    const bus = importedBus(operator, null);
    expect(await engine().transact((stores) => saveBus(stores, bus, paying.clock()))).to.equal('sold');
  });
});
