import type { CrewTrip, KeptManifest, KeptTap, Manifest, ManifestStop, Outcome } from './kept.ts';

/* Computes which stops the bus has left from the manifest and this phone's later taps, without side effects. */

/** Milliseconds before a stop's planned departure. The service wants a confirmation for a bus that leaves earlier. */
const EARLY_MS = 30 * 60_000;
/** Milliseconds after a tap within which the service lets the conductor undo it. */
const TAKE_BACK_MS = 30 * 60_000;

type Moments = readonly (string | null)[];
type Tap = Pick<KeptTap, 'kind' | 'stop' | 'at'>;

/**
 * Derives taps from the known departures. A tap covers a stop and all earlier stops. So neighbouring stops that the bus
 * left at the same moment get one tap.
 */
const standingIn = (left: Moments): readonly Omit<Tap, 'kind'>[] =>
  left.flatMap((at, stop) => (at === null || at === left[stop + 1] ? [] : [{ stop, at: Date.parse(at) }]));

/** The moments at which the bus left each stop: `left`, changed by later taps in the order of tapping. */
function withTaps(left: Moments, taps: readonly Tap[]): Moments {
  const standing = taps.reduce(
    (found, { kind, stop, at }) =>
      kind === 'LEFT' ? [...found, { stop, at }] : found.filter((one) => one.stop < stop),
    standingIn(left),
  );
  return left.map((_, stop) => {
    const moments = standing.filter((one) => one.stop >= stop).map(({ at }) => at);
    return moments.length === 0 ? null : new Date(Math.min(...moments)).toISOString();
  });
}

const inOrder = (taps: readonly KeptTap[]): readonly KeptTap[] =>
  taps.filter(({ refusal }) => refusal === undefined).sort((one, other) => one.order - other.order);

/**
 * A trip's stops, changed by this phone's taps. Leaves out taps that the service answered before the manifest was
 * requested, because the manifest includes them.
 */
export function stopsNow(
  { manifest: { trip, stops }, askedAt }: KeptManifest,
  taps: readonly KeptTap[],
): readonly ManifestStop[] {
  const later = inOrder(taps).filter(
    ({ tripId, answeredAt }) => tripId === trip.id && (answeredAt === undefined || answeredAt >= askedAt),
  );
  const left = withTaps(
    stops.map(({ left_at }) => left_at),
    later,
  );
  return stops.map((one) => ({ ...one, left_at: left[one.stop] ?? null }));
}

/** A trip of the list. Its departure is the one that this phone's unsent taps report. */
export function withDeparture(trip: CrewTrip, taps: readonly KeptTap[]): CrewTrip {
  const unsent = inOrder(taps).filter(({ tripId, answeredAt }) => tripId === trip.id && answeredAt === undefined);
  const later = Array<null>(Math.max(0, ...unsent.map(({ stop }) => stop))).fill(null);
  return { ...trip, departed_at: withTaps([trip.departed_at, ...later], unsent)[0] ?? null };
}

/** The number of the first stop that the bus has not left. The bus is there, or on the way there. */
export const nextStop = (stops: readonly ManifestStop[]): number =>
  stops.filter(({ left_at }) => left_at !== null).length;

/** Whether a bus that leaves a stop now is so early that the service wants a confirmation. */
export const isEarly = ({ departs_at }: ManifestStop, now: number): boolean =>
  departs_at !== null && now < Date.parse(departs_at) - EARLY_MS;

/**
 * The moment until which the conductor can undo that the bus left a stop and later stops. Undefined if the bus has not
 * left the stop.
 */
export function takeBackUntil(
  { departure_time }: Pick<CrewTrip, 'departure_time'>,
  stops: readonly ManifestStop[],
  stop: number,
): number | undefined {
  const left = stops.map(({ left_at }) => left_at);
  const at = left[stop] ?? null;
  if (at === null) return undefined;
  const until = Date.parse(at) + TAKE_BACK_MS;
  const clearsDeparture = withTaps(left, [{ kind: 'BACK', stop, at: until }])[0] === null;
  return clearsDeparture ? Math.max(Date.parse(departure_time), until) : until;
}

/** The stops of a booking whose scan was refused, because the bus was before or past these stops. */
export interface StopRefusal {
  readonly from: ManifestStop;
  readonly to: ManifestStop;
  /** The nearest stop at which the ticket would be valid. */
  readonly wanted: ManifestStop;
}

/** Explains a scan that was refused because the bus is before or past the ticket's stops. Undefined for other scans. */
export function stopRefusal(
  { stops, bookings }: Pick<Manifest, 'stops' | 'bookings'>,
  stop: number | undefined,
  { reason, booking_code }: Outcome,
): StopRefusal | undefined {
  const booking = bookings.find((one) => one.booking_code === booking_code);
  const [from, to] = [stops[booking?.from_stop ?? -1], stops[booking?.to_stop ?? -1]];
  if (stop === undefined || !from || !to) return undefined;
  if (reason === 'TOO_EARLY' && stop < from.stop) return { from, to, wanted: from };
  if (reason === 'TOO_LATE' && stop > to.stop) return { from, to, wanted: to };
  return undefined;
}
