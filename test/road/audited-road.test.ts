import { expect } from 'chai';
import type { Finding } from '../../core/audit/finding.ts';
import { photoFindings } from '../../core/audit/road.ts';
import { runAudit } from '../../core/audit/run-audit.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { PlaceId } from '../../core/kernel/ids.ts';
import { daysAfter, hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { pruneDelivered } from '../../core/platform/prune.ts';
import { prunePoints } from '../../core/road/take-points.ts';
import { type Day, aDay, markPublished } from '../support/audited-day.ts';
import { calendar } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { KNOWN } from '../support/known-gateways.ts';

onEveryEngine('an audit of buses and places', (engine, database) => {
  let day: Day;
  let booking: Booking;
  let place: PlaceId;

  /** A trip with a point, a place with a photo, and a paid booking that was told of two delays and has a live link. */
  beforeEach(async () => {
    day = await aDay(engine());
    booking = await day.book('A1');
    await day.pay(booking);
    const plannedAt = day.bus.departsAt;
    const notice = { bookingId: booking.id, plannedAt, at: START };
    place = await engine().transact(async ({ places, lateNotices, liveLinks, tracks, catalogue }) => {
      await tracks.add(day.bus.id, [{ at: START, lat: 27.7, lon: 85.3, accuracy: null, speed: null }]);
      await lateNotices.add([
        { ...notice, number: 1, expectedAt: minutesAfter(plannedAt, 40), threshold: 20 },
        { ...notice, number: 2, expectedAt: minutesAfter(plannedAt, 25), threshold: 20 },
      ]);
      await liveLinks.codeOf(booking.id, 'abcdefghjkmnpqrs');
      const [city] = await catalogue.saveCities(['Kathmandu']);
      const names = { name: 'Kalanki', nameNe: null, landmark: null, landmarkNe: null };
      const coordinates = { lat: 27.69, lon: 85.28 };
      const added = await places.add({ operatorId: null, cityId: city!, coordinates, ...names });
      if (typeof added === 'string') throw new Error(added);
      await places.setPhoto(added.id, { large: 'large.jpg', small: 'small.jpg' });
      return added.id;
    });
    await markPublished(engine());
  });

  const lines = async (): Promise<readonly string[]> => {
    const { auditReader } = engine();
    const audit = runAudit({
      gateways: KNOWN,
      clock: day.paying.clock,
      calendar,
      auditReader,
      road: { positionDays: 7 },
    });
    const { findings } = await audit();
    return written(findings.filter(({ invariant }) => invariant === 'ROAD_DIFFERS'));
  };
  const written = (findings: readonly Finding[]) => findings.map(({ row, says }) => `${row}: ${says}`);
  const change = (table: string) => database().knex(table);

  it('an audit finds nothing wrong with points, messages and links', async () => {
    expect(await lines()).to.deep.equal([]);
  });

  it('an audit finds points that are a day older than POSITION_DAYS, until the clean-up job has run', async () => {
    await change('live_links').delete();
    day.paying.clock.set(daysAfter(START, 8));
    expect(await lines()).to.deep.equal([]);
    day.paying.clock.advance(1);
    expect(await lines()).to.deep.equal([`trip ${day.bus.id}: 1 point is older than 2026-11-20T04:16:00.000Z`]);
    await prunePoints({ ...engine(), clock: day.paying.clock })();
    expect(await lines()).to.deep.equal([]);
  });

  it('an audit finds a booking that was told twice of one threshold, but not one whose estimate fell by 15 minutes', async () => {
    const expectedAt = minutesAfter(day.bus.departsAt, 26);
    await change('late_notices').where({ number: 2 }).update({ expected_at: expectedAt });
    const says = 'message 2 about its late bus tells no more than the one before';
    expect(await lines()).to.deep.equal([`booking ${booking.id}: ${says}`]);
    await change('late_notices')
      .where({ number: 2 })
      .update({ expected_at: minutesAfter(day.bus.departsAt, 90), threshold: 90 });
    expect(await lines()).to.deep.equal([]);
  });

  it('an audit judges messages by the thresholds of their time, and none that does not tell its threshold', async () => {
    const expectedAt = minutesAfter(day.bus.departsAt, 46);
    await change('late_notices').where({ number: 2 }).update({ expected_at: expectedAt, threshold: 45 });
    expect(await lines(), 'LATE_MINUTES was 30,45 then').to.deep.equal([]);
    await change('late_notices').where({ number: 2 }).update({ threshold: null });
    expect(await lines()).to.deep.equal([]);
    await change('late_notices').where({ number: 2 }).update({ threshold: 30 });
    expect(await lines()).to.have.length(1);
  });

  it('an audit finds a live link of a cancelled booking; cancelling deletes it, and so does the clean-up job', async () => {
    await day.cancel(booking);
    expect(await change('live_links')).to.deep.equal([]);
    await engine().transact(({ liveLinks }) => liveLinks.codeOf(booking.id, 'abcdefghjkmnpqrs'));
    const says = 'its journey is over, and its live link is still there';
    expect(await lines()).to.deep.equal([`booking ${booking.id}: ${says}`]);
    await pruneDelivered({ ...engine(), clock: day.paying.clock })();
    expect(await lines()).to.deep.equal([]);
  });

  it('live links go four days after the planned arrival, and are missed a day later', async () => {
    const says = `booking ${booking.id}: its journey is over, and its live link is still there`;
    const ofLinks = async () => (await lines()).filter((line) => line === says);
    day.paying.clock.set(daysAfter(day.bus.arrivesAt, 5));
    expect(await ofLinks()).to.deep.equal([]);
    day.paying.clock.advance(1);
    expect(await ofLinks()).to.deep.equal([says]);
    day.paying.clock.set(daysAfter(day.bus.arrivesAt, 4));
    await pruneDelivered({ ...engine(), clock: day.paying.clock })();
    expect(await change('live_links')).to.have.length(1);
    day.paying.clock.advance(1);
    await pruneDelivered({ ...engine(), clock: day.paying.clock })();
    expect(await change('live_links')).to.deep.equal([]);
  });

  it('an audit finds a photo whose file is gone', async () => {
    const files = new Set(['large.jpg', 'small.jpg']);
    const gone = async () => written(await photoFindings(engine().auditReader, async (name) => files.has(name)));
    expect(await gone()).to.deep.equal([]);
    files.delete('small.jpg');
    expect(await gone()).to.deep.equal([`place ${place}: the file small.jpg of its photo is gone`]);
  });

  it('an audit does not miss the file of a photo that is replaced meanwhile', async () => {
    const hasPhoto = async (): Promise<boolean> => {
      await engine().transact(({ places }) => places.setPhoto(place, { large: 'new.jpg', small: 'new-small.jpg' }));
      return false;
    };
    expect(await photoFindings(engine().auditReader, hasPhoto)).to.deep.equal([]);
  });

  it('places at a door go 30 days after it was clear', async () => {
    const opensAt = hoursAfter(START, 1);
    await engine().transact(async ({ doors }) => {
      await doors.ensure(opensAt, { seed: 'seed', hash: 'hash' });
      const door = await doors.lock(opensAt);
      if (!door) throw new Error('There is no door.');
      await doors.addPlace({ doorId: door.id, userId: day.asha, place: 1, number: null, pass: null }, START);
      await doors.save({ ...door, clearedAt: opensAt });
    });
    const prune = async (minutes: number) => {
      day.paying.clock.set(minutesAfter(daysAfter(opensAt, 30), minutes));
      await pruneDelivered({ ...engine(), clock: day.paying.clock })();
      return (await change('door_places')).length;
    };
    expect([await prune(0), await prune(1)]).to.deep.equal([1, 0]);
  });
});
