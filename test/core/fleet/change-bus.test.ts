import { expect } from 'chai';
import type { KeptBus } from '../../../core/fleet/bus.ts';
import type { Member } from '../../../core/companies/member.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { type Fleet, aFleet, rowsOf } from '../../support/fleet.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { codeOf, refused } from '../../support/refusals.ts';

const APPROVED = { approvalStatus: 'APPROVED', waitingSince: null } as const;
const REJECTED = { approvalStatus: 'REJECTED', waitingSince: null, rejectionReason: 'No lamps' } as const;
const LATER = daysAfter(START, 1);

describe('adding a bus', () => {
  let engine: Engine;
  let fleet: Fleet;
  beforeEach(async () => {
    engine = memoryEngine();
    fleet = await aFleet(engine);
  });

  it('a newly added bus is in use, waits for approval, and has no documents yet', async () => {
    const bus = await fleet.add({ name: 'Night Queen', registrationNo: 'GA 1 PA 7', type: 'Sofa', totalSeats: 30 });
    expect(bus).to.include({ name: 'Night Queen', registrationNo: 'GA 1 PA 7', type: 'SOFA', totalSeats: 30 });
    expect(bus).to.include({ status: 'ACTIVE', approvalStatus: 'PENDING', rejectionReason: null, revision: 1 });
    expect(bus).to.include({ hasSeatMap: false, layout: null, companyName: 'Blue Sky', createdAt: START });
    expect([bus.waitingSince, bus.changedInOffice]).to.deep.equal([START, false]);
    expect(bus.papers).to.deep.equal({
      complete: false,
      validUntil: null,
      missing: ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'],
    });
    expect(await fleet.view(bus.id)).to.deep.equal(bus);
  });

  it('a bus can be added and changed only by current managers of a company that is not suspended', async () => {
    const { id } = await fleet.add();
    const changes = [
      (by: Member) => fleet.add({}, by),
      (by: Member) => fleet.change(id, { name: 'Day King' }, by),
      (by: Member) => fleet.draw(id, rowsOf('A1', 'A2'), by),
    ];
    const stranger = await anOperator(engine);
    const left = { userId: stranger.id, operatorId: fleet.member.operatorId };
    for (const change of changes) expect(await codeOf(change(left))).to.equal('POSITION_TOO_LOW');
    await engine.transact(async ({ companies }) => {
      const company = await companies.lock(fleet.member.operatorId);
      await companies.save({ ...company!, status: 'SUSPENDED' });
    });
    for (const change of changes) expect(await codeOf(change(fleet.member))).to.equal('COMPANY_SUSPENDED');
  });

  it('an added bus is in the activity log', async () => {
    const { id } = await fleet.add({ registrationNo: 'GA 1 PA 7', template: '2x2-40' });
    const [entry] = await fleet.trail(id);
    expect(entry).to.deep.include({ kind: 'BUS_CREATED', operatorId: fleet.member.operatorId, at: START });
    expect(entry?.actor).to.deep.equal({ role: 'OPERATOR', userId: fleet.member.userId });
    expect(entry?.changes).to.deep.include({
      registration_no: { old: null, new: 'GA 1 PA 7' },
      total_seats: { old: null, new: 40 },
      has_seat_map: { old: null, new: true },
      approval_status: { old: null, new: 'PENDING' },
    });
  });

  it('a bus can be added only with an unused registration number, ignoring spaces and letter case', async () => {
    const { id } = await fleet.add({ registrationNo: 'GA 1 PA 7' });
    await fleet.make(id, { approvalStatus: 'APPROVED' });
    const stranger = await anOperator(engine);
    const other = { userId: stranger.id, operatorId: stranger.operatorId };
    for (const registrationNo of ['GA 1 PA 7', 'ga1pa7', 'G A1 \u00a0Pa7'])
      for (const member of [fleet.member, other])
        expect(await codeOf(fleet.add({ registrationNo }, member))).to.equal('REGISTRATION_NO_TAKEN');
    expect((await fleet.add({ registrationNo: 'GA 1 PA 77' })).revision).to.equal(1);
  });
});

