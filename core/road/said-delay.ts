import { type Instant, hoursAfter, minutesAfter } from '../kernel/time.ts';
import { type TrackedTrip, stopOf } from './tracked-trip.ts';

export const DELAY_REASONS = ['BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'TRAFFIC', 'OTHER'] as const;
export type DelayReason = (typeof DELAY_REASONS)[number];

/** The longest delay that can be said, in minutes. */
export const MOST_DELAY_MINUTES = 1_440;

/** A delay that the crew or the office has told. It holds from a stop on. */
export interface SaidDelay {
  /** The moment at which somebody said it. */
  readonly at: Instant;
  readonly minutes: number;
  readonly reason: DelayReason;
  readonly stop: number;
}

/** A said delay lapses this many hours after the bus should have come to its stop, the delay included. */
const LAPSE_HOURS = 3;

/** Whether a said delay has begun at a moment and has not lapsed. */
export const isSaidAt = (trip: TrackedTrip, { at, minutes, stop }: SaidDelay, moment: Instant): boolean =>
  at <= moment && moment < hoursAfter(minutesAfter(stopOf(trip, stop).arrivesAt, minutes), LAPSE_HOURS);

interface Shown {
  readonly at: Instant;
  readonly delayMinutes: number;
}

/** Whether a point or tap shows the bus past the stop of a said delay, and late by no less. It ends the said delay. */
export const isOvertaken = (said: SaidDelay, past: number, evidence: Shown): boolean =>
  evidence.at > said.at && past >= said.stop && evidence.delayMinutes >= said.minutes;
