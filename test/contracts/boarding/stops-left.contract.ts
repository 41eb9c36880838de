import { expect } from 'chai';
import { type Tapper, leaveStop, takeStopBack } from '../../../core/boarding/leave-stop.ts';
import type { Member } from '../../../core/companies/member.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { type TripForTests, calendar, changePlan } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { aCompanyWithTrip } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { refused } from '../../support/refusals.ts';
import { addStops } from '../../support/stops.ts';

onEveryEngine('the stops that a bus has left', (engine) => {
  const clock = handClock();
  let owner: Member;
  let crew: Tapper;
  let trip: TripForTests;

  beforeEach(async () => {
    clock.set(START);
    ({ owner, trip } = await aCompanyWithTrip(engine(), { departsAt: minutesAfter(START, 10) }));
    await addStops(engine(), trip.id, [
      ['Mugling', 100, 110],
      ['Dumre', 200, 210],
    ]);
    const { id: deviceId } = await aDevice(engine(), { operatorId: owner.operatorId });
    crew = { operatorId: owner.operatorId, sender: { deviceId }, isOffice: false };
  });

  const needs = () => ({ ...engine(), clock, calendar });
  const leave = (stop: number, at?: Instant, early = false) => leaveStop(needs())(crew, trip.id, { stop, at, early });
  const takeBack = (stop: number, at?: Instant, by = crew) => takeStopBack(needs())(by, trip.id, { stop, at });
  const planned = async () => (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip.id)))!;
  const kinds = async () =>
    (await engine().transact(({ trail }) => trail.of({ type: 'schedule', id: trip.id }))).map(({ kind }) => kind);
  const code = async (work: Promise<unknown>) => (await refused(work)).code;
  const minute = (minutes: number): Instant => minutesAfter(START, minutes);

  it('reporting that the bus has left a later stop also marks the trip as departed', async () => {
    clock.set(minute(125));
    expect(await leave(1)).to.deep.equal({ stop: 1, leftAt: minute(125), departedAt: minute(125) });
    expect((await planned()).departedAt).to.equal(minute(125));
    expect((await kinds()).toSorted()).to.deep.equal(['STOP_LEFT', 'TRIP_DEPARTED']);
    await leave(0);
    await leave(1);
    expect(await kinds()).to.have.length(2);
  });

  it('a stop’s departure time is the earliest that crews reported, and only the first report is in the activity log', async () => {
    clock.set(minute(130));
    await leave(1, minute(125));
    expect(await leave(1, minute(120))).to.include({ leftAt: minute(120) });
    expect(await leave(1)).to.include({ leftAt: minute(120) });
    expect((await kinds()).filter((kind) => kind === 'STOP_LEFT')).to.have.length(1);
  });

  it('a report that the bus leaves a stop at a future time is stored with the present time', async () => {
    clock.set(minute(15));
    expect(await leave(0, minute(60))).to.include({ leftAt: minute(15), departedAt: minute(15) });
    expect(await kinds()).to.include('TRIP_DEPARTED');
  });

  it('a report that the bus has left a stop can be undone within 30 minutes', async () => {
    clock.set(minute(12));
    await leave(0);
    clock.set(minute(120));
    await leave(1);
    clock.set(minute(150));
    await takeBack(1);
    expect((await planned()).departedAt).to.equal(minute(12));
    expect(await kinds()).to.include('STOP_TAKEN_BACK');
    await leave(1, minute(151), false);
    clock.set(minute(151));
    await leave(1);
    clock.set((minute(181) + 1) as Instant);
    expect(await code(takeBack(1))).to.equal('TRIP_DEPARTED');
  });

  it('undoing the only report, that of a later stop, also undoes the trip’s departure in the activity log', async () => {
    clock.set(minute(120));
    await leave(1);
    await takeBack(1);
    expect((await planned()).departedAt).to.equal(null);
    expect((await kinds()).toSorted()).to.deep.equal([
      'STOP_LEFT',
      'STOP_TAKEN_BACK',
      'TRIP_DEPARTED',
      'TRIP_UNDEPARTED',
    ]);
  });

  it('undoing the departure from a stop that nobody has reported as left changes nothing', async () => {
    await takeBack(1);
    expect(await kinds()).to.not.include('STOP_TAKEN_BACK');
  });

  it('a report that the bus has left its last stop is refused', async () => {
    expect(await code(leave(3))).to.equal('TRIP_UNKNOWN');
    expect(await code(takeBack(3))).to.equal('TRIP_UNKNOWN');
  });

  it('a report that the bus has left a stop more than 30 minutes before the planned time must be confirmed', async () => {
    clock.set(minute(85));
    expect(await code(leave(1))).to.equal('TOO_EARLY');
    expect(await leave(1, undefined, true)).to.include({ leftAt: minute(85) });
  });

  it('a report that the bus has left a stop more than twelve hours before the planned time is refused', async () => {
    await changePlan(engine(), trip.id, { departsAt: hoursAfter(START, 11), arrivesAt: hoursAfter(START, 20) });
    expect(await code(leave(1, undefined, true))).to.equal('TOO_EARLY');
  });

  it('a report that the bus of a cancelled trip has left a stop is refused', async () => {
    await changePlan(engine(), trip.id, { status: 'CANCELLED' });
    expect(await code(leave(0))).to.equal('TRIP_CANCELLED');
  });
});