describe('changing a bus', () => {
  let engine: Engine;
  let fleet: Fleet;
  let id: BusId;
  beforeEach(async () => {
    engine = memoryEngine();
    fleet = await aFleet(engine);
    ({ id } = await fleet.add({ registrationNo: 'GA 1 PA 7', totalSeats: 14 }));
    await fleet.make(id, APPROVED);
    fleet.clock.set(LATER);
  });

  it('a changed bus keeps fields that were not given, gets a higher revision, and is in the activity log', async () => {
    const bus = await fleet.change(id, { name: 'Day Queen' });
    expect(bus).to.include({ name: 'Day Queen', registrationNo: 'GA 1 PA 7', type: 'SOFA', totalSeats: 14 });
    expect(bus).to.include({ approvalStatus: 'APPROVED', revision: 2, changedInOffice: true });
    expect((await fleet.trail(id)).slice(1)).to.deep.equal([
      {
        kind: 'BUS_CHANGED',
        actor: { role: 'OPERATOR', userId: fleet.member.userId },
        operatorId: fleet.member.operatorId,
        subject: { type: 'bus', id },
        changes: { bus_name: { old: 'Night Queen', new: 'Day Queen' } },
        description: 'Changed the bus GA 1 PA 7.',
        at: LATER,
      },
    ]);
  });

  it('saving a bus without changing a field changes nothing', async () => {
    const before = await fleet.view(id);
    for (const given of [
      {},
      { name: 'Night Queen' },
      { amenities: [] },
      { type: 'sofa', totalSeats: 14, status: 'ACTIVE' as const },
    ])
      expect(await fleet.change(id, given)).to.deep.equal(before);
    expect(await fleet.trail(id)).to.have.length(1);
  });

  it('a bus can be changed only by its own company', async () => {
    const stranger = await anOperator(engine);
    const other = { userId: stranger.id, operatorId: stranger.operatorId };
    expect(await codeOf(fleet.change(id, { name: 'Seized' }, other))).to.equal('BUS_UNKNOWN');
    expect(await codeOf(fleet.change(4711 as BusId, { name: 'None' }))).to.equal('BUS_UNKNOWN');
  });

  for (const [what, given, isAnother] of [
    ['another registration number', { registrationNo: 'GA 1 PA 8' }, true],
    ['another type', { type: 'deluxe' }, true],
    ['another number of seats', { totalSeats: 15 }, true],
    ['the same registration number, spelt otherwise', { registrationNo: 'ga1pa7' }, false],
    ['the same type, in another case', { type: 'Sofa', name: 'Day Queen' }, false],
    ['another name', { name: 'Day Queen' }, false],
    ['what it offers', { amenities: ['WIFI'] }, false],
    ['its withdrawal', { status: 'INACTIVE' }, false],
  ] as const)
    it(`an approved bus ${isAnother ? 'is' : 'is not'} reviewed again after a change by its company: ${what}`, async () => {
      const { approvalStatus, waitingSince, revision } = await fleet.change(id, given);
      expect([approvalStatus, waitingSince, revision]).to.deep.equal([
        isAnother ? 'PENDING' : 'APPROVED',
        isAnother ? LATER : null,
        2,
      ]);
      const [, entry] = await fleet.trail(id);
      expect('approval_status' in (entry?.changes ?? {})).to.equal(isAnother);
    });

  for (const given of [{ registrationNo: 'GA 1 PA 7' }, { type: 'SOFA' }, { totalSeats: 14 }])
    it(`a rejected bus is reviewed again after its company changes this field: ${Object.keys(given).join()}`, async () => {
      await fleet.make(id, REJECTED);
      expect(await fleet.change(id, { name: 'Day Queen' })).to.include(REJECTED);
      const bus = await fleet.change(id, given);
      expect(bus).to.include({ approvalStatus: 'PENDING', rejectionReason: null, waitingSince: LATER, revision: 3 });
      expect((await fleet.trail(id)).at(-1)?.changes).to.deep.equal({
        approval_status: { old: 'REJECTED', new: 'PENDING' },
        rejection_reason: { old: 'No lamps', new: null },
      });
    });

  it('a bus that waits for review keeps its place in the queue when its company changes it', async () => {
    await fleet.make(id, { approvalStatus: 'PENDING', waitingSince: START });
    expect(await fleet.change(id, { totalSeats: 20 })).to.include({ approvalStatus: 'PENDING', waitingSince: START });
  });

  it('a bus cannot be given another bus’s registration number', async () => {
    const other = await fleet.add({ registrationNo: 'GA 2 PA 7' });
    expect(await codeOf(fleet.change(other.id, { registrationNo: 'ga 1pa 7' }))).to.equal('REGISTRATION_NO_TAKEN');
    expect((await fleet.change(other.id, { registrationNo: 'ga2pa7' })).registrationNo).to.equal('ga2pa7');
  });

  it('the number of places cannot be set on a bus with a seat map', async () => {
    const { id: mapped } = await fleet.add({ template: 'micro-14' });
    const { kind, faults } = await refused(fleet.change(mapped, { totalSeats: 15 }));
    expect([kind, faults[0]?.field]).to.deep.equal(['invalid', 'total_seats']);
  });
});

