import type { KeptScan, KeptTap, Manifest, SentScan } from './kept.ts';

/* Rules on which scans are sent, and how long data is kept, without side effects. */

/** Scans per request; the service accepts 200. */
export const BATCH = 100;

const DAY_MS = 86_400_000;

/** A company's unsent scans, in the order of scanning. */
export const waitingFor = (operatorId: number, scans: readonly KeptScan[]): readonly KeptScan[] =>
  scans.filter((scan) => scan.operatorId === operatorId && !scan.answer).sort((one, other) => one.order - other.order);

/** A scan as the API accepts it. Its mode is `ONLINE` only if the conductor is waiting for the answer. */
export const toSend = ({ nonce, tripId, action, target, stop, at }: KeptScan, isAwaited: boolean): SentScan => ({
  nonce,
  trip_id: tripId,
  action,
  ...('bookingId' in target
    ? { booking_id: target.bookingId, ...(target.seatIds && { seat_ids: [...target.seatIds] }) }
    : target),
  scanned_at: new Date(at).toISOString(),
  ...(stop !== undefined && { stop }),
  mode: isAwaited ? 'ONLINE' : 'OFFLINE',
});

/** A company's unsent taps, in the order of tapping. */
export const tapsWaitingFor = (operatorId: number, taps: readonly KeptTap[]): readonly KeptTap[] =>
  taps
    .filter((tap) => tap.operatorId === operatorId && tap.answeredAt === undefined)
    .sort((one, other) => one.order - other.order);

/** Whether the service judged a scan differently from the phone, and nobody has read that yet. */
export const isDisputed = ({ said, answer, isSettled }: KeptScan): boolean =>
  said !== undefined && answer !== undefined && !isSettled && said.result !== answer.result;

/** Whether the service refused a tap or a told delay, and nobody has read that yet. */
export const isRefusedTap = ({ refusal, isSettled }: Pick<KeptTap, 'refusal' | 'isSettled'>): boolean =>
  refusal !== undefined && !isSettled;

/** Ids of trips whose stored passengers must be deleted: a day after arrival. */
export const tripsToForget = (manifests: readonly Pick<Manifest, 'trip'>[], now: number): readonly number[] =>
  manifests.filter(({ trip }) => now > Date.parse(trip.arrival_time) + DAY_MS).map(({ trip }) => trip.id);

/** Nonces of scans to delete: scans that are answered, older than a day, and of a deleted trip. Unsent scans stay. */
export const scansToForget = (
  scans: readonly KeptScan[],
  keptTrips: readonly number[],
  now: number,
): readonly string[] =>
  scans
    .filter(({ answer, tripId, at }) => answer !== undefined && !keptTrips.includes(tripId) && now > at + DAY_MS)
    .map(({ nonce }) => nonce);

/** Nonces of taps and told delays to delete: answered, older than a day, and of a deleted trip. Unsent ones stay. */
export const tapsToForget = (
  taps: readonly Pick<KeptTap, 'nonce' | 'answeredAt' | 'tripId' | 'at'>[],
  keptTrips: readonly number[],
  now: number,
): readonly string[] =>
  taps
    .filter(
      ({ answeredAt, tripId, at }) => answeredAt !== undefined && !keptTrips.includes(tripId) && now > at + DAY_MS,
    )
    .map(({ nonce }) => nonce);
