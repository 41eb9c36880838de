import { expect } from 'chai';
import type { BookingMove, BookingStatus } from '../../../core/bookings/booking.ts';
import type { TripId, UserId } from '../../../core/kernel/ids.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { recordedNudges } from '../../support/events.ts';
import { aPassenger } from '../../support/people.ts';

const FREE = { reason: '', by: 'OPERATOR', at: START, fee: NOTHING } as const;

onEveryEngine('manifest revisions', (engine) => {
  let trip: TripForTests;
  let userId: UserId;
  beforeEach(async () => {
    trip = await aTrip(engine());
    ({ id: userId } = await aPassenger(engine()));
  });

  const book = (status: BookingStatus, ...seats: readonly string[]) =>
    aBooking(engine(), { userId, tripId: trip.id, seats: seats.map(seat), status });
  /** The manifest revisions that events announce while `happens` runs. */
  const raised = async (happens: (engine: Engine) => Promise<unknown>, on: TripId = trip.id) => {
    const before = (await nudges(on)).length;
    await happens(engine());
    return (await nudges(on)).slice(before);
  };
  const nudges = async (on: TripId) =>
    (await recordedNudges(engine())).flatMap(([, told]) => {
      const { schedule_id: id, revision } = told as { schedule_id: TripId; revision: number };
      return id === on ? [revision] : [];
    });
  const move = (id: Awaited<ReturnType<typeof book>>['id'], ...moves: readonly BookingMove[]) =>
    engine().transact(async ({ bookings }) => {
      for (const one of moves) await bookings.move(id, one, one === 'refund' ? FREE : undefined);
    });

  it('a manifest’s revision rises with every sale and cancellation, and an event names the trip', async () => {
    const { operatorId } = (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip.id)))!;
    const { id } = await book('PENDING_PAYMENT', 'A1');
    expect(await recordedNudges(engine())).to.deep.equal([]);
    expect(await raised(() => move(id, 'confirm'))).to.deep.equal([2]);
    expect(await raised(() => move(id, 'checkIn'))).to.deep.equal([3]);
    expect(await raised(() => move(id, 'complete'))).to.deep.equal([4]);
    expect(await raised(() => move(id, 'refund'))).to.deep.equal([5]);
    const topics = (await recordedNudges(engine())).map(([topic]) => topic);
    expect(new Set(topics)).to.deep.equal(new Set([`operators/${operatorId}/manifests`]));
  });

  it('a manifest’s revision does not rise when an unpaid booking is made, expires or is cancelled', async () => {
    const { id } = await book('PENDING_PAYMENT', 'A1');
    expect(await raised(() => move(id, 'expire', 'checkIn'))).to.deep.equal([]);
    expect(await raised(() => move(id, 'revive'))).to.deep.equal([2]);
    const other = await book('PENDING_PAYMENT', 'A2');
    expect(
      await raised(() => engine().transact(({ bookings }) => bookings.move(other.id, 'cancelUnpaid', FREE))),
    ).to.deep.equal([]);
  });

  it('a manifest’s revision rises only once in a transaction with several changes', async () => {
    const { id } = await book('PENDING_PAYMENT', 'A1');
    const { id: other } = await book('PENDING_PAYMENT', 'A2');
    const both = () =>
      engine().transact(async ({ bookings }) => {
        await bookings.move(id, 'confirm');
        await bookings.move(other, 'confirm');
      });
    expect(await raised(both)).to.deep.equal([2]);
  });

  it('a manifest’s revision does not rise when the transaction of a change is rolled back', async () => {
    const { id } = await book('PENDING_PAYMENT', 'A1');
    const undone = () =>
      engine()
        .transact(async ({ bookings }) => {
          await bookings.move(id, 'confirm');
          throw new Error('undone');
        })
        .catch(() => undefined);
    expect(await raised(undone)).to.deep.equal([]);
    expect(await raised(() => move(id, 'confirm'))).to.deep.equal([2]);
  });

  it('a manifest’s revision rises when the company changes the trip or moves its passengers to other seats', async () => {
    await book('CONFIRMED', 'A1');
    const departsAt = daysAfter(trip.departsAt, 1);
    expect(await raised(() => changePlan(engine(), trip.id, { departsAt }))).to.have.length(1);
    const points = [{ name: 'Kalanki', minutes: 0 }];
    expect(await raised(() => changePlan(engine(), trip.id, { boardingPoints: points }))).to.have.length(1);
    const swap = () =>
      engine().transact(async ({ soldSeats }) => {
        const [sold] = await soldSeats.of(trip.id);
        await soldSeats.move(trip.id, [{ bookingId: sold!.bookingId, from: sold!.id, to: sold!.id }]);
      });
    expect(await raised(swap)).to.have.length(1);
  });

  it('a manifest’s revision rises when an import changes the trip, but not when an import changes nothing', async () => {
    const again = (departsAt: typeof trip.departsAt) => () =>
      aTrip(engine(), { key: trip.key, busId: trip.busId, departsAt, arrivesAt: trip.arrivesAt });
    expect(await raised(again(trip.departsAt))).to.deep.equal([]);
    expect(await raised(again(daysAfter(trip.departsAt, -1)))).to.deep.equal([2]);
    await changePlan(engine(), trip.id, { changedInOffice: true });
    expect(await raised(again(trip.departsAt))).to.deep.equal([]);
  });

  it('a manifest’s revision rises when the bus, its seats or a city are renamed', async () => {
    const rename = (changes: object) => () =>
      engine().transact(async ({ buses }) => {
        const bus = await buses.lock(trip.busId);
        await buses.update({ ...bus!, ...changes });
      });
    expect(await raised(rename({ name: 'Red Panda' }))).to.deep.equal([2]);
    expect(await raised(rename({ registrationNo: 'GA 1 KHA 7' }))).to.deep.equal([3]);
    expect(await raised(rename({ totalSeats: 99 }))).to.deep.equal([]);
    const redraw = () =>
      engine().transact(async ({ buses }) => {
        const map = (await buses.seatMaps([trip.busId])).get(trip.busId)!;
        await buses.saveSeatMap(trip.busId, map);
      });
    expect(await raised(redraw)).to.deep.equal([4]);
    const call = (name: string) => () =>
      engine().transact(async ({ catalogue, cities }) => {
        const [id] = await catalogue.saveCities(['Pokhara']);
        await cities.change(id!, { name, aliases: [] });
      });
    expect(await raised(call('Pokhara Lakeside'))).to.deep.equal([5]);
    const imported = (name: string) => () => engine().transact(({ catalogue }) => catalogue.saveCities([name]));
    expect(await raised(imported('POKHARA LAKESIDE'))).to.deep.equal([6]);
    expect(await raised(imported('POKHARA LAKESIDE'))).to.deep.equal([]);
  });

  it('a manifest’s revision rises when a passenger with a ticket changes name or phone', async () => {
    await book('PENDING_PAYMENT', 'A1');
    const save = (fullName: string) => () =>
      engine().transact(({ users }) =>
        users.saveProfile(userId, { fullName, phone: '9812345678', phoneVerified: false }),
      );
    expect(await raised(save('Asha Rai'))).to.deep.equal([]);
    await book('CONFIRMED', 'A2');
    expect(await raised(save('Asha Tamang'))).to.deep.equal([3]);
    expect(await raised(save('Asha Tamang'))).to.deep.equal([]);
  });

  it('a manifest’s revision does not rise for trips before yesterday when their bus is renamed', async () => {
    const before = await aTrip(engine(), { busId: trip.busId, departsAt: daysAfter(START, -2) });
    const yesterday = await aTrip(engine(), { busId: trip.busId, departsAt: daysAfter(START, -1) });
    const other = await aTrip(engine());
    const rename = () =>
      engine().transact(async ({ buses }) => {
        const bus = await buses.lock(trip.busId);
        await buses.update({ ...bus!, name: 'Red Panda' });
      });
    await rename();
    expect(await Promise.all([before, yesterday, trip, other].map(({ id }) => nudges(id)))).to.deep.equal([
      [],
      [2],
      [2],
      [],
    ]);
  });
});

onEveryEngine('manifest revisions raised at once', (engine) => {
  it('a manifest’s revision stays unique when transactions raise the revisions of several trips at once', async () => {
    const trips = [await aTrip(engine()), await aTrip(engine()), await aTrip(engine())].map(({ id }) => id);
    const raised = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        engine().transact(({ manifestRevisions }) =>
          manifestRevisions.raise(
            [trips[index % 3]!, trips[(index + 1 + (index % 2)) % 3]!].map((id) => ({ of: 'trip', id }) as const),
            START,
          ),
        ),
      ),
    );
    for (const trip of trips) {
      const revisions = raised.flat().flatMap(({ tripId, revision }) => (tripId === trip ? [revision] : []));
      expect(revisions.length).to.be.greaterThan(10);
      expect(revisions.sort((one, other) => one - other)).to.deep.equal(revisions.map((_, index) => index + 2));
    }
  });
});