describe('a bus with booked seats', () => {
  let engine: Engine;
  let fleet: Fleet;
  let id: BusId;
  beforeEach(async () => {
    engine = memoryEngine();
    fleet = await aFleet(engine);
    ({ id } = await fleet.add({ totalSeats: 14 }));
  });

  const book = async (seatsCount: number, traits: Partial<Parameters<typeof aBooking>[1]> = {}, trip = {}) => {
    const { id: tripId } = await aTrip(engine, { busId: id, ...trip });
    const userId = await aPassengerId(engine);
    await aBooking(engine, { userId, tripId, seatsCount, status: 'CONFIRMED', ...traits });
    return tripId;
  };
  const outcome = (given: Partial<KeptBus>) =>
    fleet.change(id, given).then(
      () => 'changed',
      (error: unknown) => (error as { readonly code: string }).code,
    );

  it('a bus cannot have fewer places than are sold on its fullest upcoming trip', async () => {
    await book(3);
    await book(5);
    expect([await outcome({ totalSeats: 4 }), await outcome({ totalSeats: 5 })]).to.deep.equal([
      'PLACES_TAKEN',
      'changed',
    ]);
  });

  it('departed and cancelled trips do not limit how few places a bus may have', async () => {
    await book(5);
    fleet.clock.set(daysAfter(START, 3));
    await book(5, {}, { status: 'CANCELLED', departsAt: daysAfter(START, 4) });
    expect(await outcome({ totalSeats: 1, status: 'INACTIVE' })).to.equal('changed');
  });

  it('overdue unpaid bookings do not limit how few places a bus may have', async () => {
    await book(5, { status: 'PENDING_PAYMENT' });
    fleet.clock.set(minutesAfter(START, 14));
    expect([await outcome({ totalSeats: 4 }), await outcome({ status: 'INACTIVE' })]).to.deep.equal([
      'PLACES_TAKEN',
      'BUS_IN_USE',
    ]);
    fleet.clock.set(minutesAfter(START, 15));
    expect(await outcome({ totalSeats: 4, status: 'INACTIVE' })).to.equal('changed');
  });

  it('a bus with places or seats booked on an upcoming trip cannot be withdrawn', async () => {
    await book(1);
    expect(await outcome({ status: 'INACTIVE' })).to.equal('BUS_IN_USE');
    const { id: mapped } = await fleet.add({ template: 'micro-14' });
    const { id: tripId } = await aTrip(engine, { busId: mapped });
    const userId = await aPassengerId(engine);
    await aBooking(engine, { userId, tripId, seats: [seat('B1')], status: 'CHECKED_IN' });
    expect(await codeOf(fleet.change(mapped, { status: 'INACTIVE' }))).to.equal('BUS_IN_USE');
  });

  it('a bus can be withdrawn once all its booked trips have arrived', async () => {
    for (const status of ['EXPIRED', 'CANCELLED', 'REFUNDED'] as const) await book(1, { status });
    expect(await outcome({ status: 'INACTIVE' })).to.equal('changed');
    expect(await outcome({ name: 'Day Queen' })).to.equal('changed');
  });

  it('a bus whose approval is withdrawn keeps its existing bookings', async () => {
    await fleet.make(id, APPROVED);
    const tripId = await book(5);
    expect(await outcome({ type: 'DELUXE' })).to.equal('changed');
    expect(await engine.transact(({ trips }) => trips.placesLeft(tripId, START))).to.equal(9);
  });
});
