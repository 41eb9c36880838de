import type { CityId, OperatorId, PlaceId, TripId } from '../../kernel/ids.ts';
import type { Paisa } from '../../kernel/money.ts';
import type { Points } from '../../trips/points.ts';
import type { Ends, Road, Times } from '../../trips/sections.ts';

/** A trip that the feed publishes. */
export interface FeedTrip extends Road, Ends, Times, Points {
  readonly id: TripId;
  readonly companyId: OperatorId;
  readonly busType: string;
  /** The fare of the whole trip. */
  readonly fare: Paisa;
}

/** Days before which no trip departs that is still under way. Imports allow trips of two weeks. */
export const LONGEST_DAYS = 16;

/** Days before the departure from which on a cancelled trip stays in the feed, for programs to say so. */
export const CANCELLED_DAYS = 7;

/** Tells which stops and points have coordinates. */
export interface FeedMap {
  /** Whether the centre of a city is known. */
  readonly hasCentre: (city: CityId) => boolean;
  /** The place of a point: the company's own of this name in the city, else the shared one. */
  readonly placeOf: (company: OperatorId, city: CityId, name: string) => PlaceId | undefined;
}

/** Computes a digest of a text, in lower-case hex. Equal texts have equal digests. */
export type Digest = (text: string) => string;

export const stationId = (city: CityId): string => `c${city}`;
/** The id of the stop that stands for a whole city. */
export const cityStopId = (city: CityId): string => `c${city}s`;
export const placeStopId = (place: PlaceId): string => `p${place}`;
