import type { Instant, Span } from '../../kernel/time.ts';
import type { OperatorId, TripId } from '../../kernel/ids.ts';
import type { DisruptionReason } from '../../trips/trip-cancellation.ts';
import type { DayFacts } from './day-texts.ts';
import type { Digest, FeedTrip } from './feed-trip.ts';
import type { FeedCity, FeedPlace } from './shared-texts.ts';

/** A place with its owner and with its name as names of points are compared. */
export interface OwnedFeedPlace extends FeedPlace {
  /** Null for a shared place. */
  readonly owner: OperatorId | null;
  readonly key: string;
}

/** Everything that the feed may name beside trips, as of one moment. */
export interface FeedSource {
  /** All cities, places and companies in the form in which they were read. Equal sources have equal texts. */
  readonly text: string;
  readonly cities: readonly FeedCity[];
  readonly places: readonly OwnedFeedPlace[];
  readonly companies: readonly { readonly id: OperatorId; readonly name: string }[];
}

/** The last trip of a page, after which the next page begins. */
export interface FeedPosition {
  readonly departsAt: Instant;
  readonly id: number;
}

/** A trip of the feed whose bus may be elsewhere than the timetable says. */
export interface LiveTrip {
  readonly trip: FeedTrip;
  /** The reason of a cancellation, null if nobody gave one. Undefined for a trip that is not cancelled. */
  readonly cancelledFor: DisruptionReason | null | undefined;
  /** True if the trip was retimed lately; false otherwise. */
  readonly isRetimed: boolean;
}

/** Some trips that depart on one day, ordered by departure and id. */
export interface FeedPage {
  /** The trips in the form in which they were read. Equal trips have equal texts. */
  readonly text: string;
  readonly trips: () => readonly FeedTrip[];
  /** Undefined on the last page. */
  readonly after: FeedPosition | undefined;
}

/** A packed text, with the digest of the text. */
export interface PackedText {
  readonly packed: string;
  readonly digest: string;
}

/** The rows of the trips that depart on a day, as they are stored. */
export interface FeedDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** The digest of the trips and of everything else that the rows depend on. */
  readonly digest: string;
  readonly facts: DayFacts;
  readonly trips: PackedText;
  readonly stopTimes: PackedText;
}

/** A stored day without its rows. */
export type FeedDayHead = Pick<FeedDay, 'day' | 'digest'>;

/** The published feed without its bytes. */
export interface FeedHead {
  /** A strong entity tag. Feeds with equal texts have equal tags. */
  readonly etag: string;
  /** The header `X-Left-Out`. */
  readonly leftOut: string;
}

export interface Feed extends FeedHead {
  readonly content: Uint8Array;
}

/** The data from which the feed is made. */
export interface FeedViews {
  source(): Promise<FeedSource>;
  /** The first departure from `from` on, inclusive, of a trip that the feed may publish at `now`. */
  nextDeparture(from: Instant, now: Instant): Promise<Instant | undefined>;
  /**
   * The trips that the feed publishes at `now`: on sale, departed, or not on sale yet, until 24 hours after their
   * planned arrival; and trips that were cancelled less than 7 days before departure, until their planned arrival.
   */
  trips(departs: Span, now: Instant, after?: FeedPosition): Promise<FeedPage>;
  /** Trips that may be under way or cancelled at `now` and that are tapped, tracked or cancelled. */
  liveIds(departs: Span, now: Instant): Promise<readonly TripId[]>;
  /** Trips that were retimed after a moment. */
  retimedIds(since: Instant): Promise<readonly TripId[]>;
  /** The trips of `ids` that the realtime feeds tell of at `now`, ordered by id. */
  liveTrips(ids: readonly TripId[], retimedSince: Instant, now: Instant): Promise<readonly LiveTrip[]>;
  days(): Promise<readonly FeedDayHead[]>;
  day(day: string): Promise<FeedDay | undefined>;
  head(): Promise<FeedHead | undefined>;
  feed(): Promise<Feed | undefined>;
}

/** Stores the feed and its days, inside a transaction. */
export interface FeedStore {
  keepDay(day: FeedDay): Promise<void>;
  forgetDays(days: readonly string[]): Promise<void>;
  publish(feed: Feed): Promise<void>;
  /** Remembers that trips got another departure or arrival, which the realtime feeds tell for some days. */
  keepRetimed(trips: readonly TripId[], now: Instant): Promise<void>;
}

/**
 * Changes the feed, or without `change` only renews the right to. Returns false and changes nothing if another process
 * writes the feed by now.
 */
export type WriteFeed = (change?: (feeds: FeedStore) => Promise<void>) => Promise<boolean>;

/** A file of the archive, as packed texts that follow each other. */
export interface FeedFile {
  readonly name: string;
  readonly parts: readonly (() => Promise<string>)[];
}

/** Makes the archive without blocking the process. Equal files make equal bytes. */
export interface FeedArchive {
  readonly digest: Digest;
  pack(text: string): Promise<PackedText>;
  zip(files: readonly FeedFile[]): Promise<Uint8Array>;
  /** Reads a text of an archive. Throws if there is no such file. */
  read(archive: Uint8Array, name: string): Promise<string>;
}
