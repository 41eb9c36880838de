import type { BusRepo } from '../fleet/ports.ts';
import type { SeatMap } from '../fleet/seat-layout.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Trip } from '../trips/trip.ts';

/** The seat map of a trip's bus; undefined if the bus has none. */
export const mapOf = async (
  { buses }: { readonly buses: Pick<BusRepo, 'seatMaps'> },
  { bus }: Pick<Trip, 'bus'>,
): Promise<SeatMap | undefined> => (await buses.seatMaps([bus.id])).get(bus.id);

/** Sorts seats by their position on the seat map. Seats that the map does not have come last. */
export function inMapOrder(seats: readonly SeatNumber[], map: SeatMap | undefined): readonly SeatNumber[] {
  const places = [...(map?.seats ?? [])].sort(
    (one, other) => one.deck - other.deck || one.row - other.row || one.col - other.col,
  );
  const known = places.map(({ number }) => number).filter((number) => seats.includes(number));
  return [...known, ...seats.filter((seat) => !known.includes(seat))];
}
