import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { Member } from '../../../core/companies/member.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aBus, aTrip, calendar, changePlan, seat, verified } from '../../support/catalogue.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { START } from '../../support/clock.ts';
import { setTerms } from '../../support/companies.ts';
import { aCompanyWithTrip, disruptingOn, postedMails } from '../../support/disrupting.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const FREE_TIER = '0% fee: the bus company has changed the departure by 30 minutes or more';

describe('retiming a trip', () => {
  let paying: Paying;
  let engine: Engine;
  let owner: Member;
  let trip: TripForTests;
  let paid: Booking;

  type Given = Parameters<ReturnType<typeof disruptingOn>['retimeTrip']>[2];
  const retime = (given: Given = {}, by = owner) => disruptingOn(paying).retimeTrip(by, trip, given);
  const moved = (minutes: number): Given => ({
    departsAt: minutesAfter(trip.departsAt, minutes),
    arrivesAt: minutesAfter(trip.arrivesAt, minutes),
  });
  const refused = async (given: Given = {}, by = owner) => (await refusalOf(retime(given, by)))[1];
  const planned = () => engine.transact(async ({ plannedTrips }) => (await plannedTrips.find(trip.id))!);
  const quote = async () => cancellingOn(paying).quote(paid.userId, paid.id);

  beforeEach(async () => {
    paying = payingOn(memoryEngine());
    ({ engine } = paying);
    ({ owner, trip } = await aCompanyWithTrip(engine));
    paid = await aBooking(engine, {
      userId: await aPassengerId(engine),
      tripId: trip.id,
      seats: [seat('A1'), seat('A2')],
      status: 'CONFIRMED',
    });
  });

  it('a trip is not retimed to a departure before the opening of its sale', async () => {
    await changePlan(engine, trip.id, { saleOpensAt: minutesAfter(trip.departsAt, -60) });
    expect(await refused(moved(-60))).to.equal('VALIDATION');
    expect(await retime(moved(-59))).to.include({ isDryRun: false });
  });

  it('a retimed trip departs and arrives at its new times, with its bookings', async () => {
    const answer = await retime();
    const times = { departsAt: hoursAfter(trip.departsAt, 1), arrivesAt: hoursAfter(trip.arrivesAt, 1) };
    expect(answer).to.deep.include({
      isDryRun: false,
      bookings: 1,
      passengers: 2,
      refundTotal: 0,
      moved: [],
      unseated: [],
    });
    expect(answer.trip).to.include({ ...times, status: 'ACTIVE', notBookableReason: null });
    expect(await planned()).to.include({ ...times, changedInOffice: true });
    expect(await engine.transact(({ bookings }) => bookings.find(paid.id))).to.deep.equal(paid);
  });

  it('retiming a trip notifies the people who watch it, and is one entry of the activity log', async () => {
    await retime({ reason: 'WEATHER', note: '' });
    const times = {
      departure_time: toIso(hoursAfter(trip.departsAt, 1)),
      arrival_time: toIso(hoursAfter(trip.arrivesAt, 1)),
    };
    expect(await recorded(engine)).to.deep.include([
      `schedules/${trip.id}/trip`,
      { schedule_id: trip.id, type: 'retimed', ...times, status: 'ACTIVE' },
    ]);
    const rows = await engine.transact(({ trail }) => trail.of({ type: 'schedule', id: trip.id }));
    expect(rows.map(({ kind, changes, description }) => [kind, changes, description])).to.deep.equal([
      [
        'TRIP_RETIMED',
        {
          departure_time: { old: toIso(trip.departsAt), new: times.departure_time },
          arrival_time: { old: toIso(trip.arrivesAt), new: times.arrival_time },
        },
        'Gave the trip other times because of the weather.',
      ],
    ]);
  });

  it('retiming a trip mails everybody who has booked it, and names the payment deadline of unpaid bookings', async () => {
    const unpaid = await aBooking(engine, { userId: await aPassengerId(engine), tripId: trip.id, seats: [seat('B1')] });
    const late = { bookedAt: START, paymentDeadline: START };
    await aBooking(engine, { userId: await aPassengerId(engine), tripId: trip.id, seats: [seat('B2')], ...late });
    expect(await retime(moved(30))).to.include({ bookings: 2, passengers: 3 });
    const mails = await postedMails(engine);
    const text = (at: Instant) => calendar.text(at);
    expect(mails.map((mail) => 'bookingCode' in mail && mail.bookingCode)).to.deep.equal([paid.code, unpaid.code]);
    expect(mails[0]).to.deep.include({
      kind: 'trip-retimed',
      before: { departure: text(trip.departsAt), arrival: text(trip.arrivesAt) },
      after: { departure: text(minutesAfter(trip.departsAt, 30)), arrival: text(minutesAfter(trip.arrivesAt, 30)) },
      mayCancel: true,
      isFreeToCancel: true,
      channel: 'ONLINE',
      payBy: null,
    });
    expect(mails[1]).to.deep.include({ isFreeToCancel: true, payBy: text(unpaid.paymentDeadline) });
  });

  it('the mail about a retimed trip carries the calendar entry with the new time', async () => {
    const { departsAt } = await retime().then(planned);
    const [mail] = await postedMails(engine);
    const stamp = toIso(departsAt).replace(/[-:]|\.000/g, '');
    expect(mail?.kind === 'trip-retimed' && mail.calendarEntries?.map(({ text }) => text).join()).to.include(
      `DTSTART:${stamp}`,
    );
  });

  it('a retimed trip sends no mail about bookings of a section whose times stay the same', async () => {
    const [cityId] = await engine.transact(({ catalogue }) => catalogue.saveCities(['Mugling']));
    // The booking goes from stop 0 to stop 1. With the stop in Mugling, it covers only the first section of the trip.
    const stops = [{ cityId: cityId!, arrives: 60, departs: 70 }];
    await changePlan(engine, trip.id, { stops });
    const later = { departsAt: trip.departsAt, arrivesAt: minutesAfter(trip.arrivesAt, 30) };
    expect(await retime({ ...later, stops })).to.include({ bookings: 1 });
    expect(await postedMails(engine)).to.deep.equal([]);
    await retime({ ...later, stops: [{ ...stops[0]!, arrives: 65 }] });
    expect(await postedMails(engine)).to.have.length(1);
  });

  it('the mail about a retimed trip whose bus type changed offers free cancelling, however small the delay', async () => {
    const busId = await aBus(engine, { operatorId: owner.operatorId, type: 'SOFA' });
    await changePlan(engine, trip.id, { busId });
    await retime(moved(10));
    expect((await postedMails(engine))[0]).to.deep.include({ kind: 'trip-retimed', isFreeToCancel: true });
    paying.clock.set(hoursAfter(trip.departsAt, -10));
    expect((await quote()).fee).to.equal(0);
  });

  it('a retimed trip is on sale if the bus’s documents are valid on its new day', async () => {
    await engine.transact(({ tripGate }) => tripGate.openWithin(new Map([[trip.busId, []]])));
    expect((await engine.officeTrips.find(trip.id, START))?.papersOk).to.equal(false);
    expect((await retime()).trip.papersOk).to.equal(true);
  });

  it('retiming a trip releases the seats that passengers hold on it', async () => {
    const passenger = await aPassengerId(engine);
    await engine.transact(({ seatLocks }) =>
      seatLocks.hold({ tripId: trip.id, passenger, wanted: [seat('B2')], expiresAt: minutesAfter(START, 10) }, START),
    );
    await retime();
    expect(await recorded(engine)).to.deep.include(seatMessage(trip.id, 'AVAILABLE', 'B2'));
  });

  it('retiming a trip moves its boarding and drop-off points with the departure, but not beyond the arrival', async () => {
    const [boardingPoints, droppingPoints] = [
      [
        { name: 'Kalanki', minutes: -15 },
        { name: 'Mugling', minutes: 200 },
      ],
      [
        { name: 'Damauli', minutes: 300 },
        { name: 'Pokhara', minutes: 420 },
      ],
    ];
    await engine.transact(async ({ plannedTrips }) => {
      const before = await plannedTrips.lock(trip.id);
      if (before) await plannedTrips.save([{ ...before, boardingPoints, droppingPoints }]);
    });
    await retime({ departsAt: trip.departsAt, arrivesAt: minutesAfter(trip.departsAt, 150) });
    const after = await planned();
    expect(after.boardingPoints.map(({ minutes }) => minutes)).to.deep.equal([-15, 150]);
    expect(after.droppingPoints.map(({ minutes }) => minutes)).to.deep.equal([150, 150]);
  });

  describe('free cancellation after a retiming', () => {
    beforeEach(() => {
      paying.clock.set(hoursAfter(trip.departsAt, -10));
    });

    for (const minutes of [30, -30, 240])
      it(`a booking can be cancelled free of charge until departure if its trip was retimed by ${minutes} minutes`, async () => {
        await retime(moved(minutes));
        expect(await quote()).to.deep.equal({ fee: 0, refund: paid.total, tier: FREE_TIER });
        paying.clock.set(minutesAfter(trip.departsAt, minutes));
        expect(await quote()).to.include({ fee: paid.total, tier: '100% fee: after departure' });
      });

    it('a booking cannot be cancelled free of charge if its trip was retimed by less than 30 minutes', async () => {
      await retime(moved(29.9));
      expect(await quote()).to.include({ refund: 0 });
    });

    it('several small retimings of a trip add up to the 30 minutes from which cancelling is free', async () => {
      await retime(moved(20));
      expect(await quote()).to.include({ refund: 0 });
      await retime(moved(40));
      expect(await quote()).to.include({ fee: 0 });
      await retime(moved(10));
      expect(await quote()).to.include({ refund: 0 });
    });

    it('an office cancellation that asks for the tiers’ fee costs nothing after the trip was retimed by an hour', async () => {
      await retime(moved(60));
      const office = { role: 'OPERATOR', ...owner } as const;
      const ended = await cancellingOn(paying).cancelForOffice(office, paid, { fee: 'tiers' });
      expect(ended).to.include({ cancellationFee: 0 });
    });
  });

  it('a trip whose departure time has passed can be retimed while the bus has not left', async () => {
    paying.clock.set(hoursAfter(trip.departsAt, 1));
    const departsAt = hoursAfter(trip.departsAt, 2);
    expect((await retime({ departsAt })).trip).to.include({ departsAt, notBookableReason: null });
  });

  it('a dry run of retiming a trip changes nothing', async () => {
    const dry = await retime({ isDryRun: true });
    expect(await planned()).to.include({ departsAt: trip.departsAt, changedInOffice: false });
    expect(await postedMails(engine)).to.deep.equal([]);
    const { isDryRun: _dry, ...expected } = dry;
    expect(await retime()).to.deep.include(expected);
  });

  describe('refused retimings', () => {
    it('a trip cannot be retimed to times that are past, in the wrong order or more than three days apart', async () => {
      const faults = async (given: Given) => {
        const failure = await retime(given).catch((error: unknown) => error);
        return (failure as { faults: readonly { field: string; message: string }[] }).faults.map(
          ({ field, message }) => `${field} ${message}`,
        );
      };
      expect(await faults({ departsAt: START })).to.deep.equal(['departure_time must be in the future']);
      const far = daysAfter(START, 732);
      expect(await faults({ departsAt: far, arrivesAt: hoursAfter(far, 5) })).to.deep.equal([
        'departure_time must be at most 2 years ahead',
      ]);
      expect(await faults({ arrivesAt: hoursAfter(trip.departsAt, 1) })).to.deep.equal([
        'arrival_time must be after departure_time',
      ]);
      const days = { departsAt: trip.departsAt, arrivesAt: hoursAfter(trip.departsAt, 72) };
      await retime(days);
      expect(await faults({ ...days, arrivesAt: minutesAfter(days.arrivesAt, 1) })).to.deep.equal([
        'arrival_time must be at most three days after departure_time',
      ]);
    });

    it('retiming a trip to the times that it already has is refused', async () => {
      expect(await refused({ departsAt: trip.departsAt, arrivesAt: trip.arrivesAt })).to.equal('TRIP_UNCHANGED');
    });

    it('retiming is refused for a trip that has left, has arrived or is cancelled', async () => {
      await engine.transact(async ({ plannedTrips }) => {
        const before = await plannedTrips.lock(trip.id);
        if (before) await plannedTrips.save([{ ...before, departedAt: START }]);
      });
      expect(await refused()).to.equal('TRIP_DEPARTED');
      const other = await aTrip(engine, { busId: trip.busId, departsAt: hoursAfter(trip.departsAt, 100) });
      paying.clock.set(other.arrivesAt);
      const late = hoursAfter(other.arrivesAt, 1);
      const times = { departsAt: late, arrivesAt: hoursAfter(late, 1) };
      expect((await refusalOf(disruptingOn(paying).retimeTrip(owner, other, times)))[1]).to.equal('TRIP_DEPARTED');
      paying.clock.set(START);
      await disruptingOn(paying).cancelTrip(owner, other);
      expect((await refusalOf(disruptingOn(paying).retimeTrip(owner, other, times)))[1]).to.equal('TRIP_CANCELLED');
    });

    it('a trip cannot be retimed to times at which its bus is on another trip', async () => {
      const next = await aTrip(engine, { busId: trip.busId, departsAt: hoursAfter(trip.arrivesAt, 2) });
      await retime({ arrivesAt: next.departsAt });
      expect(await refused({ arrivesAt: minutesAfter(next.departsAt, 1) })).to.equal('BUS_ELSEWHERE');
    });

    it('a trip cannot be retimed to a day on which the documents of its bus are not valid', async () => {
      const documents = (['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'] as const).map((type) =>
        verified(type, undefined, '2026-11-22'),
      );
      ({ owner, trip } = await aCompanyWithTrip(engine, { bus: { documents } }));
      await retime();
      const aDayLater = { departsAt: hoursAfter(trip.departsAt, 24), arrivesAt: hoursAfter(trip.arrivesAt, 24) };
      const said = await retime(aDayLater).catch((error: unknown) => error);
      expect(said).to.include({ code: 'TRIP_NOT_BOOKABLE' });
      expect((said as Error).message).to.match(/^The papers of the bus are not complete on the day/);
      expect((await planned()).departsAt).to.equal(hoursAfter(trip.departsAt, 1));
    });

    it('a trip cannot be retimed by another company or by a suspended company', async () => {
      const { id: userId, operatorId } = await anOperator(engine);
      expect(await refused({}, { userId, operatorId })).to.equal('TRIP_UNKNOWN');
      await setTerms(engine, trip.id, { status: 'SUSPENDED', commissionRate: null, cancellationTiers: null });
      expect(await refused()).to.equal('COMPANY_SUSPENDED');
    });
  });
});
