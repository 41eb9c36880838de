import type { KeptFor } from '../fleet/kept-seats.ts';
import type { SeatNumber } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';
import { type ChoosableMap, type MappedSeats, choosableOn } from '../seats/choosable-seats.ts';
import { type KeptSeats, isKeeping } from '../seats/kept-seats.ts';
import type { Trip } from '../trips/trip.ts';
import type { Wait } from './wait.ts';

/** The seats of a trip that are out of the question for some people who wait. */
export interface Withheld {
  /** Seats that nobody may take now. */
  readonly busy: ReadonlySet<SeatNumber>;
  /** The seats that are kept for passengers of another kind. */
  readonly kept: KeptSeats;
}

/** The seats among which some are offered to a person who waits. `map` is the map of the person's section. */
export function seatsFor(
  terms: { readonly keptUntilHours: number },
  { anyOf, keptFor, section }: Pick<Wait, 'anyOf' | 'keptFor' | 'section'>,
  { trip, map, withheld, now }: { trip: Trip; map: MappedSeats; withheld: Withheld; now: Instant },
): ChoosableMap {
  const isStillKept = isKeeping(terms, trip, section, now);
  const kinds: readonly KeptFor[] = keptFor ?? [];
  const isKept = (seat: SeatNumber): boolean => {
    const kind = withheld.kept.get(seat);
    return isStillKept && kind !== undefined && !kinds.includes(kind);
  };
  const isOut = (seat: SeatNumber): boolean =>
    withheld.busy.has(seat) || (anyOf !== null && !anyOf.includes(seat)) || isKept(seat);
  return choosableOn(map, isOut, kinds);
}

export const freeOn = ({ seats }: ChoosableMap): number => seats.filter(({ isFree }) => isFree).length;
