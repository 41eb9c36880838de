import { expect } from 'chai';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { BookingId, TripId } from '../../../core/kernel/ids.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { setTerms } from '../../support/companies.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

onEveryEngine('trips', (engine) => {
  const take = (id: TripId, count: number) => engine().transact(({ trips }) => trips.takePlaces(id, count, START));
  const free = (id: TripId, count: number) => engine().transact(({ trips }) => trips.freePlaces(id, count, START));

  it('a trip is read with the data of the trip and its bus that a booking needs', async () => {
    const departsAt = hoursAfter(START, 5);
    const arrivesAt = hoursAfter(START, 12);
    const { id, busId } = await aTrip(engine(), {
      departsAt,
      arrivesAt,
      fare: paisa(95_050),
      status: 'CANCELLED',
      seats: ['A1', 'B1'],
      bus: { approvalStatus: 'PENDING' },
    });
    const trip = await engine().transact(({ trips }) => trips.find(id));
    expect(trip).to.deep.include({ id, status: 'CANCELLED', fare: 95_050, departsAt, arrivesAt });
    expect(trip?.bus).to.deep.include({ id: busId, approvalStatus: 'PENDING', totalSeats: 2, hasSeatMap: true });
    expect(trip?.bus.operatorId).to.be.a('number');
  });

  it('a trip is read with the present commission and the cancellation and change tiers of its company', async () => {
    const { id } = await aTrip(engine());
    const company = async () => (await engine().transact(({ trips }) => trips.find(id)))?.company;
    expect(await company()).to.deep.equal({
      status: 'ACTIVE',
      commissionRate: null,
      cancellationTiers: null,
      changeTiers: null,
      keptUntilHours: null,
    });
    const terms = {
      status: 'SUSPENDED',
      commissionRate: basisPoints(0),
      cancellationTiers: [{ hours: 1.5, fee: basisPoints(1_050) }],
      changeTiers: [{ hours: 2, fee: basisPoints(500) }],
      keptUntilHours: 6,
    } as const;
    await setTerms(engine(), id, terms);
    expect(await company()).to.deep.equal(terms);
  });

  it('a trip is found by the id of a booking on it', async () => {
    const { id } = await aTrip(engine());
    const booking = await aBooking(engine(), { userId: await aPassengerId(engine()), tripId: id });
    await engine().transact(async ({ trips }) => {
      expect(await trips.ofBooking(booking.id)).to.deep.equal(await trips.find(id));
      expect(await trips.ofBooking((2 ** 31 - 1) as BookingId)).to.equal(undefined);
    });
  });

  it('a trip is not found by an unknown id', async () => {
    expect(await engine().transact(({ trips }) => trips.find((2 ** 31 - 1) as TripId))).to.equal(undefined);
  });

  it('a trip without a seat map sells places until the bus is full, and refuses a sale that does not fit', async () => {
    const { id } = await aTrip(engine(), { seats: 10 });
    expect([await take(id, 6), await take(id, 5), await take(id, 4), await take(id, 1)]).to.deep.equal([
      true,
      false,
      true,
      false,
    ]);
  });

  it('a trip without a seat map sells places again that cancelled bookings gave back', async () => {
    const { id } = await aTrip(engine(), { seats: 3 });
    await take(id, 3);
    await free(id, 2);
    expect([await take(id, 3), await take(id, 2), await take(id, 1)]).to.deep.equal([false, true, false]);
    await free(id, 3);
    await free(id, 3);
    expect([await take(id, 4), await take(id, 3)]).to.deep.equal([false, true]);
  });

  it('a trip without a seat map is not oversold when many ask at once', async () => {
    const { id } = await aTrip(engine(), { seats: 7 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => take(id, 2)));
    expect(outcomes.filter((taken) => taken)).to.have.length(3);
  });
});
