import { type Section, overlaps, WITHOUT_STOPS } from './sections.ts';

/**
 * The numbers of sold, held, blocked and free seats. Each seat counts once. On a bus without a seat map, each
 * unnumbered seat (place) counts once.
 */
export interface SeatCounts {
  /** Seats of active bookings. Overdue unpaid bookings do not count. */
  readonly sold: number;
  /** Seats that passengers hold. On a bus without a seat map, places that are offered to people who wait. */
  readonly held: number;
  readonly blocked: number;
  /** Seats that passengers can still book. */
  readonly left: number;
}

/** The seat counts between one stop and the next. */
export interface PartCounts extends Section, SeatCounts {}

/**
 * The seat counts of a whole trip, and of its parts from each stop to the next. A seat counts as taken on the whole
 * trip if it is taken on any part.
 */
export interface RoadCounts extends SeatCounts {
  readonly sections: readonly PartCounts[];
}

/** The seat counts of a trip without stops on the way. Its only part has the same counts as the whole trip. */
export const onePart = (counts: SeatCounts): RoadCounts => ({
  ...counts,
  sections: [{ ...WITHOUT_STOPS, ...counts }],
});

type Taken = 'sold' | 'held' | 'blocked';

/** A seat that is taken on a section. */
export interface TakenSeat extends Section {
  readonly seat: number;
  /** Whether the seat is in use. Seats that are not in use count only if they are sold. */
  readonly isActive: boolean;
  readonly taken: Taken;
}

/** Places that are taken on a section of a trip without a seat map. */
export interface TakenPlaces extends Section {
  readonly places: number;
  readonly taken: Taken;
}

/**
 * The size of a trip whose seats are counted. `parts` is the number of parts from stop to stop. `seats` is the number
 * of the bus's seats in use, or of its places.
 */
interface Counted {
  readonly parts: number;
  readonly seats: number;
}

const partsOf = ({ parts }: Counted): readonly Section[] =>
  Array.from({ length: parts }, (_, from) => ({ from, to: from + 1 }));

/** Counts each seat once: as sold, or else as held, or else as blocked. All other seats are left. */
export function countSeats(road: Counted, rows: readonly TakenSeat[]): RoadCounts {
  return { ...seatsOn(road, rows), sections: partsOf(road).map((part) => ({ ...part, ...seatsOn(road, rows, part) })) };
}

function seatsOn({ seats }: Counted, rows: readonly TakenSeat[], part?: Section): SeatCounts {
  const here = rows.filter((row) => !part || overlaps(row, part));
  const counted = new Map<number, TakenSeat>();
  for (const taken of ['sold', 'held', 'blocked'] as const)
    for (const row of here)
      if (row.taken === taken && (taken === 'sold' || row.isActive) && !counted.has(row.seat))
        counted.set(row.seat, row);
  const all = [...counted.values()];
  const count = (state: Taken): number => all.filter(({ taken }) => taken === state).length;
  return {
    sold: count('sold'),
    held: count('held'),
    blocked: count('blocked'),
    left: Math.max(0, seats - all.filter(({ isActive }) => isActive).length),
  };
}

/**
 * Counts unnumbered seats (places). The whole trip counts as many sold places as its fullest part. A place is left only
 * if it is free on every part. The other places count as blocked; those beyond the most blocked ones of a part, as held
 * if a part has held ones.
 */
export function countPlaces(road: Counted, rows: readonly TakenPlaces[]): RoadCounts {
  const sections = partsOf(road).map((part): PartCounts => {
    const sum = (state: Taken): number =>
      rows.filter((row) => row.taken === state && overlaps(row, part)).reduce((all, { places }) => all + places, 0);
    const [sold, held, blocked] = [sum('sold'), sum('held'), sum('blocked')];
    return { ...part, sold, held, blocked, left: Math.max(0, road.seats - sold - held - blocked) };
  });
  const most = (count: (part: PartCounts) => number): number => Math.max(...sections.map(count));
  const sold = most((part) => part.sold);
  const left = Math.min(...sections.map((part) => part.left));
  const rest = Math.max(0, road.seats - sold - left);
  const [mostHeld, mostBlocked] = [most(({ held }) => held), most(({ blocked }) => blocked)];
  const held = Math.min(mostHeld, Math.max(0, rest - mostBlocked));
  return { sold, held, blocked: rest - held, left, sections };
}
