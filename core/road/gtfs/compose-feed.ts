import { dayAfter } from '../../kernel/calendar.ts';
import type { RoadWorld } from '../world.ts';
import { csvLines } from './csv-text.ts';
import { STOP_TIME_COLUMNS, TRIP_COLUMNS } from './day-texts.ts';
import type { FeedDay, FeedFile, FeedSource, WriteFeed } from './ports.ts';
import { feedInfoText, leftOutText, mergedFacts, sharedTexts } from './shared-texts.ts';

interface Composed {
  /** The days with stored rows, in order. */
  readonly days: readonly string[];
  readonly source: FeedSource;
  readonly today: string;
  readonly write: WriteFeed;
}

/** The least number of days after today that the feed covers. Programs warn of a feed that ends sooner. */
const LEAST_DAYS = 7;
const VERSION_LENGTH = 12;
const TAG_LENGTH = 32;

/**
 * Publishes the feed of the stored days, unless a feed with the same texts is published already. Returns its tag, or
 * undefined if another process writes the feed by now.
 */
export async function composeFeed(
  world: RoadWorld,
  { days, source, today, write }: Composed,
): Promise<string | undefined> {
  const { feedViews, feedArchive, feedPublisher: publisher, baseUrl, timeZone } = world;
  const settings = { publisher, baseUrl, timeZone };
  const heads: (Omit<FeedDay, 'trips' | 'stopTimes'> & Record<'trips' | 'stopTimes', string>)[] = [];
  for (const name of days) {
    const day = await storedDay(world, name);
    heads.push({ ...day, trips: day.trips.digest, stopTimes: day.stopTimes.digest });
  }
  const facts = mergedFacts(heads.map((head) => head.facts));
  const shared = sharedTexts(facts, namesOf(source), settings);
  const rows = [
    { name: 'trips.txt', columns: TRIP_COLUMNS, of: 'trips' },
    { name: 'stop_times.txt', columns: STOP_TIME_COLUMNS, of: 'stopTimes' },
  ] as const;
  const textsDigest = feedArchive.digest(
    JSON.stringify([[...shared], rows.map(({ columns, of }) => [columns, heads.map((head) => head[of])])]),
  );
  const span = spanOf(facts.services, today);
  const info = feedInfoText(settings, span, textsDigest.slice(0, VERSION_LENGTH));
  const etag = `"${feedArchive.digest(textsDigest + info).slice(0, TAG_LENGTH)}"`;
  if ((await feedViews.head())?.etag === etag) return etag;

  const whole = (text: string) => async () => (await feedArchive.pack(text)).packed;
  const files: FeedFile[] = [...shared, ['feed_info.txt', info] as const].map(([name, text]) => ({
    name,
    parts: [whole(text)],
  }));
  for (const { name, columns, of } of rows)
    files.push({
      name,
      parts: [whole(csvLines([columns])), ...days.map((day) => async () => (await storedDay(world, day))[of].packed)],
    });
  const content = await feedArchive.zip(files);
  const feed = { etag, leftOut: leftOutText(facts.leftOut), content };
  return (await write((feeds) => feeds.publish(feed))) ? etag : undefined;
}

async function storedDay({ feedViews }: RoadWorld, day: string): Promise<FeedDay> {
  const found = await feedViews.day(day);
  if (!found) throw new Error(`The feed lacks the day ${day}.`);
  return found;
}

const namesOf = ({ cities, places, companies }: FeedSource) => ({
  cities: new Map(cities.map((city) => [city.id, city])),
  places: new Map(places.map((place) => [place.id, place])),
  companies: new Map(companies.map(({ id, name }) => [id, name])),
});

/** The days that the feed covers: those of its trips, and at least the next week. */
function spanOf(services: readonly string[], today: string): { readonly first: string; readonly last: string } {
  const written = (day: string): string => day.replaceAll('-', '');
  const [first = written(today), last = first] = [services[0], services.at(-1)];
  const least = written(dayAfter(today, LEAST_DAYS));
  return { first, last: last > least ? last : least };
}
