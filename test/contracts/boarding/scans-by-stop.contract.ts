import { expect } from 'chai';
import { type Conductor, conductorOf } from '../../../core/boarding/conductor.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aScan, scanningOn } from '../../support/scanning.ts';
import { addStops } from '../../support/stops.ts';

const DEPARTS = hoursAfter(START, 2);

onEveryEngine('scans on a trip with stops on the way', (engine) => {
  let clock: HandClock;
  let operatorId: OperatorId;
  let trip: TripForTests;
  let phone: Conductor;
  let passenger: UserId;

  beforeEach(async () => {
    clock = handClock();
    ({ operatorId } = await anOperator(engine()));
    trip = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS });
    await addStops(engine(), trip.id, [
      ['Mugling', 100, 110],
      ['Dumre', 200, 210],
    ]);
    passenger = await aPassengerId(engine());
    phone = conductorOf({ deviceId: (await aDevice(engine(), { operatorId })).id, operatorId });
  });

  const booked = (from: number, to: number, traits: Partial<Parameters<typeof aBooking>[1]> = {}): Promise<Booking> =>
    aBooking(engine(), {
      userId: passenger,
      tripId: trip.id,
      status: 'CONFIRMED',
      section: { from, to },
      seats: [seat('A1')],
      ...traits,
    });
  const answerTo = (booking: Booking, traits: Parameters<typeof aScan>[1] = {}) =>
    scanningOn(engine(), clock).one(phone, aScan(booking, traits));
  const verdict = async (booking: Booking, traits: Parameters<typeof aScan>[1] = {}) => {
    const { result, reason } = await answerTo(booking, traits);
    return reason ?? result;
  };
  const takenUntil = async (booking: Booking, traits: Parameters<typeof aScan>[1] = {}) =>
    (await answerTo(booking, traits)).seatTakenUntil;
  const minute = (minutes: number): Instant => minutesAfter(DEPARTS, minutes);
  const after = (at: Instant): Instant => (at + 1) as Instant;

  it('a boarding scan is refused before the bus reaches the booking’s first stop, and after it leaves the booking’s last stop', async () => {
    const booking = await booked(1, 2);
    clock.set(minute(0));
    const verdicts = [];
    for (const stop of [0, 3, 1, 2, null]) verdicts.push(await verdict(booking, { stop }));
    expect(verdicts).to.deep.equal(['TOO_EARLY', 'TOO_LATE', 'BOARDED', 'ALREADY', 'ALREADY']);
  });

  it('a scan that names its stop is accepted from twelve hours before the bus leaves the booking’s first stop', async () => {
    const booking = await booked(1, 2);
    const first = hoursAfter(minute(110), -12);
    clock.set((first - 1) as Instant);
    expect([await verdict(booking, { stop: 1 }), await verdict(booking)]).to.deep.equal(['TOO_EARLY', 'TOO_EARLY']);
    clock.set(first);
    expect(await verdict(booking, { stop: 1 })).to.equal('BOARDED');
  });

  it('a scan that names no stop is refused after the booking’s last stop, and a scan that names a stop after the trip’s arrival', async () => {
    const booking = await booked(1, 2);
    clock.set(minute(200));
    expect(await verdict(booking)).to.equal('BOARDED');
    clock.set(after(minute(200)));
    expect(await verdict(booking)).to.equal('TOO_LATE');
    clock.set(trip.arrivesAt);
    expect(await verdict(booking, { stop: 2 })).to.equal('ALREADY');
    clock.set(after(trip.arrivesAt));
    expect(await verdict(booking, { stop: 2 })).to.equal('TOO_LATE');
  });

  it('a scan that names a stop which the trip does not have is invalid', async () => {
    const booking = await booked(1, 2);
    for (const stop of [4, -1, 1.5, '1', true, {}]) expect(await verdict(booking, { stop })).to.equal('INVALID');
  });

  it('a scan that undoes a boarding or reports a no-show is accepted at any stop', async () => {
    const booking = await booked(1, 2);
    expect(await verdict(booking, { stop: 3, action: 'NO_SHOW' })).to.equal('NO_SHOW');
    expect(await verdict(booking, { stop: 0, action: 'UNDO' })).to.equal('UNDONE');
    expect(await verdict(booking, { stop: 9, action: 'UNDO' })).to.equal('UNDONE');
  });

  it('a passenger who gets on at a later stop can be scanned before the trip departs', async () => {
    expect(await verdict(await booked(2, 3))).to.equal('BOARDED');
  });

  it('the answer to a scan says until which stop earlier passengers sit in the scanned passenger’s seat', async () => {
    await booked(0, 1);
    await booked(1, 2);
    const booking = await booked(2, 3);
    expect(await takenUntil(booking, { stop: 0 })).to.equal(2);
    expect(await takenUntil(booking, { stop: 1 })).to.equal(2);
    expect(await takenUntil(booking)).to.equal(2);
    expect(await takenUntil(booking, { stop: 2 })).to.equal(null);
  });

  it('the stop until which a scanned seat is taken ignores other seats, later passengers and unpaid bookings', async () => {
    await booked(0, 1, { seats: [seat('A2')] });
    await booked(0, 1, { status: 'PENDING_PAYMENT' });
    await booked(2, 3);
    const booking = await booked(1, 2);
    expect(await takenUntil(booking, { stop: 0 })).to.equal(null);
  });

  it('a scan of several seats answers with the last stop at which an earlier passenger leaves any of those seats', async () => {
    await booked(0, 1);
    await booked(0, 2, { seats: [seat('A2')] });
    const booking = await booked(2, 3, { seats: [seat('A1'), seat('A2')] });
    const [first] = await scanningOn(engine(), clock).seatIds(booking.id);
    expect(await takenUntil(booking, { stop: 1 })).to.equal(2);
    expect(await takenUntil(booking, { stop: 1, seat_ids: [first] })).to.equal(1);
  });

  it('a scanned seat counts as taken by an earlier passenger who was marked as a no-show', async () => {
    const missing = await booked(0, 1);
    await verdict(missing, { action: 'NO_SHOW' });
    expect(await takenUntil(await booked(1, 3))).to.equal(1);
  });

  it('the answer to a scan on the wrong trip names the cities and departure for which the passenger booked', async () => {
    const booking = await booked(1, 2);
    const { id: other } = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS });
    const { reason, trip: ticketed, seatTakenUntil } = await answerTo(booking, { trip_id: other });
    expect([reason, seatTakenUntil]).to.deep.equal(['WRONG_TRIP', null]);
    expect(ticketed).to.deep.equal({
      id: trip.id,
      sourceCity: 'Mugling',
      destinationCity: 'Dumre',
      departsAt: minute(110),
    });
  });

  it('a scan on a trip without stops on the way may name stop 0 or stop 1, and no other', async () => {
    const { id: plain } = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS });
    const booking = await aBooking(engine(), {
      userId: passenger,
      tripId: plain,
      status: 'CONFIRMED',
      seats: [seat('A1')],
    });
    expect(await verdict(booking, { stop: 2 })).to.equal('INVALID');
    expect(await verdict(booking, { stop: 0 })).to.equal('BOARDED');
    expect(await verdict(booking, { stop: 1 })).to.equal('ALREADY');
  });
});
