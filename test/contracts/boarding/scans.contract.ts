import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Conductor, conductorOf } from '../../../core/boarding/conductor.ts';
import type { AnsweredScan } from '../../../core/boarding/take-scans.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { NOTHING } from '../../../core/kernel/money.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';
import { aScan, hashFor, scanningOn, tokenFor } from '../../support/scanning.ts';

const DEPARTS = hoursAfter(START, 2);

onEveryEngine('scans', (engine) => {
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
    front = conductorOf({ ...(await phone('Front door')), operatorId });
    back = conductorOf({ ...(await phone('Back door')), operatorId });
  });

  const phone = async (name: string) => ({ deviceId: (await aDevice(engine(), { operatorId, name })).id });
  const on = () => scanningOn(engine(), clock);
  const booked = (seats: readonly string[], traits: Partial<Parameters<typeof aBooking>[1]> = {}): Promise<Booking> =>
    aBooking(engine(), { userId: passenger, tripId: trip, status: 'CONFIRMED', seats: seats.map(seat), ...traits });
  const scan = (by: Conductor, booking: Booking, traits: Parameters<typeof aScan>[1] = {}) =>
    on().one(by, aScan(booking, traits));
  /** Records that a passenger asked to change a booking to another one. */
  const waiting = (old: Booking, made: Booking) =>
    engine().transact(({ changes }) =>
      changes.add({
        bookingId: made.id,
        oldId: old.id,
        oldTotal: old.total,
        fee: NOTHING,
        credit: old.total,
        newTotal: old.total,
        toPay: NOTHING,
        toRefund: NOTHING,
        left: old.total,
        askedBy: { role: 'PASSENGER', userId: passenger },
        askedAt: START,
        oldDepartsAt: DEPARTS,
        creditUuid: randomUUID(),
      }),
    );
  const changed = async (old: Booking, made: Booking): Promise<void> => {
    await waiting(old, made);
    await engine().transact(({ changes }) => changes.complete(made.id, { at: START, creditPaymentId: null }));
  };
  const verdict = ({ result, reason, seats }: AnsweredScan) => [result, reason, seats.join(' ')];

  it('a ticket scan boards a booking only once, and later scans of the ticket name the first scan', async () => {
    const booking = await booked(['A1', 'A2']);
    expect(await on().one(front, aScan(booking, { nonce: 'n-1' }))).to.deep.equal({
      nonce: 'n-1',
      result: 'BOARDED',
      reason: null,
      bookingCode: booking.code,
      seats: ['A1', 'A2'],
      places: 2,
      trip: null,
      first: null,
      boarded: null,
      changedTo: null,
      seatTakenUntil: null,
    });
    clock.advance(1);
    expect(await scan(back, booking)).to.deep.include({
      result: 'ALREADY',
      reason: null,
      seats: [],
      places: 0,
      first: { at: START, by: 'Front door' },
    });
    expect([await on().statusOf(booking.id), await on().boarded(trip)]).to.deep.equal(['CHECKED_IN', 2]);
    const shown = await engine().officeBookings.find(booking.id);
    expect(shown?.seats.map(({ boardedAt }) => boardedAt)).to.deep.equal([START, START]);
    expect(await on().conflicts(trip)).to.deep.equal([]);
  });

  it('ticket scans board the seats of a booking one by one, and can be undone', async () => {
    const booking = await booked(['A1', 'A2']);
    const [one, two] = await on().seatIds(booking.id);
    expect(verdict(await scan(front, booking, { seat_ids: [two] }))).to.deep.equal(['BOARDED', null, 'A2']);
    expect(verdict(await scan(back, booking))).to.deep.equal(['BOARDED', null, 'A1']);
    expect(verdict(await scan(front, booking, { action: 'UNDO', seat_ids: [one, one] }))).to.deep.equal([
      'UNDONE',
      null,
      'A1',
    ]);
    expect(await on().statusOf(booking.id)).to.equal('CHECKED_IN');
    expect(verdict(await scan(front, booking, { action: 'UNDO' }))).to.deep.equal(['UNDONE', null, 'A2']);
    expect([await on().statusOf(booking.id), await on().boarded(trip)]).to.deep.equal(['CONFIRMED', 0]);
    expect(verdict(await scan(front, booking, { action: 'UNDO' }))).to.deep.equal(['UNDONE', null, '']);
  });

  it('a ticket scan marks a missing passenger as NO_SHOW until the passenger boards', async () => {
    const booking = await booked(['A1', 'A2']);
    const [one] = await on().seatIds(booking.id);
    await scan(front, booking, { seat_ids: [one] });
    expect(verdict(await scan(front, booking, { action: 'NO_SHOW' }))).to.deep.equal(['NO_SHOW', null, 'A2']);
    expect(verdict(await scan(front, booking, { action: 'NO_SHOW' }))).to.deep.equal(['ALREADY', null, '']);
    expect(verdict(await scan(front, booking))).to.deep.equal(['BOARDED', null, 'A2']);
    await scan(front, booking, { action: 'UNDO' });
    expect(verdict(await scan(front, booking, { action: 'NO_SHOW' }))).to.deep.equal(['NO_SHOW', null, 'A1 A2']);
    expect(verdict(await scan(front, booking, { action: 'UNDO' }))).to.deep.equal(['UNDONE', null, 'A1 A2']);
  });

  it('ticket scans count boarded places on a bus without a seat map', async () => {
    const { id: bus } = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS, seats: 10 });
    const booking = await aBooking(engine(), { userId: passenger, tripId: bus, status: 'CONFIRMED', seatsCount: 4 });
    const places = async (by: Conductor, traits: Parameters<typeof aScan>[1]) => {
      const { result, places: changed } = await scan(by, booking, traits);
      return [result, changed];
    };
    expect(await places(front, { places: 1 })).to.deep.equal(['BOARDED', 1]);
    expect(await places(back, { places: 2, mode: 'OFFLINE' })).to.deep.equal(['BOARDED', 2]);
    expect(await places(front, { places: 5 })).to.deep.equal(['REFUSED', 0]);
    expect(await places(front, { action: 'UNDO', places: 1 })).to.deep.equal(['UNDONE', 1]);
    expect(await places(front, { action: 'NO_SHOW' })).to.deep.equal(['NO_SHOW', 2]);
    expect(await places(front, {})).to.deep.equal(['BOARDED', 2]);
    expect(await places(front, { places: 1 })).to.deep.equal(['ALREADY', 0]);
    expect(await places(back, { places: 4, mode: 'OFFLINE' })).to.deep.equal(['CONFLICT', 0]);
    expect([await on().statusOf(booking.id), await on().boarded(bus)]).to.deep.equal(['CHECKED_IN', 4]);
    expect((await on().conflicts(bus)).map(({ seats, reason }) => [seats, reason])).to.deep.equal([[[], 'ALREADY']]);
  });

  it('a ticket scan finds the booking by token on any trip, and by the token’s hash on its own trip only', async () => {
    const booking = await booked(['A1']);
    const other = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS });
    const named = (ticket: object, traits: object = {}) =>
      scan(front, booking, { action: 'NO_SHOW', booking_id: undefined, ...ticket, ...traits });
    expect(verdict(await named({ token: tokenFor(booking) }))).to.deep.equal(['NO_SHOW', null, 'A1']);
    await scan(front, booking, { action: 'UNDO' });
    expect(hashFor(booking)).to.match(/^[\w-]{16}$/);
    expect(verdict(await named({ ticket_hash: hashFor(booking) }))).to.deep.equal(['NO_SHOW', null, 'A1']);
    const elsewhere = { trip_id: other.id };
    expect(verdict(await named({ ticket_hash: hashFor(booking) }, elsewhere))).to.deep.equal([
      'REFUSED',
      'INVALID',
      '',
    ]);
    const answer = await named({ token: tokenFor(booking) }, elsewhere);
    expect([...verdict(answer), answer.trip]).to.deep.equal([
      ...['REFUSED', 'WRONG_TRIP', ''],
      { id: trip, sourceCity: 'Kathmandu', destinationCity: 'Pokhara', departsAt: DEPARTS },
    ]);
    for (const token of [`${tokenFor(booking)}x`, tokenFor({ ...booking, code: 'BT261120999999' })])
      expect(verdict(await named({ token }))).to.deep.equal(['REFUSED', 'INVALID', '']);
  });

  it('a ticket scan of another company’s booking or trip is refused like an unknown one', async () => {
    const theirs = await aTrip(engine(), { departsAt: DEPARTS });
    const booking = await booked(['A1'], { tripId: theirs.id });
    const mine = await booked(['A1']);
    for (const wrong of [aScan(booking), aScan({ ...booking, tripId: trip }), aScan({ ...mine, tripId: theirs.id })])
      expect(await on().one(front, wrong)).to.deep.include({ result: 'REFUSED', reason: 'INVALID', bookingCode: null });
  });

  it('a ticket scan with several faults is refused for the fault that comes first in a fixed order', async () => {
    const reasonOf = async (booking: Booking, traits: Parameters<typeof aScan>[1] = {}) =>
      (await scan(front, booking, traits)).reason;
    const later = await aTrip(engine(), { bus: { operatorId }, departsAt: hoursAfter(START, 12.1) });
    const gone = await booked(['A1'], { tripId: later.id, status: 'REFUNDED' });
    const unpaid = await booked(['A2'], { tripId: later.id, status: 'PENDING_PAYMENT' });
    const early = await booked(['B1'], { tripId: later.id });
    expect([
      await reasonOf(gone),
      await reasonOf(unpaid, { seat_ids: [1] }),
      await reasonOf(early, { seat_ids: [1] }),
      await reasonOf(early, { mode: 'OFFLINE', at: hoursAfter(START, 3) }),
    ]).to.deep.equal(['CANCELLED', 'NOT_PAID', 'TOO_EARLY', 'TOO_EARLY']);
    clock.set(hoursAfter(START, 1));
    expect(await reasonOf(early, { seat_ids: [2_147_483_647] })).to.equal('UNKNOWN_SEAT');
    expect(await reasonOf(early, { mode: 'OFFLINE', at: START })).to.equal('TOO_EARLY');
    clock.set(hoursAfter(START, 48));
    expect(await reasonOf(early, { seat_ids: [2_147_483_647] })).to.equal('TOO_LATE');
    expect((await scan(front, early, { mode: 'OFFLINE', at: hoursAfter(START, 1) })).result).to.equal('BOARDED');
    expect((await engine().officeBookings.find(early.id))?.seats[0]?.boardedAt).to.equal(hoursAfter(START, 1));
  });

  it('offline scans by two phones that board the same seat are recorded as a conflict', async () => {
    const booking = await booked(['A1', 'A2']);
    const [one] = await on().seatIds(booking.id);
    await scan(front, booking, { mode: 'OFFLINE', seat_ids: [one] });
    expect((await scan(front, booking, { mode: 'OFFLINE', seat_ids: [one] })).result).to.equal('ALREADY');
    clock.advance(5);
    const told = await scan(back, booking, { mode: 'OFFLINE', nonce: 'late', at: minutesAfter(START, 2) });
    expect(told).to.deep.include({
      result: 'CONFLICT',
      reason: 'ALREADY',
      seats: ['A2'],
      places: 1,
      first: { at: START, by: 'Front door' },
    });
    const [conflict] = await on().conflicts(trip);
    expect({ ...conflict, id: 0 }).to.deep.equal({
      id: 0,
      tripId: trip,
      bookingCode: booking.code,
      seats: ['A1'],
      reason: 'ALREADY',
      scannedAt: minutesAfter(START, 2),
      receivedAt: minutesAfter(START, 5),
      by: 'Back door',
      nonce: 'late',
      first: { at: START, by: 'Front door' },
    });
  });

  it('an offline ticket scan does not board a cancelled booking, and records a conflict', async () => {
    const booking = await booked(['A1'], { status: 'REFUNDED' });
    expect(verdict(await scan(front, booking, { mode: 'OFFLINE' }))).to.deep.equal(['CONFLICT', 'CANCELLED', '']);
    expect(verdict(await scan(front, booking, { mode: 'OFFLINE', action: 'UNDO' }))).to.deep.equal([
      'REFUSED',
      'CANCELLED',
      '',
    ]);
    const [conflict] = await on().conflicts(trip);
    expect(conflict).to.deep.include({ seats: ['A1'], reason: 'CANCELLED', first: null, by: 'Front door' });
    expect(await on().boarded(trip)).to.equal(0);
  });

  it('a ticket scan of a changed booking is refused with CHANGED, and names the newest booking', async () => {
    const old = await booked(['A1'], { status: 'CANCELLED' });
    const second = await booked([], { status: 'CANCELLED' });
    const newest = await booked(['B1']);
    await changed(old, second);
    await changed(second, newest);
    await waiting(newest, await booked([], { status: 'PENDING_PAYMENT' }));
    const told = { bookingCode: old.code, changedTo: newest.code, seats: [] };
    expect(await scan(front, old)).to.deep.include({ ...told, result: 'REFUSED', reason: 'CHANGED' });
    expect(await scan(front, old, { mode: 'OFFLINE' })).to.deep.include({
      ...told,
      result: 'CONFLICT',
      reason: 'CHANGED',
    });
    expect((await on().conflicts(trip)).map(({ reason, seats }) => [reason, seats])).to.deep.equal([
      ['CHANGED', ['A1']],
    ]);
    expect(await scan(front, newest)).to.deep.include({ result: 'BOARDED', changedTo: null });
    expect(await on().boarded(trip)).to.equal(1);
  });

  it('a ticket scan that names a seat of another booking is refused with UNKNOWN_SEAT', async () => {
    const [mine, theirs] = [await booked(['A1']), await booked(['A2'])];
    const [own, foreign] = [await on().seatIds(mine.id), await on().seatIds(theirs.id)];
    const answer = await scan(front, mine, { seat_ids: [...own, ...foreign] });
    expect(verdict(answer)).to.deep.equal(['REFUSED', 'UNKNOWN_SEAT', '']);
    expect(await on().boarded(trip)).to.equal(0);
  });

  it('undoing a boarding offline does not undo a later scan by another phone', async () => {
    const booking = await booked(['A1']);
    clock.advance(10);
    await scan(front, booking);
    clock.advance(10);
    const undo = { action: 'UNDO', mode: 'OFFLINE', at: minutesAfter(START, 5) } as const;
    expect(verdict(await scan(back, booking, undo))).to.deep.equal(['UNDONE', null, '']);
    expect(verdict(await scan(front, booking, undo))).to.deep.equal(['UNDONE', null, 'A1']);
  });

  it('a ticket scan’s nonce is accepted only once for each crew device and for each staff member', async () => {
    const [booking, other] = [await booked(['A1']), await booked(['A2'])];
    const first = aScan(booking, { nonce: 'same' });
    const [one, two] = await on().take(front, [first, aScan(other, { nonce: 'same' })]);
    expect(two).to.deep.equal(one);
    expect(await on().statusOf(other.id)).to.equal('CONFIRMED');
    expect(await on().one(front, { nonce: 'same' })).to.deep.equal(one);
    expect((await on().one(back, first)).result).to.equal('ALREADY');
    const clerk: Conductor = { operatorId, sender: { userId: passenger } };
    expect((await on().one(clerk, first)).result).to.equal('ALREADY');
    expect((await on().one(clerk, aScan(other, { nonce: 'same' }))).result).to.equal('ALREADY');
  });

  it('malformed ticket scans are answered INVALID, and the other scans of the same request are handled as usual', async () => {
    const booking = await booked(['A1']);
    const good = aScan(booking);
    const faulty: readonly unknown[] = [
      ...[null, 7, 'x', [], {}, { ...good, nonce: undefined }, { ...good, nonce: { a: 1 } }, { ...good, nonce: ' ' }],
      ...[
        { trip_id: '1' },
        { trip_id: 0 },
        { action: 'FLY' },
        { mode: 'online' },
        { scanned_at: '2026-02-30T00:00:00Z' },
      ],
      ...[
        { token: tokenFor(booking) },
        { booking_id: undefined },
        { seat_ids: [] },
        { seat_ids: ['1'] },
        { places: 0 },
      ],
      ...[
        { nonce: 'x'.repeat(201) },
        { nonce: 'a\u0000b' },
        { booking_id: 2 ** 31 },
        { places: 1.5 },
        { seat_ids: {} },
      ],
    ].map((fault, index) => (index < 8 ? fault : { ...aScan(booking), ...(fault as object) }));
    const answers = await on().take(front, [...faulty, good]);
    expect(answers.map(({ result, reason }) => [result, reason])).to.deep.equal([
      ...faulty.map(() => ['REFUSED', 'INVALID']),
      ['BOARDED', null],
    ]);
    expect(answers.slice(0, 8).map(({ nonce }) => nonce)).to.deep.equal([...Array<null>(7).fill(null), '']);
    expect((await on().one(front, { ...good, nonce: 4711 })).nonce).to.equal('4711');
  });

  it('a ticket scan by a crew device that was just revoked is refused', async () => {
    const { deviceId } = front.sender as { readonly deviceId: (typeof front.sender & { deviceId: never })['deviceId'] };
    await engine().transact(({ crewDevices }) => crewDevices.revoke(deviceId, START));
    const booking = await booked(['A1']);
    expect(await refusalOf(scan(front, booking))).to.deep.equal(['unauthenticated', 'DEVICE_TOKEN_INVALID']);
  });
});
