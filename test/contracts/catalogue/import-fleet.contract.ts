import { expect } from 'chai';
import type { KeptBus } from '../../../core/fleet/bus.ts';
import type { SeatMap } from '../../../core/fleet/seat-layout.ts';
import type { BusId } from '../../../core/kernel/ids.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aCatalogue } from '../../support/catalogue-file.ts';
import { aBus, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { recorded, seatMessage } from '../../support/events.ts';
import { importing } from '../../support/importing.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';

onEveryEngine('an import of existing buses', (engine) => {
  const { clock, load, loadWith, faultsOf } = importing(engine);
  const KEY = 'ba3kha1234';

  const bus = async (key = KEY): Promise<KeptBus> => {
    const known = await engine().transact(({ buses }) => buses.known());
    const { id } = known.find(({ registrationKey }) => registrationKey === key)!;
    return (await engine().transact(({ buses }) => buses.lock(id)))!;
  };
  const map = async (): Promise<SeatMap> => (await engine().fleetViews.seatMap((await bus()).id))!;
  const numbers = async () => (await map()).seats.map(({ number }) => number);
  const byHand = async (traits: Partial<KeptBus>) => {
    const present = await bus();
    await engine().transact(({ buses }) => buses.update({ ...present, ...traits }));
  };
  const file = () => aCatalogue().buses[0] as { readonly seat_map: { readonly seats: readonly object[] } };
  const seatsWithout = (index: number) => ({
    '/buses/0/seat_map/seats': file().seat_map.seats.filter((_, position) => position !== index),
  });
  const sellA1 = async (trips: ReadonlyMap<string, Parameters<typeof aBooking>[1]['tripId']>) =>
    aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trips.get('deluxe')!,
      seats: [seat('A1')],
      status: 'CONFIRMED',
    });

  it('an import raises a bus’s revision when it changes the bus, and changes nothing when the bus is the same', async () => {
    await load(aCatalogue());
    const [before, drawn] = [await bus(), await map()];
    clock.set(daysAfter(START, 1));
    expect((await load(aCatalogue())).kept).to.equal(0);
    expect([await bus(), await map()]).to.deep.equal([before, drawn]);
    await loadWith({ '/buses/0/bus_name': 'Renamed' });
    await loadWith({ '/buses/0/bus_name': 'Renamed', ...seatsWithout(3) });
    expect(await bus()).to.include({ name: 'Renamed', revision: 3 });
  });

  it('an import finds buses by registration number, ignoring spaces and letter case, and keeps the spelling that is there', async () => {
    await load(aCatalogue());
    const { id } = await bus();
    const spelt = { '/buses/0/registration_no': 'ba3Kha 1234', '/schedules/0/bus': 'BA3KHA1234' };
    expect((await loadWith(spelt)).schedules.size).to.equal(4);
    expect(await bus()).to.include({ id, registrationNo: 'BA 3 KHA 1234' });
    expect(await faultsOf(loadWith({ '/buses/1/registration_no': 'ba 3 kha 1234', '/schedules/1/bus': 'ba3kha1234' })))
      .to.have.length(1)
      .and.satisfy(([fault]: readonly string[]) => fault?.startsWith('/buses/1/registration_no: is listed before'));
    const stranger = (await anOperator(engine())).operatorId;
    await aBus(engine(), { operatorId: stranger, registrationNo: 'ga 1 pa 1' });
    const foreign = { ...(file() as object), registration_no: 'GA1PA1' };
    expect((await faultsOf(loadWith({ '/buses/2': foreign })))[0]).to.match(/^\/buses\/2\/operator: /);
  });

  it('an import accepts seat numbers that differ in spelling alone if the bus has them already, but no new ones', async () => {
    await load(aCatalogue());
    const { seats, ...bounds } = await map();
    const { id } = await bus();
    const spelled = seats.map((one) => (one.number === 'A2' ? { ...one, number: seat('a1') } : one));
    await engine().transact(({ buses }) => buses.saveSeatMap(id, { ...bounds, seats: spelled }));
    const twins = { '/buses/0/seat_map/seats/1/seat_number': 'a1' };
    expect((await loadWith(twins)).kept).to.equal(0);
    expect(await numbers()).to.deep.equal(['A1', 'a1', 'B1', 'B2']);
    const [fault, ...others] = await faultsOf(loadWith({ ...twins, '/buses/0/seat_map/seats/2/seat_number': 'b2' }));
    expect(fault).to.match(/^\/buses\/0\/seat_map\/seats\/3\/seat_number: is listed before/);
    expect(others).to.deep.equal([]);
  });

  it('an import keeps the time since which a bus waits for review, and clears a rejection when it approves the bus', async () => {
    await loadWith({ '/buses/0/approval_status': 'PENDING' });
    clock.set(daysAfter(START, 1));
    await loadWith({ '/buses/0/approval_status': 'PENDING', '/buses/0/bus_name': 'Renamed' });
    expect(await bus()).to.include({ approvalStatus: 'PENDING', waitingSince: START });
    await byHand({ approvalStatus: 'REJECTED', rejectionReason: 'No lamps', waitingSince: null });
    await loadWith({ '/buses/0/approval_status': 'REJECTED', '/buses/0/bus_name': 'Again' });
    expect(await bus()).to.include({ rejectionReason: 'No lamps' });
    await load(aCatalogue());
    expect(await bus()).to.include({ approvalStatus: 'APPROVED', rejectionReason: null, waitingSince: null });
  });

  it('an import leaves a bus unchanged that people edited or reviewed, and reports the bus as “kept”', async () => {
    await load(aCatalogue());
    await byHand({ name: 'By hand', approvalStatus: 'REJECTED', rejectionReason: 'No lamps', changedInOffice: true });
    const before = await bus();
    expect((await loadWith({ '/buses/0/bus_type': 'SOFA' })).kept).to.equal(1);
    expect(await bus()).to.deep.equal(before);
    expect((await loadWith(seatsWithout(3))).kept).to.equal(1);
    expect(await numbers()).to.deep.equal(['A1', 'A2', 'B1']);
  });

  it('an import may replace the seat map of a bus that people edited, and updates the number of seats', async () => {
    await load(aCatalogue());
    await byHand({ changedInOffice: true });
    expect((await loadWith({ ...seatsWithout(3), '/buses/0/total_seats': 3 })).kept).to.equal(0);
    expect(await bus()).to.include({ totalSeats: 3, revision: 2 });
    await loadWith({ '/buses/0/seat_map/seats/0/is_active': false, '/buses/0/total_seats': 3 });
    expect(await bus()).to.include({ totalSeats: 3, revision: 3 });
  });

  it('an import leaves a seat map unchanged that people drew, and reports the seat map as “kept”', async () => {
    await load(aCatalogue());
    const { seats, ...bounds } = await map();
    const { id } = await bus();
    await engine().transact(({ buses }) => buses.saveSeatMap(id, { ...bounds, seats: seats.slice(1) }));
    await byHand({ mapChangedInOffice: true, totalSeats: 3 });
    expect((await load(aCatalogue())).kept).to.equal(1);
    expect(await numbers()).to.deep.equal(['A2', 'B1', 'B2']);
    expect((await loadWith({ '/buses/0/bus_name': 'Renamed', '/buses/0/seat_map': null })).kept).to.equal(1);
    expect(await bus()).to.include({ name: 'Renamed', totalSeats: 3, hasSeatMap: true });
  });

  it('an import keeps the ids of seats whose numbers stay the same', async () => {
    const { schedules } = await load(aCatalogue());
    await sellA1(schedules);
    const ids = async () => Object.fromEntries((await map()).seats.map(({ number, id }) => [number, id]));
    const before = await ids();
    const moved = file().seat_map.seats.map((one, index) => ({ ...one, row: 2 - (index >> 1) }));
    await loadWith({ '/buses/0/seat_map/seats': moved });
    expect(await ids()).to.deep.equal(before);
    await loadWith(seatsWithout(3));
    await load(aCatalogue());
    const { B2, ...others } = await ids();
    expect(others).to.deep.equal({ A1: before['A1'], A2: before['A2'], B1: before['B1'] });
    expect(B2).not.to.equal(before['B2']);
  });

  it('an import refuses to remove a seat that is sold for an upcoming trip', async () => {
    const { schedules } = await load(aCatalogue());
    await sellA1(schedules);
    expect(await faultsOf(loadWith(seatsWithout(0)))).to.deep.equal([
      '/buses/0/seat_map/seats: cannot do without seat A1 now: it is sold for a trip ahead',
    ]);
    expect(await faultsOf(loadWith({ '/buses/0/seat_map/seats/0/is_active': false }))).to.deep.equal([
      '/buses/0/seat_map/seats/0/is_active: cannot do without seat A1 now: it is sold for a trip ahead',
    ]);
    expect(await faultsOf(loadWith({ '/buses/0/seat_map': null }))).to.deep.equal([
      '/buses/0/seat_map: cannot come or go now: the bus is booked for trips ahead',
    ]);
    expect((await bus()).revision).to.equal(1);
    clock.set(daysAfter(START, 3));
    await loadWith(seatsWithout(0));
    expect(await numbers()).to.deep.equal(['A2', 'B1', 'B2']);
  });

  it('an import refuses to give a bus fewer places than are booked on an upcoming trip', async () => {
    const { schedules } = await load(aCatalogue());
    const take = async (on: string, seatsCount: number, status: 'CONFIRMED' | 'PENDING_PAYMENT' = 'CONFIRMED') =>
      aBooking(engine(), { userId: await aPassengerId(engine()), tripId: schedules.get(on)!, seatsCount, status });
    await take('micro@2026-11-20', 14);
    await take('micro@2026-11-21', 6);
    const { paymentDeadline } = await take('micro@2026-11-21', 4, 'PENDING_PAYMENT');
    const places = (total_seats: number) => ({ '/buses/1/total_seats': total_seats });
    const fewer = (least: number) => [
      `/buses/1/total_seats: cannot be less than ${least} now: so many places are taken on a trip ahead`,
    ];
    clock.set(START);
    expect(await faultsOf(loadWith(places(9)))).to.deep.equal(fewer(10));
    clock.set(paymentDeadline);
    expect(await faultsOf(loadWith(places(5)))).to.deep.equal(fewer(6));
    expect(await bus('ba5ja77')).to.include({ totalSeats: 14, revision: 1 });
    await loadWith(places(6));
    expect(await bus('ba5ja77')).to.include({ totalSeats: 6, revision: 2 });
  });

  it('an import publishes seats that it adds to or removes from an existing seat map, but not a new map’s', async () => {
    const { schedules } = await load(aCatalogue());
    expect(await recorded(engine())).to.deep.equal([]);
    await loadWith(seatsWithout(3));
    const trip = schedules.get('deluxe')!;
    expect(await recorded(engine())).to.deep.equal([seatMessage(trip, 'BLOCKED', 'B2')]);
    await load(aCatalogue());
    expect((await recorded(engine())).slice(1)).to.deep.equal([seatMessage(trip, 'AVAILABLE', 'B2')]);
  });

  it('an import updates a bus that people added and never edited', async () => {
    await load(aCatalogue());
    const { operatorId } = await bus();
    const added = {
      name: 'New',
      registrationNo: 'GA 1 PA 1',
      type: 'SOFA',
      totalSeats: 9,
      amenities: [],
      status: 'ACTIVE',
    } as const;
    const [id] = await engine().transact(({ buses }) =>
      buses.add([{ ...added, operatorId, approvalStatus: 'PENDING', createdAt: START }]),
    );
    const row = { ...(aCatalogue().buses[1] as object), registration_no: 'GA1PA1' };
    expect((await loadWith({ '/buses/2': row })).kept).to.equal(0);
    expect(await bus('ga1pa1')).to.include({ id: id as BusId, approvalStatus: 'APPROVED', waitingSince: null });
  });
});
