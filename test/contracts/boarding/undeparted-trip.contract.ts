import { expect } from 'chai';
import type { Conductor } from '../../../core/boarding/conductor.ts';
import { departTrip } from '../../../core/boarding/depart-trip.ts';
import { undepartOwnTrip, undepartTrip } from '../../../core/boarding/undepart-trip.ts';
import type { Member } from '../../../core/companies/member.ts';
import { hoursAfter, minutesAfter, toIso } from '../../../core/kernel/time.ts';
import { type TripForTests, calendar, changePlan } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { aClerk } from '../../support/counter.ts';
import { aDevice } from '../../support/devices.ts';
import { aCompanyWithTrip } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator } from '../../support/people.ts';
import { refused } from '../../support/refusals.ts';

onEveryEngine('a departure that is undone', (engine) => {
  const clock = handClock();
  let owner: Member;
  let conductor: Conductor;
  let trip: TripForTests;

  beforeEach(async () => {
    clock.set(START);
    ({ owner, trip } = await aCompanyWithTrip(engine(), { departsAt: hoursAfter(START, 2) }));
    const { id: deviceId } = await aDevice(engine(), { operatorId: owner.operatorId });
    conductor = { operatorId: owner.operatorId, sender: { deviceId } };
  });

  const needs = () => ({ ...engine(), clock, calendar });
  const depart = () => departTrip(needs())(conductor, trip.id, { early: true });
  const undepart = (by = conductor) => undepartTrip(needs())(by, trip.id);
  const undepartOwn = (by = owner) => undepartOwnTrip(needs())(by, trip.id);
  const planned = () => engine().transact(({ plannedTrips }) => plannedTrips.find(trip.id));
  const last = async () => (await engine().transact(({ trail }) => trail.of({ type: 'schedule', id: trip.id }))).at(-1);
  const code = async (work: Promise<unknown>) => (await refused(work)).code;

  it('undoing a departure from a crew’s phone restores the trip as it was before the departure was reported', async () => {
    const before = await planned();
    const at = toIso((await depart()).departedAt!);
    clock.advance(5);
    expect(await undepart()).to.include({ id: trip.id, departedAt: null });
    const taps = { left: [], takenBack: [{ stop: 0, at: clock() }] };
    expect(await planned()).to.deep.equal({ ...before, taps });
    expect(await last()).to.deep.include({
      kind: 'TRIP_UNDEPARTED',
      operatorId: owner.operatorId,
      actor: { role: 'DEVICE', ...conductor.sender },
      changes: { departed_at: { old: at, new: null } },
    });
    expect((await depart()).departedAt).to.equal(clock());
  });

  it('a trip is on sale again after its departure is undone, and only a MANAGER may undo it in the office', async () => {
    await depart();
    expect(await undepartOwn()).to.include({ departedAt: null, notBookableReason: null });
    expect((await last())?.actor).to.deep.equal({ role: 'OPERATOR', userId: owner.userId });
    await depart();
    expect(await code(undepartOwn(await aClerk(engine(), owner)))).to.equal('POSITION_TOO_LOW');
  });

  it('a trip’s manifest has a higher revision after its departure is undone', async () => {
    await depart();
    const before = (await engine().manifests.revision(trip.id))!.revision;
    await undepart();
    expect((await engine().manifests.revision(trip.id))!.revision).to.equal(before + 1);
  });

  it('an early departure cannot be undone after the planned departure time', async () => {
    await depart();
    clock.set((trip.departsAt - 1) as typeof START);
    await undepart();
    await depart();
    clock.set(minutesAfter(trip.departsAt, 30));
    expect(await code(undepart())).to.equal('TRIP_DEPARTED');
  });

  it('a late departure can be undone only within 30 minutes after the departure was reported', async () => {
    clock.set(minutesAfter(trip.departsAt, 20));
    await depart();
    clock.advance(30 - 1 / 60_000);
    await undepart();
    await depart();
    clock.advance(30);
    for (const late of [undepart(), undepartOwn()]) expect(await code(late)).to.equal('TRIP_DEPARTED');
  });

  it('a departure cannot be undone for a cancelled trip, or for one that has not departed', async () => {
    expect(await code(undepart())).to.equal('NOT_DEPARTED');
    await changePlan(engine(), trip.id, { status: 'CANCELLED' });
    for (const refusedNow of [undepart(), undepartOwn()]) expect(await code(refusedNow)).to.equal('TRIP_CANCELLED');
  });

  it('a departure of another company’s trip cannot be undone and answers TRIP_UNKNOWN', async () => {
    await depart();
    const { id: userId, operatorId } = await anOperator(engine());
    expect(await code(undepart({ operatorId, sender: { userId } }))).to.equal('TRIP_UNKNOWN');
    expect(await code(undepartOwn({ operatorId, userId }))).to.equal('TRIP_UNKNOWN');
  });

  it('a suspended company’s crew can undo a departure, and its office cannot', async () => {
    await depart();
    await engine().transact(async ({ companies }) => {
      const company = (await companies.lock(owner.operatorId))!;
      await companies.save({ ...company, status: 'SUSPENDED' });
    });
    expect(await code(undepartOwn())).to.equal('COMPANY_SUSPENDED');
    expect((await undepart()).departedAt).to.equal(null);
  });
});
