import type { SeatsChanged, FreedSeat, OnSection } from './ports.ts';
import type { SeatNumber, TripId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type Section, isSameSection } from '../trips/sections.ts';
import type { TakenSection } from '../fleet/road-changes.ts';
import type { SeatState } from '../fleet/seat-state.ts';
import type { SeatStores } from './world.ts';

export const seatsChanged = (
  tripId: TripId,
  seats: readonly SeatNumber[],
  status: SeatsChanged['status'],
): SeatsChanged => ({ type: 'seats changed', tripId, seats, status });

/** A change of the status of seats on a section; undefined `section` means the whole trip. */
export interface SeatChange extends OnSection {
  readonly seats: readonly SeatNumber[];
  /** The status on the section before the change. Used only on trips with intermediate stops. */
  readonly was: SeatState;
  readonly status: SeatState;
}

/**
 * Records all changes that a transaction has made to seats of one trip. Call this after the last change. On a trip with
 * intermediate stops, an event is published for the section of each change. Another event is published if a seat's
 * status on the whole trip has changed.
 */
export async function recordSeats(
  { seatLocks, events }: SeatStores,
  tripId: TripId,
  changes: readonly SeatChange[],
  at: Instant,
): Promise<void> {
  const told = changes.filter(({ seats }) => seats.length > 0);
  const onSections: (SeatChange & { readonly section: Section })[] = [];
  for (const change of told) {
    const { section, seats, status } = change;
    if (section) {
      onSections.push({ ...change, section });
      const { from, to } = section;
      await events.record({ type: 'section changed', tripId, seats, from, to, status }, at);
    } else await events.record(seatsChanged(tripId, seats, status), at);
  }
  if (onSections.length === 0) return;
  const seats = [...new Set(onSections.flatMap((change) => change.seats))].sort();
  const taken = await seatLocks.takenSections(tripId, seats);
  const statuses = seats.map((seat) =>
    roadStatus(
      taken.filter((section) => section.seat === seat),
      onSections.filter((change) => change.seats.includes(seat)),
    ),
  );
  for (const status of ORDER) {
    const changed = seats.filter((_, index) => statuses[index] === status);
    if (changed.length > 0) await events.record(seatsChanged(tripId, changed, status), at);
  }
}

/**
 * Statuses by precedence. On the whole trip, a seat has the first of these statuses that it has on any part of the
 * trip.
 */
const ORDER: readonly SeatState[] = ['BOOKED', 'BLOCKED', 'LOCKED', 'AVAILABLE'];

const highest = (statuses: readonly SeatState[]): SeatState =>
  ORDER.find((status) => statuses.includes(status)) ?? 'AVAILABLE';

/** The status of a seat on the whole trip after the changes; undefined if the changes left it as it was. */
function roadStatus(
  taken: readonly TakenSection[],
  changes: readonly (SeatChange & { readonly section: Section })[],
): SeatState | undefined {
  const isNew = (one: TakenSection): boolean =>
    changes.some(({ section, status }) => status === one.status && isSameSection(section, one));
  const others = taken.filter((one) => !isNew(one)).map(({ status }) => status);
  const before = highest([...others, ...changes.map(({ was }) => was)]);
  const after = highest(taken.map(({ status }) => status));
  return before === after ? undefined : after;
}

/** Changes that announce freed seats as available. Leaves out seats that nobody may take yet. */
export function changesOfFreed(freed: readonly FreedSeat[], was: SeatState): readonly SeatChange[] {
  const changes = new Map<string, { seats: SeatNumber[]; section: Section | undefined }>();
  for (const { seat, section, isFree } of freed) {
    if (!isFree) continue;
    const key = section ? `${section.from}-${section.to}` : '';
    const { seats } = changes.get(key) ?? { seats: [] };
    changes.set(key, { seats: [...seats, seat], section });
  }
  return [...changes.values()].map((change) => ({ ...change, was, status: 'AVAILABLE' }));
}
