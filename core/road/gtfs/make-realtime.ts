import type { Calendar } from '../../kernel/calendar.ts';
import type { TripId } from '../../kernel/ids.ts';
import { type Instant, daysAfter, earlierOf, laterOf, minutesAfter, secondsAfter } from '../../kernel/time.ts';
import { type ExpectedStop, positionAt, stopsAhead, uncutStopsAhead } from '../estimate.ts';
import { expectedDelay, holdingAt } from '../evidence.ts';
import { expectedLateness } from '../late.ts';
import type { Tracked } from '../track-trip.ts';
import type { RoadWorld } from '../world.ts';
import { mapOf } from './feed-map.ts';
import { type FeedMap, type FeedTrip, CANCELLED_DAYS, LONGEST_DAYS } from './feed-trip.ts';
import type { LiveTrip } from './ports.ts';
import type { RealtimeEntity, RealtimeFeed, RealtimeFeedName, RealtimeStop, RealtimeTrip } from './realtime.ts';
import { type StopRow, stopRowsOf } from './stop-rows.ts';

/** Seconds for which feeds are kept before they are made anew. */
const FRESH_SECONDS = 15;
const FRESH_MS = FRESH_SECONDS * 1_000;
/** Days for which a trip counts as newly retimed. */
const RETIMED_DAYS = 7;
/** Trips that are written before other work gets its turn. */
const TRIPS_AT_ONCE = 20;
/** Trips that are read with one statement. */
const PAGE = 200;

type Feeds = Readonly<Record<RealtimeFeedName, RealtimeFeed>>;

export type ViewRealtime = ReturnType<typeof viewRealtime>;

/**
 * Reads a feed of what differs from the timetable now. All three are made together when somebody asks for one, and kept
 * for 15 seconds. Those who ask at once share one making.
 */
export const viewRealtime = (world: RoadWorld) => {
  let kept: { readonly until: Instant; readonly feeds: Promise<Feeds> } | undefined;
  return async (name: RealtimeFeedName): Promise<RealtimeFeed> => {
    const clock = world.clock();
    // All processes make their feeds for the same moments, so that their tags agree and no header runs back.
    const now = (clock - (clock % FRESH_MS)) as Instant;
    if (!kept || now >= kept.until) {
      const made = { until: secondsAfter(now, FRESH_SECONDS), feeds: makeFeeds(world, now) };
      kept = made;
      made.feeds.catch(() => {
        // The next person who asks must not get the same failure.
        if (kept === made) kept = undefined;
      });
    }
    return (await kept.feeds)[name];
  };
};

async function makeFeeds(world: RoadWorld, now: Instant): Promise<Feeds> {
  const { feedViews, realtimeWriter, findTracked, pause } = world;
  const map = mapOf(await feedViews.source());
  const written: Record<RealtimeEntity['kind'], Uint8Array[]> = { update: [], vehicle: [], alert: [] };
  const retimedSince = daysAfter(now, -RETIMED_DAYS);
  const ids = await liveIds(world, retimedSince, now);
  for (let first = 0; first < ids.length; first += PAGE) {
    const trips = await feedViews.liveTrips(ids.slice(first, first + PAGE), retimedSince, now);
    for (const [index, live] of trips.entries()) {
      if (index % TRIPS_AT_ONCE === 0) await pause(0);
      const tracked =
        live.cancelledFor === undefined ? begun(await findTracked(live.trip.id, world.clock()), now) : undefined;
      for (const entity of entitiesOf(world, { live, tracked, map }, now))
        written[entity.kind].push(realtimeWriter.entity(entity));
    }
  }
  await pause(0);
  return {
    'trip-updates': realtimeWriter.feed(written.update, now),
    'vehicle-positions': realtimeWriter.feed(written.vehicle, now),
    alerts: realtimeWriter.feed(written.alert, now),
  };
}

/** A delay that was said since the feed's moment counts already. */
const begun = (tracked: Tracked | undefined, now: Instant): Tracked | undefined => {
  if (!tracked?.known.said) return tracked;
  const said = { ...tracked.known.said, at: earlierOf(tracked.known.said.at, now) };
  return { ...tracked, known: { ...tracked.known, said } };
};

