import type { CityId, OperatorId, TripId } from '../kernel/ids.ts';
import type { Instant, Span } from '../kernel/time.ts';

/** An estimate of when a bus leaves a stop, or arrives at its last one. */
export interface StopEstimate {
  readonly stop: number;
  readonly expectedAt: Instant;
}

/** The passing of a stop by a bus, compared with earlier estimates. */
export interface StopPassing {
  readonly stop: number;
  readonly city: CityId;
  readonly passedAt: Instant;
  /** Whole minutes; negative if the bus was early. */
  readonly late: number;
  /** The minutes by which the estimates of 30 and 90 minutes before were wrong; null without such an estimate. */
  readonly error30: number | null;
  readonly error90: number | null;
}

/** Estimates and passings, inside a transaction. */
export interface PunctualityStore {
  /** Keeps the estimates of a trip, unless some were kept in the same ten minutes. */
  keep(trip: TripId, estimates: readonly StopEstimate[], now: Instant): Promise<void>;
  /** The newest estimate of a stop that was made at `until` or before. */
  estimateAt(trip: TripId, stop: number, until: Instant): Promise<Instant | undefined>;
  /** The kept passings of a trip. */
  passings(trip: TripId): Promise<readonly Pick<StopPassing, 'stop' | 'passedAt'>[]>;
  /**
   * Keeps a passing, in place of an earlier one of the same stop. Returns true if it is the first of the stop; of
   * several simultaneous ones only one is.
   */
  pass(trip: TripId, passing: StopPassing): Promise<boolean>;
  /** Deletes passings of these stops, which the bus has not passed after all. */
  takeBack(trip: TripId, stops: readonly number[]): Promise<void>;
  /** Deletes at most `limit` estimates that were made before a moment. Returns their number. */
  pruneEstimates(before: Instant, limit: number): Promise<number>;
  /** Deletes at most `limit` passings of before a moment. Returns their number. */
  prunePassings(before: Instant, limit: number): Promise<number>;
}

/** A stop of a route, with how often each number of minutes occurred. */
export interface PassedStop {
  /** The names of the route's ends. */
  readonly source: string;
  readonly destination: string;
  readonly stop: number;
  readonly city: string;
  readonly late: readonly Occurrence[];
  readonly error30: readonly Occurrence[];
  readonly error90: readonly Occurrence[];
}

export interface Occurrence {
  readonly minutes: number;
  readonly count: number;
}

export interface PunctualityViews {
  /** The stops that a company's buses passed in a span, ordered by route and stop. */
  passed(operatorId: OperatorId, span: Span): Promise<readonly PassedStop[]>;
}
