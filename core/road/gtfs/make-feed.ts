import type { TripId } from '../../kernel/ids.ts';
import { type Instant, daysAfter, secondsAfter } from '../../kernel/time.ts';
import type { RoadWorld } from '../world.ts';
import { composeFeed } from './compose-feed.ts';
import { dayWriter } from './day-texts.ts';
import { mapOf } from './feed-map.ts';
import { LONGEST_DAYS } from './feed-trip.ts';
import type { FeedDay, FeedPage, FeedSource, WriteFeed } from './ports.ts';
import { stopRowsOf } from './stop-rows.ts';

/** The name of the lease of the process that writes the feed. */
export const FEED_LEASE = 'gtfs';
/**
 * Seconds for which a process keeps the right to write the feed. Longer than the pause between two runs, so that one
 * process goes on to write it.
 */
const LEASE_SECONDS = 45;
/** Trips that are written before other work gets its turn. A whole page can take over 100 milliseconds. */
const TRIPS_AT_ONCE = 50;

export type MakeFeed = ReturnType<typeof makeFeed>;

/**
 * Writes the days whose trips have changed, and publishes the feed if any of its texts has. Returns the number of
 * written days. Only one process writes at a time; the others return 0. Ends early after `stopping` has resolved.
 */
export const makeFeed = (world: RoadWorld) => {
  const { clock, feedViews } = world;
  const write = writing(world);
  /**
   * The digest of all that the last run of this process found, and the tag of the feed of it. If both are equal, no
   * look at the stored days is needed. The tag differs if another process has published a feed since.
   */
  let last: { readonly state: string; readonly etag: string } | undefined;

  return async (stopping?: Promise<void>): Promise<number> => {
    if (!(await write())) return 0;
    const isStopping = hasResolved(stopping);
    const now = clock();
    const source = await feedViews.source();
    const days = writingDays(world, source);
    const stored = new Map((await feedViews.days()).map(({ day, digest }) => [day, digest]));
    const found: string[] = [];
    const digests: string[] = [];
    let written = 0;
    for await (const day of daysAhead(world, now)) {
      const pages = await pagesOf(world, day, now);
      const digest = days.digestOf(pages);
      found.push(day);
      digests.push(digest);
      if (stored.get(day) === digest) continue;
      const texts = await days.day(day, digest, pages);
      if (isStopping() || !(await write((feeds) => feeds.keepDay(texts)))) return written;
      written += 1;
    }
    const forgotten = [...stored.keys()].filter((day) => !found.includes(day));
    if (forgotten.length > 0 && !(await write((feeds) => feeds.forgetDays(forgotten)))) return written;
    const today = world.calendar.date(now);
    const state = world.feedArchive.digest(JSON.stringify([today, source.text, found, digests]));
    const isPublished = state === last?.state && (await feedViews.head())?.etag === last.etag;
    if (isPublished || isStopping() || !(await write())) return written;
    const etag = await composeFeed(world, { days: found, source, today, write });
    last = etag === undefined ? undefined : { state, etag };
    return written;
  };
};

/** Tells whether a promise has resolved by now. */
export function hasResolved(promise: Promise<void> | undefined): () => boolean {
  let is = false;
  void promise?.then(() => (is = true));
  return () => is;
}

/** Makes a function that changes the feed in the transaction that renews the lease. */
const writing =
  ({ transact, clock, processId }: RoadWorld): WriteFeed =>
  (change) =>
    transact(async ({ feeds, leases }) => {
      const lease = { name: FEED_LEASE, holder: processId };
      if (!(await leases.take(lease, secondsAfter(clock(), LEASE_SECONDS), clock()))) return false;
      await change?.(feeds);
      return true;
    });

/** The dependencies of reading the trips of the feed. */
type TripReading = Pick<RoadWorld, 'feedViews' | 'calendar' | 'pause'>;

/** The ids of all trips that the feed publishes at `now`. Trips without coordinates are left out. */
export async function* publishedTrips(world: TripReading, now: Instant): AsyncGenerator<TripId> {
  const map = mapOf(await world.feedViews.source());
  for await (const day of daysAhead(world, now))
    for (const page of await pagesOf(world, day, now))
      for (const trip of page.trips()) if (stopRowsOf(trip, map).rows.length > 0) yield trip.id;
}

/** The local days on which trips of the feed depart, in order. */
async function* daysAhead({ feedViews, calendar }: TripReading, now: Instant): AsyncGenerator<string> {
  let from: Instant | undefined = daysAfter(now, -LONGEST_DAYS);
  while (from !== undefined) {
    const departs = await feedViews.nextDeparture(from, now);
    if (departs === undefined) return;
    const day = calendar.date(departs);
    yield day;
    from = calendar.day(day)?.end;
  }
}

/** Reads the trips of a day. Other work gets its turn between two pages. */
async function pagesOf(
  { feedViews, calendar, pause }: TripReading,
  day: string,
  now: Instant,
): Promise<readonly FeedPage[]> {
  const departs = calendar.day(day);
  if (!departs) throw new RangeError(`${day} is no day.`);
  const pages = [await feedViews.trips(departs, now)];
  for (let after = pages[0]?.after; after; after = pages.at(-1)?.after) {
    await pause(0);
    pages.push(await feedViews.trips(departs, now, after));
  }
  return pages;
}

/** Functions that write days. Rows depend on which cities and points have coordinates, and on the service's version. */
function writingDays(world: RoadWorld, source: FeedSource) {
  const { feedArchive, calendar, version, timeZone, pause } = world;
  const { digest } = feedArchive;
  const map = mapOf(source);
  const basis = digest(
    JSON.stringify([
      ...[version, timeZone, source.places.map(({ id, owner, city, key }) => [id, owner, city, key])],
      source.cities.map(({ id, coordinates }) => [id, coordinates !== null]),
    ]),
  );
  return {
    digestOf: (pages: readonly FeedPage[]): string => pages.reduce((before, { text }) => digest(before + text), basis),

    async day(day: string, dayDigest: string, pages: readonly FeedPage[]): Promise<FeedDay> {
      const writer = dayWriter({ calendar, map, digest });
      for (const page of pages) {
        const ofPage = page.trips();
        for (let first = 0; first < ofPage.length; first += TRIPS_AT_ONCE) {
          writer.add(ofPage.slice(first, first + TRIPS_AT_ONCE));
          await pause(0);
        }
      }
      const { trips, stopTimes, facts } = writer.texts();
      return {
        day,
        digest: dayDigest,
        facts,
        trips: await feedArchive.pack(trips),
        stopTimes: await feedArchive.pack(stopTimes),
      };
    },
  };
}
