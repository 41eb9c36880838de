import { expect } from 'chai';
import { strToU8, zipSync } from 'fflate';
import { feedArchive } from '../../adapters/zip/feed-archive.ts';
import type { TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { type Instant, daysAfter, hoursAfter, secondsAfter } from '../../core/kernel/time.ts';
import { feedFindings } from '../../core/audit/road.ts';
import { TRIP_COLUMNS } from '../../core/road/gtfs/day-texts.ts';
import { FEED_LEASE, makeFeed } from '../../core/road/gtfs/make-feed.ts';
import { viewFeed } from '../../core/road/gtfs/view-feed.ts';
import { aTrip, calendar, changePlan } from '../support/catalogue.ts';
import { START, handClock } from '../support/clock.ts';
import { type Engine, onEveryEngine } from '../support/engines.ts';
import { filesIn, locateCities, readCsv } from '../support/feeds.ts';
import { aPlace } from '../support/places.ts';
import { aRoad } from '../support/roads.ts';
import { MONDAY, timetablesOn } from '../support/timetables.ts';

onEveryEngine('the stored timetable feed', (engine) => {
  const clock = handClock();
  beforeEach(() => clock.set(START));

  /** The job of one process. */
  const processOf = (processId = 'one', world: Engine = engine()) =>
    makeFeed({ ...world, clock, processId, feedArchive, pause: async () => undefined });
  const make = async () => {
    await locateCities(engine());
    return processOf()();
  };
  const filesNow = async () => filesIn((await engine().feedViews.feed())!.content);
  const tripsIn = async () => readCsv((await filesNow()).get('trips.txt')!).map((row) => Number(row['trip_id']));

  it('a trip on sale is published with its stops, times and fares', async () => {
    const { id } = await aRoad(engine(), { between: ['Mugling'] });
    expect(await make()).to.equal(1);
    const files = await filesNow();
    expect(readCsv(files.get('trips.txt')!)[0]).to.include({ trip_id: `${id}`, service_id: '20261122' });
    expect(
      readCsv(files.get('stop_times.txt')!).map((row) => [row['arrival_time'], row['departure_time']]),
    ).to.deep.equal([
      ['10:00:00', '10:00:00'],
      ['11:00:00', '11:10:00'],
      ['17:00:00', '17:00:00'],
    ]);
    expect(readCsv(files.get('fare_leg_rules.txt')!)).to.have.length(3);
    expect(readCsv(files.get('feed_info.txt')!)[0]).to.include({
      feed_start_date: '20261122',
      feed_end_date: '20261127',
    });
  });

  it('trips of a bus, company or day that is not on sale are not published until they have departed', async () => {
    const trips = [
      await aTrip(engine(), { bus: { approvalStatus: 'PENDING' } }),
      await aTrip(engine(), { bus: { status: 'INACTIVE' } }),
      await aTrip(engine(), { bus: { documents: [] } }),
    ];
    await make();
    expect(await tripsIn()).to.deep.equal([]);
    clock.set(trips[0]!.departsAt);
    await make();
    expect(await tripsIn()).to.have.members(trips.map(({ id }) => id));
  });

  it('a trip is published until 24 hours after its planned arrival', async () => {
    const { id, arrivesAt } = await aTrip(engine());
    clock.set((hoursAfter(arrivesAt, 24) - 1) as Instant);
    await make();
    expect(await tripsIn()).to.deep.equal([id]);
    clock.set(hoursAfter(arrivesAt, 24));
    await make();
    expect(await tripsIn()).to.deep.equal([]);
    expect(await engine().feedViews.days()).to.deep.equal([]);
  });

  it('a trip cancelled less than 7 days before departure is published until its planned arrival', async () => {
    const cancelled = async (at?: Instant) => {
      const trip = await aTrip(engine(), { departsAt: daysAfter(START, 9), status: 'CANCELLED' });
      if (at !== undefined)
        await engine().transact(({ tripCancellations }) =>
          tripCancellations.record([trip.id], { at, by: null, reason: null }),
        );
      return trip;
    };
    await cancelled();
    await cancelled(daysAfter(START, 2));
    const shown = await cancelled((daysAfter(START, 2) + 1) as Instant);
    await make();
    expect(await tripsIn()).to.deep.equal([shown.id]);
    clock.set(shown.arrivesAt);
    await make();
    expect(await tripsIn()).to.deep.equal([]);
  });

  it('only days with a changed trip are written anew', async () => {
    const trips = [48, 72, 96].map((hours) => aTrip(engine(), { departsAt: hoursAfter(START, hours) }));
    const [first] = await Promise.all(trips);
    expect(await make()).to.equal(3);
    expect(await processOf()(), 'nothing changed').to.equal(0);
    await changePlan(engine(), first!.id, { arrivesAt: hoursAfter(first!.arrivesAt, 1) });
    expect(await processOf()()).to.equal(1);
    expect((await filesNow()).get('stop_times.txt')).to.include('18:00:00');
  });

  it('a day is written anew when a point gets a place, and the feed when a place is renamed', async () => {
    const trip = await aTrip(engine());
    await changePlan(engine(), trip.id, { boardingPoints: [{ name: 'Kalanki', minutes: -15 }] });
    await make();
    const before = await engine().feedViews.head();
    expect(before!.leftOut).to.equal('cities=0, points=1, trips=0');
    const [kathmandu] = (await engine().cities.all()).filter(({ name }) => name === 'Kathmandu');
    const place = await aPlace(engine(), { cityId: kathmandu!.id, name: 'KALANKI' });
    expect(await processOf()()).to.equal(1);
    expect((await filesNow()).get('stop_times.txt')).to.include(`09:45:00,09:45:00,p${place.id}`);
    await engine().transact(({ places }) => places.change({ ...place, name: 'Kalanki Chowk' }));
    await processOf()();
    expect((await filesNow()).get('stop_times.txt')).not.to.include(`p${place.id}`);
  });

  it('a city that gets another centre shows, although no day is written anew', async () => {
    await aTrip(engine());
    await make();
    const [city] = await engine().cities.all();
    const moved = { nameNe: null, coordinates: { lat: 28.999, lon: 84.5 } };
    await engine().transact(({ cities }) => cities.describe(city!.id, moved));
    expect(await processOf()()).to.equal(0);
    expect((await filesNow()).get('stops.txt')).to.include(`c${city!.id},${city!.name},,28.999,84.5,1,`);
  });

  it('equal trips make equal bytes and tags, whatever process writes them', async () => {
    await aRoad(engine(), { between: ['Mugling'] });
    await make();
    const before = await engine().feedViews.feed();
    clock.set(secondsAfter(START, 60));
    const days = (await engine().feedViews.days()).map(({ day }) => day);
    await engine().transact(async ({ feeds }) => {
      await feeds.forgetDays(days);
      await feeds.publish({ etag: '"old"', leftOut: '', content: new Uint8Array() });
    });
    expect(await processOf('two')()).to.equal(1);
    const after = await engine().feedViews.feed();
    expect([after!.etag, after!.leftOut]).to.deep.equal([before!.etag, before!.leftOut]);
    expect(Buffer.from(after!.content).equals(Buffer.from(before!.content)), 'bytes').to.equal(true);
  });

  it('those who ask for a new feed at once share one read of its bytes, and a failed read is not kept', async () => {
    const { feedViews } = engine();
    let [reads, isDown] = [0, true];
    const view = viewFeed({
      ...engine(),
      feedViews: {
        ...feedViews,
        feed: async () => {
          reads += 1;
          if (isDown) throw new Error('The database is down.');
          return feedViews.feed();
        },
      },
    });
    await aTrip(engine());
    await make();
    const ask = () => Promise.allSettled(Array.from({ length: 5 }, view));
    expect((await ask()).map(({ status }) => status)).to.deep.equal(Array.from({ length: 5 }, () => 'rejected'));
    [reads, isDown] = [0, false];
    expect((await ask()).map(({ status }) => status)).to.deep.equal(Array.from({ length: 5 }, () => 'fulfilled'));
    expect(reads).to.equal(1);
    await aTrip(engine(), { departsAt: hoursAfter(START, 96) });
    await processOf()();
    await ask();
    expect(reads, 'after a change').to.equal(2);
    expect((await view())?.etag).to.equal((await feedViews.head())?.etag);
  });

  it('a long page of trips is written in parts, between which other work gets its turn', async () => {
    const trip = await aTrip(engine());
    await locateCities(engine());
    const { feedViews } = engine();
    const trips: typeof feedViews.trips = async (...of) => {
      const page = await feedViews.trips(...of);
      const [first] = page.trips();
      return {
        ...page,
        trips: () => Array.from({ length: 120 }, (_, more) => ({ ...first!, id: (trip.id + more) as TripId })),
      };
    };
    let pauses = 0;
    const pause = async (): Promise<void> => void (pauses += 1);
    await makeFeed({ ...engine(), feedViews: { ...feedViews, trips }, clock, feedArchive, pause })();
    expect([pauses, (await tripsIn()).length]).to.deep.equal([3, 120]);
  });

  it('one process writes at a time, and another takes over when it is gone', async () => {
    await aTrip(engine());
    await make();
    await aTrip(engine(), { departsAt: hoursAfter(START, 96) });
    expect(await processOf('two')()).to.equal(0);
    clock.set(secondsAfter(START, 45));
    expect(await processOf('two')()).to.equal(1);
  });

  it('a process that stalls while it packs the feed does not replace the feed of the next', async () => {
    const trip = await aTrip(engine());
    await locateCities(engine());
    let hasStalled = false;
    const zip: typeof feedArchive.zip = async (files) => {
      const content = await feedArchive.zip(files);
      if (hasStalled) return content;
      hasStalled = true;
      clock.set(secondsAfter(START, 46));
      await changePlan(engine(), trip.id, { arrivesAt: hoursAfter(trip.arrivesAt, 1) });
      await processOf('two')();
      return content;
    };
    const pause = async () => undefined;
    const stalling = makeFeed({ ...engine(), clock, processId: 'one', feedArchive: { ...feedArchive, zip }, pause });
    await stalling();
    expect((await filesNow()).get('stop_times.txt')).to.include('18:00:00');
  });

  it('a feed that was replaced by an older one is published again by a process that found nothing new', async () => {
    await aTrip(engine());
    await locateCities(engine());
    const run = processOf();
    await run();
    const { etag } = (await engine().feedViews.head())!;
    await engine().transact(({ feeds }) => feeds.publish({ etag: '"old"', leftOut: '', content: new Uint8Array() }));
    await run();
    expect((await engine().feedViews.head())!.etag).to.equal(etag);
  });

  it('the trips that a changed timetable retimes are retimed for the realtime feeds, and no other trips', async () => {
    const world = await timetablesOn(engine());
    const { id } = await world.add();
    const retimed = () => engine().feedViews.retimedIds(0 as Instant);
    expect(await retimed(), 'new trips').to.deep.equal([]);
    await world.change(id, { fare: paisa(130_000) });
    expect(await retimed(), 'another fare').to.deep.equal([]);
    await world.change(id, { departs: '08:00' }, MONDAY);
    const trips = Object.entries(await world.tripsOf(id)).filter(([day]) => day >= MONDAY);
    expect(await retimed()).to.have.members(trips.map(([, trip]) => trip.id));
    const live = await engine().feedViews.liveTrips(await retimed(), 0 as Instant, START);
    expect(live.map(({ isRetimed }) => isRetimed)).to.deep.equal(trips.map(() => true));
  });

  it('an audit finds a trip that for two minutes is not once in the feed, while a process writes it', async () => {
    const { id } = await aRoad(engine(), { between: ['Mugling'] });
    await make();
    /** `meanwhile` happens in the two minutes of the audit. */
    const found = async (meanwhile: () => Promise<unknown>): Promise<readonly string[]> => {
      const pause = async (milliseconds: number): Promise<void> => {
        if (milliseconds === 0) return;
        clock.set(secondsAfter(clock(), milliseconds / 1_000));
        await meanwhile();
      };
      const findings = await feedFindings({
        ...engine(),
        clock,
        calendar,
        pause,
        feedArchive,
        reader: engine().auditReader,
      });
      return findings.map(({ row, says }) => `${row}: ${says}`);
    };
    const renew = () =>
      engine().transact(({ leases }) =>
        leases.take({ name: FEED_LEASE, holder: 'one' }, secondsAfter(clock(), 45), clock()),
      );
    expect(await found(renew)).to.deep.equal([]);
    const { id: added } = await aRoad(engine(), { between: ['Mugling'] });
    expect(await found(processOf()), 'a trip of a moment ago').to.deep.equal([]);
    const head = (await engine().feedViews.head())!;
    const rows = `${TRIP_COLUMNS.join(',')}\r\na,20261122,${id}\r\na,20261122,${id}\r\n`;
    const zip = zipSync({ 'trips.txt': strToU8(rows) });
    await engine().transact(({ feeds }) => feeds.publish({ ...head, content: zip }));
    expect(await found(renew)).to.have.members([
      `trip ${id}: the timetable feed has it 2 times, not once`,
      `trip ${added}: the timetable feed has it 0 times, not once`,
    ]);
    expect(await found(async () => undefined), 'no process writes it').to.deep.equal([]);
  });

  it('a job that is asked to stop stores no further day', async () => {
    await aTrip(engine());
    await locateCities(engine());
    expect(await processOf()(Promise.resolve())).to.equal(0);
    expect(await engine().feedViews.head()).to.equal(undefined);
  });

  it('the next page of a day begins after the last trip of the page before', async () => {
    const { busId } = await aTrip(engine());
    for (let number = 0; number < 3; number += 1) await aTrip(engine(), { busId });
    await locateCities(engine());
    const departs = { start: START, end: daysAfter(START, 3) };
    const whole = await engine().feedViews.trips(departs, START);
    const ids = whole.trips().map(({ id }) => id);
    const rest = await engine().feedViews.trips(departs, START, {
      departsAt: whole.trips()[1]!.departsAt,
      id: ids[1]!,
    });
    expect(rest.trips().map(({ id }) => id)).to.deep.equal(ids.slice(2));
    expect(whole.after).to.equal(undefined);
  });
});
