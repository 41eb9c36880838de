import type { Instant } from '../kernel/time.ts';

/** A report that the bus has left a stop and all stops before it, at the moment of the tap. */
export interface Tap {
  readonly stop: number;
  readonly at: Instant;
}

/** The crew's reports of the stops that a bus has left. */
export interface Taps {
  /** The taps that nobody has taken back. */
  readonly left: readonly Tap[];
  /** The latest moment, for each stop, up to which taps of this stop and later stops were taken back. */
  readonly takenBack: readonly Tap[];
}

export const NO_TAPS: Taps = { left: [], takenBack: [] };

/**
 * The moment at which the bus left a stop: the earliest tap of this stop or a later one. Null if the bus has not left
 * it.
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
 * Whether somebody has taken the tap back, at its stop or an earlier one, at its moment or later. The tap may arrive
 * after that.
 */
const isTakenBack = (takenBack: readonly Tap[], { stop, at }: Tap): boolean =>
  takenBack.some((back) => back.stop <= stop && at <= back.at);

const isSame = (one: Tap, other: Tap): boolean => one.stop === other.stop && one.at === other.at;

/** The taps with one more. A tap that was taken back before it arrived changes nothing. */
export const withTap = (taps: Taps, tap: Tap): Taps =>
  isTakenBack(taps.takenBack, tap) || taps.left.some((known) => isSame(known, tap))
    ? taps
    : { ...taps, left: [...taps.left, tap] };

/** The taps without those of a stop and of later stops that were made up to a moment, inclusive. */
export function withoutTaps({ left, takenBack }: Taps, back: Tap): Taps {
  const known = takenBack.find(({ stop }) => stop === back.stop);
  const latest = known && known.at > back.at ? known : back;
  return {
    left: left.filter((tap) => !isTakenBack([back], tap)),
    takenBack: [...takenBack.filter(({ stop }) => stop !== back.stop), latest],
  };
}

/** The taps with one more that is made now, online. Nothing that happened before can take it back. */
export const tapNow = ({ left, takenBack }: Taps, tap: Tap): Taps => ({
  left: [...left, tap],
  takenBack: takenBack.filter((back) => !isTakenBack([back], tap)),
});

/** The trip with other taps. It departs at the moment at which the bus left the origin. */
export const tapped = <T extends { readonly taps: Taps; readonly departedAt: Instant | null }>(
  trip: T,
  taps: Taps,
): T => ({ ...trip, taps, departedAt: leftAt(taps.left, 0) });