/** The trips of which something may be known. Other work gets its turn between two looks. */
async function liveIds(
  { feedViews, pause }: RoadWorld,
  retimedSince: Instant,
  now: Instant,
): Promise<readonly TripId[]> {
  const ids = new Set(await feedViews.retimedIds(retimedSince));
  const end = daysAfter(now, CANCELLED_DAYS);
  for (let start = daysAfter(now, -LONGEST_DAYS); start < end; start = daysAfter(start, 1)) {
    await pause(0);
    for (const id of await feedViews.liveIds({ start, end: daysAfter(start, 1) }, now)) ids.add(id);
  }
  return [...ids].sort((one, other) => one - other);
}

interface Known {
  readonly live: LiveTrip;
  /** Undefined for a cancelled trip. */
  readonly tracked: Tracked | undefined;
  readonly map: FeedMap;
}

/** The entities of a trip. Empty if the timetable leaves the trip out, or nothing is known that differs from it. */
function entitiesOf(
  { calendar, lateMinutes }: Pick<RoadWorld, 'calendar' | 'lateMinutes'>,
  { live, tracked, map }: Known,
  now: Instant,
): readonly RealtimeEntity[] {
  const { rows } = stopRowsOf(live.trip, map);
  const [first] = rows;
  if (!first) return [];
  const trip = namedTrip(calendar, live.trip, first);
  if (!tracked)
    return [
      { kind: 'update', trip, isCancelled: true, stops: [] },
      { kind: 'alert', trip, cause: live.cancelledFor ?? 'OTHER', lateMinutes: null },
    ];
  const position = positionAt(tracked.road, tracked.known, now);
  const entities: RealtimeEntity[] = [];
  const isExpected = position !== undefined && position.eta.length > 0;
  if (isExpected || live.isRetimed) {
    const stops = isExpected ? expectedRows(live.trip, tracked, rows, now) : plannedRows(live.trip, tracked, rows);
    if (stops.length > 0) entities.push({ kind: 'update', trip, isCancelled: false, stops });
  }
  if (position?.fix && tracked.mode === 'PUBLIC') {
    const { lat, lon, speed, at } = position.fix;
    entities.push({ kind: 'vehicle', trip, spot: { lat, lon }, speed, at });
  }
  // Not cut to now: a bus of which nothing is heard is not late.
  const late = isExpected
    ? Math.round(expectedLateness(tracked.road, uncutStopsAhead(tracked.road, tracked.known, now)))
    : 0;
  if (position && late >= (lateMinutes[0] ?? Infinity))
    entities.push({ kind: 'alert', trip, cause: position.said?.reason ?? 'UNKNOWN', lateMinutes: late });
  return entities;
}

const namedTrip = (calendar: Calendar, trip: FeedTrip, first: StopRow): RealtimeTrip => ({
  id: trip.id,
  day: calendar.date(minutesAfter(trip.departsAt, first.arrives)).replaceAll('-', ''),
});

/** The rows of a trip with their planned times; none once the bus has arrived. */
const plannedRows = ({ departsAt }: FeedTrip, { known }: Tracked, rows: readonly StopRow[]): readonly RealtimeStop[] =>
  known.arrivedAt !== null
    ? []
    : rows.map(({ stopId, arrives, departs }, index) => ({
        sequence: index + 1,
        stopId,
        arrives: minutesAfter(departsAt, arrives),
        departs: minutesAfter(departsAt, departs),
      }));

/** The rows of the stops that are ahead, with the estimated times. Times never run back. */
function expectedRows(
  { departsAt }: FeedTrip,
  { road, known }: Tracked,
  rows: readonly StopRow[],
  now: Instant,
): readonly RealtimeStop[] {
  if (known.arrivedAt !== null) return [];
  const ahead = new Map<number, ExpectedStop>(stopsAhead(road, known, now).map((stop) => [stop.stop, stop]));
  const said = holdingAt(road, known.said, now);
  let latest = 0 as Instant;
  return rows.flatMap((row, index): readonly RealtimeStop[] => {
    const expected = ahead.get(row.stop);
    if (!expected) return [];
    const delay = expectedDelay(known, row.stop, said);
    // The bus has left the boarding points behind it although it has not left their stop.
    if (row.stop > 0 || row.place === undefined) latest = laterOf(latest, now);
    const moment = (minutes: number, late: number): Instant => laterOf(minutesAfter(departsAt, minutes + late), latest);
    // Passengers get on no earlier than planned, and not before the bus has come.
    latest = row.dropsOff
      ? moment(row.arrives, delay)
      : laterOf(moment(row.arrives, Math.max(0, delay)), expected.at ?? latest);
    const arrives = latest;
    if (row.picksUp) latest = moment(row.departs, Math.max(0, delay));
    return [{ sequence: index + 1, stopId: row.stopId, arrives, departs: latest }];
  });
}
