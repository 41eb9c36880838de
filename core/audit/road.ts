import type { BookingId, PlaceId, TripId } from '../kernel/ids.ts';
import { type Instant, daysAfter, toIso } from '../kernel/time.ts';
import { isFall, toldMinutes } from '../road/late.ts';
import type { LateNotice } from '../road/late-ports.ts';
import { publishedTrips } from '../road/gtfs/make-feed.ts';
import type { RoadWorld } from '../road/world.ts';
import type { Finding } from './finding.ts';

/** The settings by which facts about buses are judged. */
export interface RoadTerms {
  /** The days for which points of buses are kept. */
  readonly positionDays: number;
}

/** A message about a late bus that follows another one to the same booking. */
export interface RepeatedNotice extends Pick<LateNotice, 'bookingId' | 'number' | 'expectedAt'> {
  /** The threshold by the settings of the moment of telling. Null for messages of releases that did not keep it. */
  readonly threshold: number | null;
  /** The plan and the estimate that the message before it told. */
  readonly plannedBefore: Instant;
  readonly toldBefore: Instant;
}

export interface RoadAuditReader {
  /** Trips with points of before a moment, with their number. */
  oldPoints(before: Instant): Promise<readonly { readonly tripId: TripId; readonly count: number }[]>;
  repeatedNotices(): Promise<readonly RepeatedNotice[]>;
  /** Bookings with a live link although they have no valid ticket, or arrived before a moment by the plan. */
  endedLinks(before: Instant): Promise<readonly BookingId[]>;
  /** The files of all photos of places. */
  photos(): Promise<readonly PhotoFile[]>;
  /** Whether some process has the right to write the timetable feed at a moment. */
  isFeedWritten(now: Instant): Promise<boolean>;
}

interface PhotoFile {
  readonly placeId: PlaceId;
  readonly fileName: string;
}

/** Points are deleted every ten minutes, and are missed only a day later. */
const GRACE_DAYS = 1;
/** Days after the planned arrival after which live links are deleted. */
const LINK_DAYS = 4;

/** Finds what was kept too long or told twice. Without `terms`, judges live links alone. */
export async function roadFindings(
  reader: RoadAuditReader,
  terms: RoadTerms | undefined,
  now: Instant,
): Promise<readonly Finding[]> {
  const links = (await reader.endedLinks(daysAfter(now, -LINK_DAYS - GRACE_DAYS))).map((id) =>
    finding(`booking ${id}`, 'its journey is over, and its live link is still there'),
  );
  if (!terms) return links;
  const before = daysAfter(now, -terms.positionDays - GRACE_DAYS);
  const points = (await reader.oldPoints(before)).map(({ tripId, count }) =>
    finding(`trip ${tripId}`, `${count} ${count === 1 ? 'point is' : 'points are'} older than ${toIso(before)}`),
  );
  const repeated = (await reader.repeatedNotices()).filter(
    ({ threshold, expectedAt, plannedBefore, toldBefore }) =>
      threshold !== null &&
      threshold <= toldMinutes({ plannedAt: plannedBefore, expectedAt: toldBefore }) &&
      !isFall(toldBefore, [expectedAt]),
  );
  const twice = repeated.map(({ bookingId, number }) =>
    finding(`booking ${bookingId}`, `message ${number} about its late bus tells no more than the one before`),
  );
  return [...points, ...twice, ...links];
}

/**
 * Finds places whose photo has no file. `hasPhoto` tells whether a file is there. A photo may be replaced between the
 * looks at the database and at its file, so the places of missing files are read again.
 */
export async function photoFindings(
  reader: Pick<RoadAuditReader, 'photos'>,
  hasPhoto: (fileName: string) => Promise<boolean>,
): Promise<readonly Finding[]> {
  const missing: PhotoFile[] = [];
  for (const photo of await reader.photos()) if (!(await hasPhoto(photo.fileName))) missing.push(photo);
  if (missing.length === 0) return [];
  const present = new Set((await reader.photos()).map(({ fileName }) => fileName));
  return missing
    .filter(({ fileName }) => present.has(fileName))
    .map(({ placeId, fileName }) => finding(`place ${placeId}`, `the file ${fileName} of its photo is gone`));
}

/** The dependencies of an audit of the timetable feed. */
interface FeedAuditWorld extends Pick<RoadWorld, 'clock' | 'calendar' | 'pause' | 'feedViews' | 'feedArchive'> {
  readonly reader: Pick<RoadAuditReader, 'isFeedWritten'>;
}

/** Minutes in which a change must show in the feed. */
const FEED_MINUTES = 2;

/**
 * Finds trips that the timetable feed should have once, and that for two minutes it had not, or more than once. Waits
 * so long only if a trip seems to be wrong. Without a service that writes the feed nothing is found.
 */
export async function feedFindings(world: FeedAuditWorld): Promise<readonly Finding[]> {
  const before = await unlikeFeed(world);
  if (before.size === 0) return [];
  await world.pause(FEED_MINUTES * 60_000);
  const after = await unlikeFeed(world);
  return [...after]
    .filter(([trip]) => before.has(trip))
    .map(([trip, times]) => finding(`trip ${trip}`, `the timetable feed has it ${times} times, not once`));
}

/** Trips that the feed should have once, with how often it has them, if that is not once. */
async function unlikeFeed(world: FeedAuditWorld): Promise<ReadonlyMap<TripId, number>> {
  const { clock, feedViews, feedArchive, reader } = world;
  const now = clock();
  if (!(await reader.isFeedWritten(now))) return new Map();
  const feed = await feedViews.feed();
  const times = new Map<string, number>();
  for (const id of feed ? tripIdsIn(await feedArchive.read(feed.content, 'trips.txt')) : [])
    times.set(id, (times.get(id) ?? 0) + 1);
  const unlike = new Map<TripId, number>();
  for await (const id of publishedTrips(world, now)) {
    const found = times.get(String(id)) ?? 0;
    if (found !== 1) unlike.set(id, found);
  }
  return unlike;
}

/** The ids of trips in trips.txt. None of its values needs quotes. */
function tripIdsIn(text: string): readonly string[] {
  const [head = '', ...rows] = text.trimEnd().split('\r\n');
  const column = head.split(',').indexOf('trip_id');
  return rows.map((row) => row.split(',')[column] ?? '');
}

const finding = (row: string, says: string): Finding => ({ invariant: 'ROAD_DIFFERS', row, says });
