import type { ManifestBooking } from './kept.ts';
import type { Passenger } from './passengers.ts';

const overlaps = (one: ManifestBooking, other: ManifestBooking): boolean =>
  one.from_stop < other.to_stop && other.from_stop < one.to_stop;

/**
 * Whether the crew should know now of a passenger's wish to sit beside a woman: somebody is on board in a seat beside.
 * Manifests that earlier versions of the page stored have no wishes.
 */
export function isWishDue({ booking, seatId }: Passenger, all: readonly Passenger[]): boolean {
  const seat = booking.seats.find((one) => one.seat_id === seatId);
  if (!seat?.wish) return false;
  return all.some(
    (one) => one.state === 'boarded' && seat.side_by_side.includes(one.label) && overlaps(one.booking, booking),
  );
}
