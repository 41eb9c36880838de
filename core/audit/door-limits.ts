import type { Calendar } from '../kernel/calendar.ts';
import type { BookingId, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type DoorLimits, type SharedSeats, counterLimit } from '../seats/door-limits.ts';
import type { Finding } from './finding.ts';

/** Seats of one buyer on one trip whose door is not CLEAR. */
export interface BoughtSeats {
  /** The account, or the phone number that a counter sold to. */
  readonly buyer: string;
  readonly isPhone: boolean;
  readonly departsAt: Instant;
  readonly seats: number;
  /** Null for holds and offers. */
  readonly booking: BookingId | null;
  /** The booking that this one takes the place of once it is paid; null for most. */
  readonly replaces: BookingId | null;
}

/** The seats of a trip that blocks and counter sales take, while its door is not CLEAR. */
export interface ShareOnRecord extends SharedSeats {
  readonly tripId: TripId;
}

export interface DoorLimitsReader {
  /** Active and held seats of accounts at `at`, and seats that counters sold to a number. Leaves out retimed trips. */
  boughtAtDoors(at: Instant): Promise<readonly BoughtSeats[]>;
  /** The shares of blocks and counters at `at`. Leaves out trips that got another bus, and trips of changed buses. */
  sharesAtDoors(at: Instant): Promise<readonly ShareOnRecord[]>;
}

/**
 * Finds buyers with more seats than one person may have for a local day, and trips with more blocked and counter seats
 * than their share.
 */
export async function doorLimitFindings(
  reader: DoorLimitsReader,
  limits: DoorLimits | undefined,
  calendar: Calendar,
  at: Instant,
): Promise<readonly Finding[]> {
  if (!limits) return [];
  const shares = (await reader.sharesAtDoors(at)).filter((share) => share.taken > counterLimit(share, limits));
  return [
    ...buyersBeyond(await reader.boughtAtDoors(at), limits, calendar),
    ...shares.map((share) =>
      finding(
        `trip ${share.tripId}`,
        `blocks and counters take ${share.taken} of ${share.seats} seats, and ${counterLimit(share, limits)} are allowed`,
      ),
    ),
  ];
}

function buyersBeyond(
  bought: readonly BoughtSeats[],
  { seatsPerDay }: DoorLimits,
  calendar: Calendar,
): readonly Finding[] {
  const days = new Map<string, BoughtSeats[]>();
  for (const one of bought) {
    const day = `${one.isPhone} ${one.buyer} ${calendar.date(one.departsAt)}`;
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days.values()].flatMap((ofDay): readonly Finding[] => {
    const replaced = new Set(ofDay.map(({ replaces }) => replaces));
    const counted = ofDay.filter(({ booking }) => booking === null || !replaced.has(booking));
    const seats = counted.reduce((sum, one) => sum + one.seats, 0);
    const [first] = counted;
    if (!first || seats <= seatsPerDay) return [];
    const { buyer, isPhone, booking, departsAt } = first;
    const has = `${seats} seats on ${calendar.date(departsAt)}, and ${seatsPerDay} are allowed`;
    // Findings are shared and kept, so they name no phone number.
    return [
      isPhone ? finding(`booking ${booking}`, `its phone number has ${has}`) : finding(`user ${buyer}`, `has ${has}`),
    ];
  });
}

const finding = (row: string, says: string): Finding => ({ invariant: 'DOOR_DIFFERS', row, says });
