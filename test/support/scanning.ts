import { randomUUID } from 'node:crypto';
import { cryptoOf } from '../../app/crypto.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { Conductor } from '../../core/boarding/conductor.ts';
import type { ScanAction, ScanMode } from '../../core/boarding/scan.ts';
import { type AnsweredScan, takeScans } from '../../core/boarding/take-scans.ts';
import { ticketHashOf } from '../../core/boarding/find-tickets.ts';
import { ticketTokenOf } from '../../core/bookings/ticket-token.ts';
import type { BookingId, SoldSeatId, TripId } from '../../core/kernel/ids.ts';
import { type Clock, type Instant, toIso } from '../../core/kernel/time.ts';
import { START } from './clock.ts';
import type { Engine } from './engines.ts';

const CRYPTO = cryptoOf({
  appSecret: 'only for tests, thirty-two letters long',
  scryptLogN: 4,
  brand: 'Bus Ticket',
});

/** The token in the QR code of a booking's ticket. */
export const tokenFor = (booking: Booking): string => ticketTokenOf(CRYPTO, booking);
export const hashFor = (booking: Booking): string => ticketHashOf(CRYPTO, booking);

/** A scan as a conductor's phone sends it. By default it boards the booking's passengers. */
export const aScan = (
  booking: Pick<Booking, 'id' | 'tripId'>,
  {
    at = START,
    ...traits
  }: {
    readonly at?: Instant;
    readonly action?: ScanAction;
    readonly mode?: ScanMode;
    readonly [more: string]: unknown;
  } = {},
): Readonly<Record<string, unknown>> => ({
  nonce: randomUUID(),
  trip_id: booking.tripId,
  action: 'BOARD',
  booking_id: booking.id,
  scanned_at: toIso(at),
  mode: 'ONLINE',
  ...traits,
});

/** The use cases that receive scans, on one storage engine. */
export const scanningOn = (engine: Engine, clock: Clock) => {
  const take = takeScans({ ...engine, clock });
  return {
    take,
    one: async (conductor: Conductor, scan: unknown): Promise<AnsweredScan> => {
      const [answer] = await take(conductor, [scan]);
      if (!answer) throw new Error('There is no answer.');
      return answer;
    },
    /** The ids of a booking's sold seats, ordered by seat number. */
    seatIds: async (id: BookingId): Promise<readonly SoldSeatId[]> =>
      (await engine.transact(({ boardings }) => boardings.marks([id])))
        .flatMap(({ at }) => ('seatId' in at ? [at] : []))
        .sort((one, other) => (one.number < other.number ? -1 : 1))
        .map(({ seatId }) => seatId),
    statusOf: async (id: BookingId) => (await engine.transact(({ bookings }) => bookings.find(id)))?.status,
    conflicts: async (trip: TripId) => (await engine.boardingViews.conflicts(trip, { limit: 100 })).rows,
    boarded: async (trip: TripId) => (await engine.officeTrips.find(trip, clock()))?.seats.boarded,
  };
};
