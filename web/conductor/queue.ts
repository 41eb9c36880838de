import type { KeptScan, Manifest, SentScan } from './kept.ts';

/* What waits to be sent, and for how long anything is kept. Rules alone. */

/** How many go at once; the service takes 200. */
export const BATCH = 100;

const DAY_MS = 86_400_000;

/** What a company has still to be told, in the order in which it happened. */
export const waitingFor = (operatorId: number, scans: readonly KeptScan[]): readonly KeptScan[] =>
  scans.filter((scan) => scan.operatorId === operatorId && !scan.answer).sort((one, other) => one.order - other.order);

/** A scan as it is sent. It counts from when it was made, unless somebody waits for its answer. */
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

/** Whether the service saw it otherwise than the phone, which let somebody in or kept somebody out. */
export const isDisputed = ({ said, answer, isSettled }: KeptScan): boolean =>
  said !== undefined && answer !== undefined && !isSettled && said.result !== answer.result;

/** The trips whose passengers the phone may not know any longer: a day after they arrive. */
export const tripsToForget = (manifests: readonly Pick<Manifest, 'trip'>[], now: number): readonly number[] =>
  manifests.filter(({ trip }) => now > Date.parse(trip.arrival_time) + DAY_MS).map(({ trip }) => trip.id);

/** The scans that are told, of trips that are not kept, and old: never one that still has to be sent. */
export const scansToForget = (
  scans: readonly KeptScan[],
  keptTrips: readonly number[],
  now: number,
): readonly string[] =>
  scans
    .filter(({ answer, tripId, at }) => answer !== undefined && !keptTrips.includes(tripId) && now > at + DAY_MS)
    .map(({ nonce }) => nonce);
