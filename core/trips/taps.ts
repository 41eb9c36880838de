import type { Instant } from '../kernel/time.ts';

/** A report by the crew that the bus has left a stop and all stops before it. `at` is the moment of the tap. */
export interface Tap {
  readonly stop: number;
  readonly at: Instant;
}

/** The crew's reports (taps) about stops that the bus has left, and the corrections of these reports. */
export interface Taps {
  /** The reports (taps) that nobody has taken back. */
  readonly left: readonly Tap[];
  /**
   * The corrections, at most one for each stop. A correction takes back taps of its stop and later stops, made up to
   * `at`.
   */
  readonly takenBack: readonly Tap[];
}

export const NO_TAPS: Taps = { left: [], takenBack: [] };

/**
 * The moment at which the bus left a stop: the earliest report (tap) about this stop or a later stop. Null if the bus
 * has not left the stop.
 */
export const leftAt = (left: readonly Tap[], stop: number): Instant | null =>
  left.reduce<Instant | null>(
    (earliest, tap) => (tap.stop >= stop && (earliest === null || tap.at < earliest) ? tap.at : earliest),
    null,
  );

/** The last stop that the bus has left; null before it leaves the origin. */
export const lastLeft = (left: readonly Tap[]): number | null =>
  left.reduce<number | null>((last, { stop }) => (last === null || stop > last ? stop : last), null);

/**
 * Whether a correction takes back the report (tap). The correction names the tap's stop or an earlier stop, and the
 * tap's moment or a later one. A tap may arrive after its correction.
 */
const isTakenBack = (takenBack: readonly Tap[], { stop, at }: Tap): boolean =>
  takenBack.some((back) => back.stop <= stop && at <= back.at);

const isSame = (one: Tap, other: Tap): boolean => one.stop === other.stop && one.at === other.at;

/** Adds a report (tap) that the bus has left a stop. A tap that was taken back before it arrived changes nothing. */
export const withTap = (taps: Taps, tap: Tap): Taps =>
  isTakenBack(taps.takenBack, tap) || taps.left.some((known) => isSame(known, tap))
    ? taps
    : { ...taps, left: [...taps.left, tap] };

/** Takes back all reports (taps) about a stop and later stops that were made up to a moment, inclusive. */
export function withoutTaps({ left, takenBack }: Taps, back: Tap): Taps {
  const known = takenBack.find(({ stop }) => stop === back.stop);
  const latest = known && known.at > back.at ? known : back;
  return {
    left: left.filter((tap) => !isTakenBack([back], tap)),
    takenBack: [...takenBack.filter(({ stop }) => stop !== back.stop), latest],
  };
}

/** Adds a report (tap) that is made now, online. No earlier correction can take this tap back. */
export const tapNow = ({ left, takenBack }: Taps, tap: Tap): Taps => ({
  left: [...left, tap],
  takenBack: takenBack.filter((back) => !isTakenBack([back], tap)),
});

/**
 * Returns the trip with other reports (taps). Its departure becomes the moment at which the bus left the first stop.
 */
export const tapped = <T extends { readonly taps: Taps; readonly departedAt: Instant | null }>(
  trip: T,
  taps: Taps,
): T => ({ ...trip, taps, departedAt: leftAt(taps.left, 0) });
