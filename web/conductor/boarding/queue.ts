import type { KeptScan, Manifest, SentScan } from './kept.ts';

/* Rules on which scans are sent, and how long data is kept, without side effects. */

/** Scans per request; the service accepts 200. */
export const BATCH = 100;

const DAY_MS = 86_400_000;

/** A company's unsent scans, in the order of scanning. */
export const waitingFor = (operatorId: number, scans: readonly KeptScan[]): readonly KeptScan[] =>
  scans.filter((scan) => scan.operatorId === operatorId && !scan.answer).sort((one, other) => one.order - other.order);

/** A scan as the API takes it. It carries its own time, unless somebody waits for the answer. */
export const toSend = ({ nonce, tripId, action, target, at }: KeptScan, isAwaited: boolean): SentScan => ({
  nonce,
  trip_id: tripId,
  action,
  ...('token' in target
    ? { token: target.token }
    : { booking_id: target.bookingId, ...(target.seatIds && { seat_ids: [...target.seatIds] }) }),
  scanned_at: new Date(at).toISOString(),
  mode: isAwaited ? 'ONLINE' : 'OFFLINE',
});

/** Whether the service judged a scan differently from the phone, and nobody has read that yet. */
export const isDisputed = ({ said, answer, isSettled }: KeptScan): boolean =>
  said !== undefined && answer !== undefined && !isSettled && said.result !== answer.result;

/** Trips whose passengers must be deleted: a day after arrival. */
export const tripsToForget = (manifests: readonly Pick<Manifest, 'trip'>[], now: number): readonly number[] =>
  manifests.filter(({ trip }) => now > Date.parse(trip.arrival_time) + DAY_MS).map(({ trip }) => trip.id);

/** Old, answered scans of deleted trips. Unsent scans are always kept. */
export const scansToForget = (
  scans: readonly KeptScan[],
  keptTrips: readonly number[],
  now: number,
): readonly string[] =>
  scans
    .filter(({ answer, tripId, at }) => answer !== undefined && !keptTrips.includes(tripId) && now > at + DAY_MS)
    .map(({ nonce }) => nonce);
