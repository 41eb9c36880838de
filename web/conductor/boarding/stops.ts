import type { CrewTrip, KeptManifest, KeptTap, Manifest, ManifestStop, Outcome } from './kept.ts';

/* Computes which stops the bus has left, from the manifest and later taps of this phone. Pure rules. */

/** The service's limit, in milliseconds: a bus that leaves earlier than this before its time needs a confirmation. */
const EARLY_MS = 30 * 60_000;
/** The time within which the service lets a tap be taken back, in milliseconds. */
const TAKE_BACK_MS = 30 * 60_000;

type Moments = readonly (string | null)[];
type Tap = Pick<KeptTap, 'kind' | 'stop' | 'at'>;

/** The standing taps behind the known moments of leaving. A tap also says that the bus has left all earlier stops. */
const standingIn = (left: Moments): readonly Omit<Tap, 'kind'>[] =>
  left.flatMap((at, stop) => (at === null || at === left[stop + 1] ? [] : [{ stop, at: Date.parse(at) }]));

/** The moments at which the bus left each stop: the known ones, with later taps in their order. */
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

/** A trip's stops with this phone's taps. The manifest includes taps answered before it was asked for. */
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

/** A listed trip, with this phone's unsent taps of its departure. */
export function withDeparture(trip: CrewTrip, taps: readonly KeptTap[]): CrewTrip {
  const unsent = inOrder(taps).filter(({ tripId, answeredAt }) => tripId === trip.id && answeredAt === undefined);
  const later = Array<null>(Math.max(0, ...unsent.map(({ stop }) => stop))).fill(null);
  return { ...trip, departed_at: withTaps([trip.departed_at, ...later], unsent)[0] ?? null };
}

/** The stop at which the bus stands, or its next one: the one after the last that it has left. */
export const nextStop = (stops: readonly ManifestStop[]): number =>
  stops.filter(({ left_at }) => left_at !== null).length;

/** Whether a bus that leaves a stop now is so early that the service wants a confirmation. */
export const isEarly = ({ departs_at }: ManifestStop, now: number): boolean =>
  departs_at !== null && now < Date.parse(departs_at) - EARLY_MS;

/** The moment until which the taps of a stop, and of later ones, can be taken back. Undefined if there are none. */
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

/** The booking's section against which a scan was refused, because of the stop of the bus. */
export interface StopRefusal {
  readonly from: ManifestStop;
  readonly to: ManifestStop;
  /** The nearest stop at which the ticket would be good. */
  readonly wanted: ManifestStop;
}

/** The refusal of a scan because of its stop; undefined for other answers. */
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
