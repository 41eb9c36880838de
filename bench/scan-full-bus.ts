import { ticketHashes, sha256Digests } from '../adapters/crypto/keys.ts';
import { ticketTokens } from '../adapters/crypto/signed-strings.ts';
import type { Database } from '../adapters/knex/engine/database.ts';
import { knexTransact } from '../adapters/knex/stores.ts';
import { knexViews } from '../adapters/knex/views.ts';
import { storeNeeds } from '../app/storage.ts';
import { takeScans } from '../core/boarding/take-scans.ts';
import { ticketHashOf } from '../core/boarding/find-tickets.ts';
import type { Booking } from '../core/bookings/booking.ts';
import type { OperatorId, TripId } from '../core/kernel/ids.ts';
import { type Instant, hoursAfter, toIso } from '../core/kernel/time.ts';
import { aWorld } from '../test/support/world.ts';

const hashing = { ticketTokens: ticketTokens('the secret of the benchmark alone'), ticketHashes };

/** The most scans of one request. All passengers are boarded, and most of these boardings are undone. */
export const SCANS = 200;

type Issued = Pick<Booking, 'id' | 'code' | 'bookedAt'>;

/**
 * Milliseconds that the service takes to answer a phone which had no signal while the whole bus boarded. The scans name
 * tickets by the hashes in the manifest. Afterwards nobody counts as boarded.
 */
export async function scanFullBus(
  database: Database,
  operatorId: OperatorId,
  trip: { readonly id: TripId; readonly departsAt: Instant },
  bookings: readonly Issued[],
): Promise<number> {
  const now = hoursAfter(trip.departsAt, -1);
  const transact = knexTransact(database, storeNeeds());
  const take = takeScans({ ...aWorld, ...hashing, ...knexViews(database.read), transact, clock: () => now });
  const digests = [sha256Digests.of(`enrol ${trip.id}`), sha256Digests.of(`phone ${trip.id}`)] as const;
  const device = await transact(async ({ crewDevices }) => {
    await crewDevices.add({
      operatorId,
      name: 'Gate',
      createdAt: now,
      addedBy: null,
      enrolDigest: digests[0],
      enrolUntil: hoursAfter(now, 1),
    });
    return crewDevices.enrol({ enrolDigest: digests[0], tokenDigest: digests[1], model: null }, now);
  });
  if (!device) throw new Error('The phone could not be enrolled.');
  const scan = (booking: Issued, action: 'BOARD' | 'UNDO') => ({
    nonce: `${action} ${booking.id}`,
    trip_id: trip.id,
    action,
    ticket_hash: ticketHashOf(hashing, booking),
    scanned_at: toIso(now),
    mode: 'OFFLINE',
  });
  const some = bookings.slice(0, SCANS / 2);
  const scans = [...some.map((booking) => scan(booking, 'BOARD')), ...some.map((booking) => scan(booking, 'UNDO'))];
  const began = performance.now();
  const answers = await take({ operatorId, sender: { deviceId: device.id } }, scans);
  const took = performance.now() - began;
  if (answers.some(({ result }) => result !== 'BOARDED' && result !== 'UNDONE')) throw new Error('A scan was refused.');
  return took;
}
