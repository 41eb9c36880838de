import type { CityId, PlaceId } from '../../../core/kernel/ids.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import type { TrackViews } from '../../../core/road/track-ports.ts';
import { COMPANY } from './companies.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { BOOKING, type Calls, LIMIT, N, NOW, SINCE, TRIP, seldom } from './rows.ts';

const PLACE = N as PlaceId;
const SPOT = { coordinates: { lat: 27.69, lon: 85.28 }, nameNe: null, landmark: null, landmarkNe: null };
const PACKED = { packed: '', digest: '' };
const LEFT_OUT = { cities: [], points: [], trips: 0 };
const FACTS = { routes: [], cityStops: [], places: [], stations: [], services: [], leftOut: LEFT_OUT };
const FEED_DAY = { day: '2026-12-01', digest: '', facts: FACTS, trips: PACKED, stopTimes: PACKED };

/** The calls of the reads that a transaction and a screen share. */
const trackCalls = <Given>(viewsOf: (given: Given) => TrackViews) =>
  ({
    find: (given) => viewsOf(given).find(TRIP),
    spots: (given) => viewsOf(given).spots(COMPANY, [2 as CityId, 3 as CityId], ['place 7']),
    points: (given) => viewsOf(given).points(TRIP),
  }) as const satisfies Calls<Given, TrackViews>;

export const ROAD_CALLS = {
  places: {
    add: ({ places }) => places.add({ operatorId: COMPANY, cityId: 2 as CityId, name: 'Kalanki', ...SPOT }),
    named: ({ places }) => places.named(COMPANY, 2 as CityId, 'Kalanki'),
    lock: ({ places }) => places.lock(PLACE),
    change: async ({ places }) => {
      const place = await places.lock(PLACE);
      if (place) await places.change({ ...place, ...SPOT });
    },
    setPhoto: ({ places }) => places.setPhoto(PLACE, null),
    remove: ({ places }) => places.remove(PLACE),
  },
  tracks: {
    ...trackCalls<Stores>(({ tracks }) => tracks),
    lock: ({ tracks }) => tracks.lock(TRIP),
    add: ({ tracks }) => tracks.add(TRIP, [{ at: NOW, lat: 27.69, lon: 85.28, accuracy: null, speed: null }]),
    forgetBefore: ({ tracks }) => tracks.forgetBefore(TRIP, SINCE),
    say: ({ tracks }) => tracks.say(TRIP, { at: NOW, minutes: 40, reason: 'WEATHER', stop: 0 }),
    forget: ({ tracks }) => tracks.forget(COMPANY),
    prune: ({ tracks }) => tracks.prune(SINCE, LIMIT),
  },
  punctuality: {
    keep: ({ punctuality }) => punctuality.keep(TRIP, [{ stop: 1, expectedAt: NOW }], NOW),
    estimateAt: ({ punctuality }) => punctuality.estimateAt(TRIP, 1, NOW),
    passings: ({ punctuality }) => punctuality.passings(TRIP),
    pass: ({ punctuality }) =>
      punctuality.pass(TRIP, { stop: 1, city: N as CityId, passedAt: NOW, late: 5, error30: null, error90: 3 }),
    takeBack: ({ punctuality }) => punctuality.takeBack(TRIP, [1]),
    pruneEstimates: ({ punctuality }) => punctuality.pruneEstimates(SINCE, LIMIT),
    prunePassings: ({ punctuality }) => punctuality.prunePassings(SINCE, LIMIT),
  },
  lateNotices: {
    bookingsOn: ({ lateNotices }) => lateNotices.bookingsOn(TRIP),
    add: ({ lateNotices }) =>
      lateNotices.add([{ bookingId: BOOKING, number: 1, plannedAt: NOW, expectedAt: NOW, threshold: 0, at: NOW }]),
    tripSaidLate: ({ lateNotices }) => lateNotices.tripSaidLate(TRIP, 40, 20),
    tripLate: ({ lateNotices }) => lateNotices.tripLate(TRIP, 40, 20),
    prune: ({ lateNotices }) => lateNotices.prune(SINCE, LIMIT),
  },
  feeds: {
    keepDay: ({ feeds }) => feeds.keepDay(FEED_DAY),
    forgetDays: ({ feeds }) => feeds.forgetDays(['2026-12-01']),
    publish: ({ feeds }) => feeds.publish({ etag: '"a"', leftOut: '', content: new Uint8Array() }),
    keepRetimed: ({ feeds }) => feeds.keepRetimed([TRIP], NOW),
  },
} as const satisfies Partial<Calls<Stores, Stores>>;

export const ROAD_VIEW_CALLS = {
  punctualityViews: {
    passed: ({ punctualityViews }) => punctualityViews.passed(COMPANY, { start: SINCE, end: NOW }),
  },
  trackViews: trackCalls<Views>(({ trackViews }) => trackViews),
  placeViews: {
    find: ({ placeViews }) => placeViews.find(PLACE),
    all: async ({ placeViews }) => {
      for (const filter of [{ owners: [COMPANY, null] }, { owners: [null], cityId: 2 as CityId }])
        await placeViews.all(filter);
    },
  },
  feedViews: {
    // Reads all cities, places and companies, which the feed names.
    source: seldom,
    nextDeparture: ({ feedViews }) => feedViews.nextDeparture(NOW, NOW),
    trips: async ({ feedViews }) => {
      const day = { start: NOW, end: daysAfter(NOW, 1) };
      await feedViews.trips(day, NOW);
      await feedViews.trips(day, NOW, { departsAt: NOW, id: N });
    },
    liveIds: ({ feedViews }) => feedViews.liveIds({ start: SINCE, end: daysAfter(SINCE, 1) }, NOW),
    retimedIds: ({ feedViews }) => feedViews.retimedIds(SINCE),
    liveTrips: ({ feedViews }) => feedViews.liveTrips([TRIP], SINCE, NOW),
    days: ({ feedViews }) => feedViews.days(),
    day: ({ feedViews }) => feedViews.day('2026-12-01'),
    head: ({ feedViews }) => feedViews.head(),
    feed: ({ feedViews }) => feedViews.feed(),
  },
} as const satisfies Partial<Calls<Views, Views>>;
