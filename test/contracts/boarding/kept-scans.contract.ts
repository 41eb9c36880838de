import { expect } from 'chai';
import { type Conductor, conductorOf } from '../../../core/boarding/conductor.ts';
import { pruneScans } from '../../../core/boarding/prune-scans.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { daysAfter, hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aScan, scanningOn } from '../../support/scanning.ts';

const DEPARTS = hoursAfter(START, 2);

onEveryEngine('stored scans', (engine) => {
  let clock: HandClock;
  let operatorId: OperatorId;
  let trip: TripId;
  let front: Conductor;
  let back: Conductor;
  let passenger: UserId;

  beforeEach(async () => {
    clock = handClock();
    ({ operatorId } = await anOperator(engine()));
    ({ id: trip } = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS }));
    passenger = await aPassengerId(engine());
    const phone = async () => conductorOf({ deviceId: (await aDevice(engine(), { operatorId })).id, operatorId });
    [front, back] = [await phone(), await phone()];
  });

  const on = () => scanningOn(engine(), clock);
  const booked = (number: string): Promise<Booking> =>
    aBooking(engine(), { userId: passenger, tripId: trip, status: 'CONFIRMED', seats: [seat(number)] });
  const answersTo = (by: Conductor, nonces: readonly string[]) =>
    engine().transact(({ boardings }) => boardings.answers(by.sender, nonces));
  const prune = () => pruneScans({ ...engine(), clock })(1);

  it('a ticket scan judged INVALID is not stored, so its nonce can be used again', async () => {
    const booking = await booked('A1');
    const good = aScan(booking, { nonce: 'n-1' });
    const faults = [
      { ...good, action: 'FLY' },
      { ...good, booking_id: 77_777_777 },
      { ...good, trip_id: 77_777_777 },
    ];
    for (const fault of faults) expect((await on().one(front, fault)).reason).to.equal('INVALID');
    expect([...(await answersTo(front, ['n-1']))]).to.deep.equal([]);
    const answers = await on().take(front, [faults[0], good, good]);
    expect(answers.map(({ result, reason }) => reason ?? result)).to.deep.equal(['INVALID', 'BOARDED', 'BOARDED']);
    expect([...(await answersTo(front, ['n-1'])).keys()]).to.deep.equal(['n-1']);
  });

  it('a scan by a typed reference finds the one booking on the trip whose code ends so, or a whole code of the company', async () => {
    const booking = await booked('A1');
    const { id: later } = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS });
    const elsewhere = await aBooking(engine(), {
      userId: passenger,
      tripId: later,
      status: 'CONFIRMED',
      seats: [seat('A1')],
    });
    const typed = (reference: unknown, more: object = {}) =>
      on().one(front, aScan(booking, { booking_id: null, reference, ...more }));
    expect(await typed(booking.code.slice(-4).toLowerCase())).to.include({
      result: 'BOARDED',
      bookingCode: booking.code,
    });
    expect((await typed(` ${booking.code.slice(0, 8)} ${booking.code.slice(8)}`)).result).to.equal('ALREADY');
    expect(await typed(elsewhere.code)).to.include({ reason: 'WRONG_TRIP', bookingCode: elsewhere.code });
    for (const bad of ['123', 'BT-12', '1'.repeat(15), 7])
      expect((await typed(bad)).reason, String(bad)).to.equal('INVALID');
    expect((await typed(booking.code, { booking_id: booking.id })).reason).to.equal('INVALID');
    expect((await typed('\u200b', { booking_id: booking.id })).result).to.equal('ALREADY');
  });

  it('a typed reference that fits no booking or several is not stored, so its nonce can be used again', async () => {
    const booking = await booked('A1');
    const unpaid = await aBooking(engine(), { userId: passenger, tripId: trip, seats: [seat('A2')] });
    const scan = aScan(booking, { nonce: 'n-2', booking_id: null, reference: 'zzzz' });
    expect((await on().one(front, scan)).reason).to.equal('REFERENCE_UNCLEAR');
    expect((await on().one(front, { ...scan, reference: 'BT999999999999' })).reason).to.equal('REFERENCE_UNCLEAR');
    expect((await on().one(front, { ...scan, reference: unpaid.code.slice(-12) })).reason).to.equal(
      'REFERENCE_UNCLEAR',
    );
    expect([...(await answersTo(front, ['n-2']))]).to.deep.equal([]);
    expect((await on().one(front, { ...scan, reference: booking.code.slice(-12) })).result).to.equal('BOARDED');
  });

  it('a scan of a boarded passenger says when, by which device and on which seats they boarded', async () => {
    const booking = await booked('A1');
    expect((await on().one(front, aScan(booking))).boarded).to.equal(null);
    const { id, name } = { id: (front.sender as { readonly deviceId: number }).deviceId, name: 'Gate' };
    const boarded = { at: START, device: { id, name }, seats: ['A1'] };
    expect(await on().one(back, aScan(booking))).to.deep.include({ result: 'ALREADY', boarded });
    expect(await on().one(back, aScan(booking, { mode: 'OFFLINE' }))).to.deep.include({ result: 'CONFLICT', boarded });
  });

  it('storing a company’s ticket scans locks no bookings and trips of other companies in the database', async () => {
    const booking = await booked('A1');
    const other = (await anOperator(engine())).operatorId;
    const known = (of: OperatorId) =>
      engine().transact(async ({ boardings }) => [
        (await boardings.lockBookings([booking.id], of)).length,
        (await boardings.trips([trip], of)).length,
      ]);
    expect([await known(operatorId), await known(other)]).to.deep.equal([
      [1, 1],
      [0, 0],
    ]);
  });

  it('ticket scans are kept for 400 days, and then deleted with their conflicts', async () => {
    const [first, second] = [await booked('A1'), await booked('A2')];
    await on().one(front, aScan(first, { nonce: 'n-1' }));
    await on().one(back, aScan(first, { nonce: 'n-2', mode: 'OFFLINE' }));
    clock.advance(1);
    await on().one(front, aScan(second, { nonce: 'n-3' }));
    expect(await on().conflicts(trip)).to.have.length(1);

    clock.set(daysAfter(START, 400));
    expect(await prune()).to.equal(0);
    clock.set((daysAfter(START, 400) + 1) as typeof START);
    expect(await prune()).to.equal(2);
    expect([...(await answersTo(front, ['n-1', 'n-3'])).keys()]).to.deep.equal(['n-3']);
    expect(await on().conflicts(trip)).to.deep.equal([]);
  });
});
