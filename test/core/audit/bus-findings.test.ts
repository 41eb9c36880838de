import { expect } from 'chai';
import type { BusId, TripId } from '../../../core/kernel/ids.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type Day, aDay, markPublished } from '../../support/audited-day.ts';
import { aBus, aTrip, changePlan } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';

onEveryEngine('an audit of buses', (engine) => {
  let day: Day;
  let bus: BusId;
  let made = 0;

  beforeEach(async () => {
    day = await aDay(engine());
    bus = await aBus(engine());
  });

  /** Adds a trip of seven hours, even if the bus is on another trip. */
  const aTripAt = async (departsAt: Instant, kind: string, more: Parameters<typeof aTrip>[1] = {}): Promise<TripId> => {
    made += 1;
    return (await aTrip(engine(), { busId: bus, key: `${kind}${made}`, departsAt, ...more })).id;
  };
  const found = async () =>
    (await day.audit()).findings.map(({ invariant, row, says }) => `${invariant} ${row} ${says}`);

  it('an audit finds a planned trip that overlaps an older trip of the same bus', async () => {
    const later = await aTripAt(hoursAfter(START, 30), 'office:');
    const earlier = await aTripAt(hoursAfter(START, 24), 'timetable:1@');
    expect(await found()).to.deep.equal([`BUS_ELSEWHERE trip ${earlier} its bus is on trip ${later} at the same time`]);
  });

  it('an audit finds every trip that overlaps a long trip of the same bus, or leaves at the same moment', async () => {
    const long = await aTripAt(hoursAfter(START, 24), 'office:', { arrivesAt: hoursAfter(START, 72) });
    const [inside, again] = [
      await aTripAt(hoursAfter(START, 30), 'office:'),
      await aTripAt(hoursAfter(START, 50), 'office:'),
    ];
    const same = await aTripAt(hoursAfter(START, 50), 'timetable:2@');
    await aTripAt(hoursAfter(START, 72), 'office:');
    const pairs = [
      [inside, long],
      [again, long],
      [same, long],
      [same, again],
    ];
    expect(await found()).to.deep.equal(
      pairs.map(([trip, older]) => `BUS_ELSEWHERE trip ${trip} its bus is on trip ${older} at the same time`),
    );
  });

  it('an audit accepts trips that follow each other without a pause, cancelled trips, and trips of another bus', async () => {
    await aTripAt(hoursAfter(START, 24), 'office:');
    await aTripAt(hoursAfter(START, 31), 'office:');
    await aTripAt(hoursAfter(START, 17), 'timetable:1@');
    await aTripAt(hoursAfter(START, 24), 'office:', { status: 'CANCELLED' });
    await aTripAt(hoursAfter(START, 24), 'office:', { busId: await aBus(engine()) });
    expect(await found()).to.deep.equal([]);
  });

  it('an audit accepts imported trips of one bus that overlap each other or planned trips', async () => {
    await aTripAt(hoursAfter(START, 24), 'sunrise-');
    await aTripAt(hoursAfter(START, 25), 'office:');
    await aTripAt(hoursAfter(START, 26), 'sunrise-');
    expect(await found()).to.deep.equal([]);
  });
});

onEveryEngine('an audit of buses without a seat map', (engine) => {
  let day: Day;
  beforeEach(async () => {
    day = await aDay(engine());
    await take(7);
    await take(5, 'PENDING_PAYMENT');
  });

  const take = (seatsCount: number, status: 'CONFIRMED' | 'PENDING_PAYMENT' = 'CONFIRMED') =>
    aBooking(engine(), { userId: day.asha, tripId: day.minibus.id, seatsCount, status });
  /** Gives the trip a bus with fewer places, without the usual check. */
  const onBusOf = async (seats: number) =>
    changePlan(engine(), day.minibus.id, { busId: (await aTrip(engine(), { seats })).busId });
  const found = async () => {
    await markPublished(engine());
    const { findings } = await day.audit();
    return findings.flatMap(({ invariant, row, says }) => (invariant === 'PLACES_OVERSOLD' ? [`${row}: ${says}`] : []));
  };

  it('an audit finds nothing wrong with a fully booked bus without a seat map', async () => {
    expect(await found()).to.deep.equal([]);
  });

  it('an audit finds a trip with more places booked than its bus has', async () => {
    await onBusOf(6);
    expect(await found()).to.deep.equal([`trip ${day.minibus.id}: 12 places are taken, and the bus has 6`]);
  });

  it('an audit does not count unpaid places whose payment deadline may pass while the audit reads', async () => {
    await onBusOf(7);
    expect(await found()).to.have.length(1);
    day.paying.clock.set(minutesAfter(START, 13));
    expect(await found()).to.deep.equal([]);
    await onBusOf(6);
    expect(await found()).to.deep.equal([`trip ${day.minibus.id}: 7 places are taken, and the bus has 6`]);
  });

  it('an audit ignores too many booked places on a trip that has departed or is cancelled', async () => {
    await onBusOf(6);
    await changePlan(engine(), day.minibus.id, { status: 'CANCELLED' });
    expect(await found()).to.deep.equal([]);
    await changePlan(engine(), day.minibus.id, { status: 'ACTIVE' });
    expect(await found()).to.have.length(1);
    day.paying.clock.set(day.minibus.departsAt);
    expect(await found()).to.deep.equal([]);
  });
});
