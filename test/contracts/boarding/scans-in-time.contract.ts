import { expect } from 'chai';
import { type Conductor, conductorOf } from '../../../core/boarding/conductor.ts';
import type { AnsweredScan } from '../../../core/boarding/take-scans.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import type { OperatorId, TripId, UserId } from '../../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, changePlan, seat } from '../../support/catalogue.ts';
import { type HandClock, handClock, START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aScan, scanningOn } from '../../support/scanning.ts';

const DEPARTS = hoursAfter(START, 2);

onEveryEngine('scans before, during and after a journey', (engine) => {
  let clock: HandClock;
  let operatorId: OperatorId;
  let trip: TripId;
  let front: Conductor;
  let passenger: UserId;

  beforeEach(async () => {
    clock = handClock();
    ({ operatorId } = await anOperator(engine()));
    ({ id: trip } = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS }));
    passenger = await aPassengerId(engine());
    front = conductorOf({ deviceId: (await aDevice(engine(), { operatorId })).id, operatorId });
  });

  const on = () => scanningOn(engine(), clock);
  const booked = (seats: readonly string[], traits: Partial<Parameters<typeof aBooking>[1]> = {}): Promise<Booking> =>
    aBooking(engine(), { userId: passenger, tripId: trip, status: 'CONFIRMED', seats: seats.map(seat), ...traits });
  const scan = (by: Conductor, booking: Booking, traits: Parameters<typeof aScan>[1] = {}) =>
    on().one(by, aScan(booking, traits));
  const verdict = ({ result, reason, seats }: AnsweredScan) => [result, reason, seats.join(' ')];

  it('ticket scans are accepted from twelve hours before the trip’s departure until its arrival, both inclusive', async () => {
    const booking = await booked(['A1']);
    const { arrivesAt } = (await engine().transact(({ plannedTrips }) => plannedTrips.find(trip)))!;
    clock.set(hoursAfter(arrivesAt, 1));
    const [earliest, later] = [hoursAfter(DEPARTS, -12), (at: Instant, by: number) => (at + by) as Instant];
    const answers = [];
    for (const at of [later(earliest, -1), earliest, arrivesAt, later(arrivesAt, 1)])
      answers.push(verdict(await scan(front, booking, { mode: 'OFFLINE', action: 'NO_SHOW', at })));
    expect(answers).to.deep.equal([
      ['REFUSED', 'TOO_EARLY', ''],
      ['NO_SHOW', null, 'A1'],
      ['NO_SHOW', null, ''],
      ['REFUSED', 'TOO_LATE', ''],
    ]);
  });

  it('a ticket scan from a phone whose clock is ahead is stored with the server’s time', async () => {
    const booking = await booked(['A1']);
    const ahead = { mode: 'OFFLINE', at: hoursAfter(DEPARTS, 48) } as const;
    expect(verdict(await scan(front, booking, ahead))).to.deep.equal(['BOARDED', null, 'A1']);
    expect((await engine().officeBookings.find(booking.id))?.seats[0]?.boardedAt).to.equal(START);
  });

  it('a ticket scan after the trip’s arrival still records who boarded, and the booking stays COMPLETED', async () => {
    const [arrived, completed] = [await booked(['A1']), await booked(['A2'], { status: 'COMPLETED' })];
    await scan(front, arrived);
    clock.set(hoursAfter(DEPARTS, 48));
    const inTime = { mode: 'OFFLINE', at: minutesAfter(START, 1) } as const;
    expect(verdict(await scan(front, arrived, { ...inTime, action: 'UNDO' }))).to.deep.equal(['UNDONE', null, 'A1']);
    expect(verdict(await scan(front, completed, inTime))).to.deep.equal(['BOARDED', null, 'A2']);
    // The job that completes bookings has not run yet.
    expect(await on().statusOf(arrived.id)).to.equal('CHECKED_IN');
    expect([await on().statusOf(completed.id), await on().boarded(trip)]).to.deep.equal(['COMPLETED', 1]);
  });

  it('an offline ticket scan boards nobody on a cancelled trip, whatever the status of the booking', async () => {
    const [paid, refunded] = [await booked(['A1']), await booked(['A2'], { status: 'REFUNDED' })];
    const { id: elsewhere } = await aTrip(engine(), { bus: { operatorId }, departsAt: DEPARTS });
    const stranger = await booked(['A1'], { tripId: elsewhere });
    await changePlan(engine(), trip, { status: 'CANCELLED' });
    for (const booking of [paid, refunded]) {
      expect(verdict(await scan(front, booking))).to.deep.equal(['REFUSED', 'TRIP_CANCELLED', '']);
      const offline = await scan(front, booking, { mode: 'OFFLINE' });
      expect(verdict(offline)).to.deep.equal(['CONFLICT', 'TRIP_CANCELLED', '']);
    }
    expect((await scan(front, stranger, { mode: 'OFFLINE', trip_id: trip })).reason).to.equal('WRONG_TRIP');
    expect((await on().conflicts(trip)).map(({ seats, reason }) => `${seats.join(' ')} ${reason}`)).to.have.members([
      'A1 TRIP_CANCELLED',
      'A2 TRIP_CANCELLED',
    ]);
    expect(await on().statusOf(paid.id)).to.equal('CONFIRMED');
  });
});
