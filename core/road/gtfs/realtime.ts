import type { TripId } from '../../kernel/ids.ts';
import type { Coordinates } from '../../kernel/coordinates.ts';
import type { Instant } from '../../kernel/time.ts';
import type { DelayReason } from '../said-delay.ts';

/** A trip as the timetable feed names it. */
export interface RealtimeTrip {
  readonly id: TripId;
  /** The service day, `YYYYMMDD`. */
  readonly day: string;
}

/** The expected times at a row of stop_times.txt. */
export interface RealtimeStop {
  readonly sequence: number;
  readonly stopId: string;
  readonly arrives: Instant;
  readonly departs: Instant;
}

/** The expected times of a trip. Without stops, the trip is cancelled. */
export interface TripUpdate {
  readonly kind: 'update';
  readonly trip: RealtimeTrip;
  readonly isCancelled: boolean;
  readonly stops: readonly RealtimeStop[];
}

/** The place of a bus that strangers may see. */
export interface VehiclePosition {
  readonly kind: 'vehicle';
  readonly trip: RealtimeTrip;
  readonly spot: Coordinates;
  /** Metres a second; null if unknown. */
  readonly speed: number | null;
  readonly at: Instant;
}

/** The reason of an alert; UNKNOWN for a lateness that was only measured. */
export type AlertCause = DelayReason | 'LOW_SALES' | 'UNKNOWN';

/** News of a trip for its passengers. */
export interface TripAlert {
  readonly kind: 'alert';
  readonly trip: RealtimeTrip;
  readonly cause: AlertCause;
  /** The minutes by which the trip arrives late; null if it is cancelled. */
  readonly lateMinutes: number | null;
}

export type RealtimeEntity = TripUpdate | VehiclePosition | TripAlert;

/** The three feeds, as they are served. */
export const REALTIME_FEEDS = ['trip-updates', 'vehicle-positions', 'alerts'] as const;
export type RealtimeFeedName = (typeof REALTIME_FEEDS)[number];

export interface RealtimeFeed {
  /** A strong entity tag. */
  readonly etag: string;
  readonly content: Uint8Array;
}

/** Writes GTFS Realtime as Protocol Buffers. */
export interface RealtimeWriter {
  /** Writes one entity, so that a long feed need not be written at once. */
  entity(entity: RealtimeEntity): Uint8Array;
  /** Puts written entities together. `at` is the moment of the facts. */
  feed(entities: readonly Uint8Array[], at: Instant): RealtimeFeed;
}
