import type { JsonValue } from '../kernel/json.ts';
import { type Changes, changesBetween } from '../platform/trail.ts';
import type { KeptBus } from './bus.ts';
import type { KeptSeat, SeatMap } from './seat-layout.ts';

/* Changes of buses for the activity log, by the API's field names. */

const toldOf = (bus: KeptBus) => ({
  bus_name: bus.name,
  registration_no: bus.registrationNo,
  bus_type: bus.type,
  total_seats: bus.totalSeats,
  amenities: bus.amenities,
  has_seat_map: bus.hasSeatMap,
  status: bus.status,
  approval_status: bus.approvalStatus,
  rejection_reason: bus.rejectionReason,
});

/** The changes of a bus for the activity log. A new bus is logged with all its fields. */
export const changesOfBus = (before: KeptBus | undefined, after: KeptBus): Changes =>
  changesBetween(before ? toldOf(before) : {}, toldOf(after));

/** The changes of a seat map for the activity log. Lists only seats that differ. */
export function changesOfSeatMap(before: SeatMap | null, after: SeatMap | null): Changes {
  const [was, is] = [seatsOf(before), seatsOf(after)];
  const [old, renewed] = [without(was, is), without(is, was)];
  return {
    ...changesBetween(boundsOf(before), boundsOf(after)),
    ...(old.length + renewed.length > 0 && { seats: { old, new: renewed } }),
  };
}

const boundsOf = (map: SeatMap | null): Readonly<Record<string, JsonValue>> =>
  map ? { rows: map.rows, cols: map.cols, deck_count: map.deckCount } : {};

const seatsOf = (map: SeatMap | null): readonly JsonValue[] => (map?.seats ?? []).map(toldSeat);

const toldSeat = ({ id, number, deck, row, col, type, isActive, keptFor }: KeptSeat): JsonValue => ({
  id,
  seat_number: number,
  deck,
  row,
  col,
  seat_type: type,
  is_active: isActive,
  ...(keptFor && { kept_for: keptFor }),
});

function without(seats: readonly JsonValue[], others: readonly JsonValue[]): readonly JsonValue[] {
  const same = new Set(others.map((seat) => JSON.stringify(seat)));
  return seats.filter((seat) => !same.has(JSON.stringify(seat)));
}
