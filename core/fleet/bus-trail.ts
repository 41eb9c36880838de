import type { Told } from '../kernel/told.ts';
import { changesBetween } from '../trail/trail.ts';
import type { Changes } from '../trail/trail.ts';
import type { KeptBus } from './bus.ts';
import type { KeptSeat, SeatMap } from './seat-layout.ts';

/* What the activity log says of a bus, by the names that the API gives its fields. */

const toldOf = (bus: KeptBus) => ({
  bus_name: bus.name,
  registration_no: bus.registrationNo,
  bus_type: bus.type,
  total_seats: bus.totalSeats,
  has_seat_map: bus.hasSeatMap,
  status: bus.status,
  approval_status: bus.approvalStatus,
  rejection_reason: bus.rejectionReason,
});

/** What differs between two states of a bus; everything, if there was none before. */
export const changesOfBus = (before: KeptBus | undefined, after: KeptBus): Changes =>
  changesBetween(before ? toldOf(before) : {}, toldOf(after));

/** What differs between two seat maps: of the seats, only those that are not the same on both. */
export function changesOfSeatMap(before: SeatMap | null, after: SeatMap | null): Changes {
  const [was, is] = [seatsOf(before), seatsOf(after)];
  const [old, renewed] = [without(was, is), without(is, was)];
  return {
    ...changesBetween(boundsOf(before), boundsOf(after)),
    ...(old.length + renewed.length > 0 && { seats: { old, new: renewed } }),
  };
}

const boundsOf = (map: SeatMap | null): Readonly<Record<string, Told>> =>
  map ? { rows: map.rows, cols: map.cols, deck_count: map.deckCount } : {};

const seatsOf = (map: SeatMap | null): readonly Told[] => (map?.seats ?? []).map(toldSeat);

const toldSeat = ({ id, number, deck, row, col, type, isActive }: KeptSeat): Told => ({
  id,
  seat_number: number,
  deck,
  row,
  col,
  seat_type: type,
  is_active: isActive,
});

function without(seats: readonly Told[], others: readonly Told[]): readonly Told[] {
  const same = new Set(others.map((seat) => JSON.stringify(seat)));
  return seats.filter((seat) => !same.has(JSON.stringify(seat)));
}
