import { expect } from 'chai';
import { conductorOf } from '../../../core/boarding/conductor.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, changePlan } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { aDevice } from '../../support/devices.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { anOperator, aPassengerId } from '../../support/people.ts';
import { aScan, scanningOn, tokenFor } from '../../support/scanning.ts';

/** The largest number of scans in one request. */
const SCANS = 200;

onEveryEngine('a batch of scans with every kind of fault', (engine) => {
  it('ticket scans sent in one request, each with a different fault, are answered one by one in the order sent', async () => {
    const { operatorId } = await anOperator(engine());
    const passenger = await aPassengerId(engine());
    const tripAt = (hours: number, traits: object = { bus: { operatorId } }) =>
      aTrip(engine(), { departsAt: hoursAfter(START, hours), seats: 100, ...traits });
    const bookedOn = ({ id: tripId }: { readonly id: Booking['tripId'] }, traits: object = {}): Promise<Booking> =>
      aBooking(engine(), { userId: passenger, tripId, status: 'CONFIRMED', seatsCount: 1, ...traits });

    const trip = await tripAt(2);
    const [other, early, arrived, off] = [await tripAt(3), await tripAt(20), await tripAt(-30), await tripAt(4)];
    const [elsewhere, tomorrow, yesterday, stranded, theirs] = [
      await bookedOn(other),
      await bookedOn(early),
      await bookedOn(arrived),
      await bookedOn(off),
      await bookedOn(await tripAt(2, {})),
    ];
    await changePlan(engine(), off.id, { status: 'CANCELLED' });
    const cancelled = await bookedOn(trip, { status: 'REFUNDED' });
    const unpaid = await bookedOn(trip, { status: 'PENDING_PAYMENT' });
    const boardedBefore = await bookedOn(trip);
    const absent = await bookedOn(trip);

    const on = scanningOn(engine(), handClock(minutesAfter(START, 1)));
    const phone = async (name: string) =>
      conductorOf({ deviceId: (await aDevice(engine(), { operatorId, name })).id, operatorId });
    const [front, back] = [await phone('Front door'), await phone('Back door')];
    await on.one(back, aScan(boardedBefore));

    type Verdict = readonly [scan: unknown, result: string, reason: string | null];
    const kinds: readonly (() => Promise<Verdict> | Verdict)[] = [
      async () => [aScan(await bookedOn(trip)), 'BOARDED', null],
      () => [aScan(boardedBefore), 'ALREADY', null],
      () => [aScan(boardedBefore, { mode: 'OFFLINE' }), 'CONFLICT', 'ALREADY'],
      () => [aScan(absent, { action: 'UNDO' }), 'UNDONE', null],
      () => [aScan(absent, { action: 'NO_SHOW' }), 'NO_SHOW', null],
      () => [aScan(elsewhere, { trip_id: trip.id }), 'REFUSED', 'WRONG_TRIP'],
      () => [aScan(stranded), 'REFUSED', 'TRIP_CANCELLED'],
      () => [aScan(cancelled), 'REFUSED', 'CANCELLED'],
      () => [aScan(cancelled, { mode: 'OFFLINE' }), 'CONFLICT', 'CANCELLED'],
      () => [aScan(unpaid), 'REFUSED', 'NOT_PAID'],
      () => [aScan(tomorrow), 'REFUSED', 'TOO_EARLY'],
      () => [aScan(yesterday), 'REFUSED', 'TOO_LATE'],
      () => [aScan(absent, { places: 2 }), 'REFUSED', 'UNKNOWN_SEAT'],
      () => [aScan(absent, { seat_ids: [2 ** 31 - 1] }), 'REFUSED', 'UNKNOWN_SEAT'],
      () => [aScan(theirs), 'REFUSED', 'INVALID'],
      () => [aScan(absent, { token: tokenFor(absent) }), 'REFUSED', 'INVALID'],
      () => [aScan(absent, { booking_id: undefined, token: 'edited' }), 'REFUSED', 'INVALID'],
      () => [aScan(absent, { scanned_at: '2026-02-30T00:00:00Z' }), 'REFUSED', 'INVALID'],
      () => [null, 'REFUSED', 'INVALID'],
    ];
    const sent: Verdict[] = [];
    for (let index = 0; index < SCANS; index += 1) sent.push(await kinds[index % kinds.length]!());

    const answers = await on.take(
      front,
      sent.map(([scan]) => scan),
    );
    expect(answers.map(({ result, reason }) => [result, reason])).to.deep.equal(
      sent.map(([, result, reason]) => [result, reason]),
    );
    const boarded = sent.filter(([, result]) => result === 'BOARDED').length;
    expect(await on.boarded(trip.id)).to.equal(boarded + 1);
  });
});
