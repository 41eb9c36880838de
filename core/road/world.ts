import type { BoardingStores, BoardingWorld } from '../boarding/world.ts';
import type { FindTracked } from './track-trip.ts';
import type { TrackStore, TrackViews } from './track-ports.ts';
import type { FeedArchive, FeedStore, FeedViews } from './gtfs/ports.ts';
import type { LateTerms } from './late.ts';
import type { LateNotices } from './late-ports.ts';
import type { RealtimeWriter } from './gtfs/realtime.ts';
import type { PunctualityStore, PunctualityViews } from './punctuality-ports.ts';
import type { PlacePhotos, PlaceStore, PlaceViews } from './ports.ts';

/** The stores of one transaction: those of the area `road` and of the areas below it. */
export interface RoadStores extends BoardingStores {
  readonly places: PlaceStore;
  readonly tracks: TrackStore;
  readonly lateNotices: LateNotices;
  readonly punctuality: PunctualityStore;
  readonly feeds: FeedStore;
}

/** The dependencies of use cases of the area `road`. */
export interface RoadWorld<Stores extends RoadStores = RoadStores> extends BoardingWorld<Stores> {
  readonly placeViews: PlaceViews;
  readonly placePhotos: PlacePhotos;
  readonly trackViews: TrackViews;
  /** Reads trips with what is known of their buses. All readers of the process share its results. */
  readonly findTracked: FindTracked;
  /** The minutes of lateness at which passengers are told, rising. */
  readonly lateMinutes: LateTerms['lateMinutes'];
  /** The days for which points of buses are kept. */
  readonly positionDays: number;
  readonly punctualityViews: PunctualityViews;
  readonly feedViews: FeedViews;
  readonly feedArchive: FeedArchive;
  readonly realtimeWriter: RealtimeWriter;
  /** The name under which the timetable feed is published. */
  readonly feedPublisher: string;
  /** The time zone of the service, such as `Asia/Kathmandu`. */
  readonly timeZone: string;
}
