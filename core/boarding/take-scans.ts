import { roleGone } from '../accounts/refusals.ts';
import { timesOfBooking } from '../bookings/journey.ts';
import type { KeepResult } from '../platform/idempotency.ts';
import type { BookingId, ScanId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { endOpenChanges } from '../payments/end-unpaid.ts';
import type { Conductor } from './conductor.ts';
import { findTickets } from './find-tickets.ts';
import { isOnBoard } from './passengers.ts';
import { readScan } from './read-scan.ts';
import { deviceTokenInvalid } from './refusals.ts';
import { type Batch, type Known, judgeAll, knownOf } from './scan-batch.ts';
import type { ScanAnswer } from './scan.ts';
import type { BoardingStores, BoardingWorld } from './world.ts';

/** The answer to a scan, with the scan's nonce. */
export interface AnsweredScan extends ScanAnswer {
  readonly nonce: string | null;
}

export type TakeScans = ReturnType<typeof takeScans>;

/**
 * Processes scans in the order in which they were sent; each scan sees the changes of earlier ones. For each device or
 * person, a nonce counts once. A repeated nonce gets the same answer and changes nothing, even if both scans arrive at
 * the same moment.
 */
export const takeScans =
  (needs: BoardingWorld) =>
  async (
    conductor: Conductor,
    sent: readonly unknown[],
    keep?: KeepResult<readonly AnsweredScan[]>,
  ): Promise<readonly AnsweredScan[]> => {
    const given = sent.map(readScan);
    const wellFormed = given.flatMap(({ scan }) => scan ?? []);
    const namedBy = await findTickets(needs, conductor.operatorId, wellFormed, needs.clock());

    return needs.transact(async (stores) => {
      const { boardings } = stores;
      const name = await boardings.lockSender(conductor.sender);
      if (name === undefined) throw 'deviceId' in conductor.sender ? deviceTokenInvalid() : roleGone();
      const nonces = given.flatMap(({ nonce, hasNonce }) => (hasNonce && nonce !== null ? [nonce] : []));
      const before = await boardings.answers(conductor.sender, [...new Set(nonces)]);
      const fresh = given.flatMap(({ nonce, scan }) => (scan && !before.has(nonce ?? '') ? scan : []));
      const known = await knownOf(stores, conductor.operatorId, fresh, namedBy);
      // Reads the clock after all rows were locked, because waiting for the locks takes time.
      const now = needs.clock();
      const batch = judgeAll(given, { conductor, name, before, known, namedBy, now });
      await save(stores, conductor, batch, known, now);
      const answers = batch.answers.map((answer, index) => ({ nonce: given[index]?.nonce ?? null, ...answer }));
      await keep?.(answers, stores);
      return answers;
    });
  };

async function save(
  stores: BoardingStores,
  { sender }: Conductor,
  { scans, changed, conflicts, passengers }: Batch,
  { bookings: before, trips }: Known,
  now: Instant,
): Promise<void> {
  if (scans.length === 0) return;
  const { boardings, bookings } = stores;
  const keys = await boardings.addScans(sender, scans, now);
  const keyOf = (scan: ScanId): ScanId => keys[-Number(scan) - 1] ?? scan;
  await boardings.saveMarks(
    changed.map((mark) => ({
      ...mark,
      boarding: mark.boarding && { ...mark.boarding, scan: keyOf(mark.boarding.scan) },
    })),
  );
  await boardings.addConflicts(
    conflicts.map(({ scan, first, ...conflict }) => ({
      ...conflict,
      scan: keyOf(scan),
      first: first && { ...first, scan: keyOf(first.scan) },
    })),
    now,
  );

  const [aboard, ashore]: [BookingId[], BookingId[]] = [[], []];
  for (const [id, all] of passengers) {
    const booking = before.get(id);
    if (booking?.status === 'CONFIRMED' && all.some(isOnBoard)) aboard.push(id);
    const trip = booking && trips.get(booking.tripId);
    // A booking whose passengers have arrived at their stop stays CHECKED_IN, because the periodic job is about to
    // complete it.
    if (
      trip &&
      booking.status === 'CHECKED_IN' &&
      !all.some(isOnBoard) &&
      now < timesOfBooking(booking, trip).arrivesAt
    )
      ashore.push(id);
  }
  await bookings.moveAll(aboard, 'checkIn');
  await bookings.moveAll(ashore, 'undoCheckIn');
  const reason = 'A passenger of the booking that was to be changed is on board.';
  await endOpenChanges(stores, aboard, { by: 'OPERATOR', actor: { role: 'SYSTEM' }, reason, now });
}
