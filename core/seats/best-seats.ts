import type { SeatNumber } from '../kernel/ids.ts';
import { byPlace } from '../fleet/seat-layout.ts';
import type { ChoosableMap, ChoosableSeat, SeatWish } from './choosable-seats.ts';
import { type Places, leastGroup, placesOf } from './least-group.ts';

export interface BestSeats {
  /** The chosen seats in the map's order. Empty if fewer seats are free than wanted. */
  readonly seats: readonly SeatNumber[];
  /** Whether the chosen seats hang together. */
  readonly together: boolean;
  /** The number of free seats. */
  readonly left: number;
  /** The number of seats of the largest group of free seats that hang together. */
  readonly largest: number;
}

/**
 * Chooses seats for passengers who travel together. Seats hang together if one can go from each to each other over
 * neighbours: seats side by side, the nearest seats across an aisle, and the same column of the row before and after.
 * If no such group is large enough, chooses the largest group, and the remaining seats in the same way.
 */
export function bestSeats(map: ChoosableMap, wish: SeatWish): BestSeats {
  const places = placesOf(map, wish);
  const free = new Set(places.free);
  const largest = sizeOfLargest(places, free);
  const left = free.size;
  if (left < wish.count) return { seats: [], together: false, left, largest };

  const chosen: ChoosableSeat[] = [];
  while (chosen.length < wish.count) {
    const size = Math.min(wish.count - chosen.length, sizeOfLargest(places, free));
    for (const place of leastGroup(places, free, size)) {
      free.delete(place);
      chosen.push(place.seat);
    }
  }
  const seats = chosen.sort(byPlace).map(({ number }) => number);
  return { seats, together: wish.count <= largest, left, largest };
}

/** The size of the largest group of free places that hang together. */
function sizeOfLargest({ free: all }: Places, free: ReadonlySet<Places['free'][number]>): number {
  const seen = new Set<Places['free'][number]>();
  let largest = 0;
  for (const first of all) {
    if (!free.has(first) || seen.has(first)) continue;
    const group = [first];
    seen.add(first);
    for (const place of group) {
      for (const next of place.neighbours) {
        if (!free.has(next) || seen.has(next)) continue;
        seen.add(next);
        group.push(next);
      }
    }
    largest = Math.max(largest, group.length);
  }
  return largest;
}
