import { expect } from 'chai';
import { departTrip } from '../../../core/boarding/depart-trip.ts';
import type { Conductor } from '../../../core/boarding/conductor.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { type TripForTests, aTrip, calendar, changePlan } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { aClerk } from '../../support/counter.ts';
import { aDevice } from '../../support/devices.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';
import { refused } from '../../support/refusals.ts';

describe('the departure of a trip', () => {
  let engine: Engine;
  let clock: HandClock;
  let conductor: Conductor;
  let trip: TripForTests;

  beforeEach(async () => {
    engine = memoryEngine();
    clock = handClock();
    const { id: userId, operatorId } = await anOperator(engine);
    conductor = { operatorId, sender: { userId } };
    trip = await aTrip(engine, { bus: { operatorId }, departsAt: hoursAfter(START, 2) });
  });

  const depart = (by = conductor, id = trip.id, early = true) =>
    departTrip({ ...engine, clock, calendar })(by, id, { early });
  const planned = () => engine.transact(({ plannedTrips }) => plannedTrips.find(trip.id));
  const trail = async () =>
    (await engine.trailViews.list({ kind: 'TRIP_DEPARTED' }, { limit: 10 })).rows.map(
      ({ actor, operatorId, subject, changes, description }) => ({ actor, operatorId, subject, changes, description }),
    );

  it('a trip’s departure is recorded only once, whoever reports it', async () => {
    clock.advance(90);
    expect(await depart()).to.deep.include({ id: trip.id, departedAt: clock(), status: 'ACTIVE' });
    const [row, ...others] = await trail();
    expect(others).to.deep.equal([]);
    expect(row).to.deep.include({
      operatorId: conductor.operatorId,
      subject: { type: 'schedule', id: trip.id },
      changes: { departed_at: { old: null, new: '2026-11-20T05:45:00.000Z' } },
      description: 'Said that the trip of 2026-11-20 12:00 has departed.',
    });
    expect((await refused(depart())).code).to.equal('TRIP_DEPARTED');
    expect((await planned())?.departedAt).to.equal(clock());
    expect(await trail()).to.have.length(1);
  });

  it('a trip’s departure can be reported by a crew phone', async () => {
    const { id: deviceId } = await aDevice(engine, { operatorId: conductor.operatorId });
    await depart({ operatorId: conductor.operatorId, sender: { deviceId } });
    expect((await trail())[0]?.actor).to.deep.include({ role: 'DEVICE', deviceId });
  });

  it('a crew phone’s departure report is refused if the phone is revoked while the report is being handled', async () => {
    const { id: deviceId } = await aDevice(engine, { operatorId: conductor.operatorId });
    await engine.transact(({ crewDevices }) => crewDevices.revoke(deviceId, clock()));
    const told = depart({ operatorId: conductor.operatorId, sender: { deviceId } });
    expect((await refused(told)).code).to.equal('DEVICE_TOKEN_INVALID');
    expect((await planned())?.departedAt).to.equal(null);
  });

  it('a trip’s departure raises the revision of its manifest', async () => {
    const before = (await engine.manifests.revision(trip.id))!.revision;
    await depart();
    expect((await engine.manifests.revision(trip.id))!.revision).to.equal(before + 1);
  });

  it('a departure report is refused for a cancelled trip, and more than twelve hours before the planned time', async () => {
    await changePlan(engine, trip.id, { departsAt: hoursAfter(clock(), 12) });
    clock.set((clock() - 1) as typeof START);
    expect((await refused(depart())).code).to.equal('TOO_EARLY');
    clock.set((clock() + 1) as typeof START);
    await changePlan(engine, trip.id, { status: 'CANCELLED' });
    expect((await refused(depart())).code).to.equal('TRIP_CANCELLED');
    await changePlan(engine, trip.id, { status: 'ACTIVE' });
    expect((await depart()).departedAt).to.equal(clock());
  });

  it('a departure report more than 30 minutes before the planned time needs a confirmation', async () => {
    clock.advance(90 - 1 / 60_000);
    expect((await refused(depart(conductor, trip.id, false))).code).to.equal('TOO_EARLY');
    expect((await planned())?.departedAt).to.equal(null);
    clock.advance(1 / 60_000);
    expect((await depart(conductor, trip.id, false)).departedAt).to.equal(clock());
  });

  it('a trip’s departure can be reported late, even after the planned arrival', async () => {
    clock.set(hoursAfter(trip.arrivesAt, 1));
    expect((await depart()).departedAt).to.equal(clock());
  });

  it('a trip’s departure can be reported only by its own company', async () => {
    const { id: userId, operatorId } = await anOperator(engine);
    expect((await refused(depart({ operatorId, sender: { userId } }))).code).to.equal('TRIP_UNKNOWN');
    const clerk = await aClerk(engine, { operatorId });
    // This member is not on the company's staff, as if they had left it after the request was authenticated.
    expect(
      (await refused(depart({ operatorId: conductor.operatorId, sender: { userId: clerk.userId } }))).code,
    ).to.equal('POSITION_TOO_LOW');
    expect((await refused(depart(conductor, (trip.id + 1_000) as typeof trip.id))).code).to.equal('TRIP_UNKNOWN');
  });

  it('a trip’s departure can be reported by a suspended company', async () => {
    await engine.transact(async ({ companies }) => {
      const company = (await companies.lock(conductor.operatorId))!;
      await companies.save({ ...company, status: 'SUSPENDED' });
    });
    expect((await depart()).departedAt).to.equal(clock());
  });
});
