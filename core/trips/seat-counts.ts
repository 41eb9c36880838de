import { type Section, overlaps, WITHOUT_STOPS } from './sections.ts';

/**
 * The numbers of sold, held, blocked and free seats. Each seat counts once; so does each place on a bus without a seat
 * map.
 */
export interface SeatCounts {
  /** Seats of active bookings. Overdue unpaid bookings do not count. */
  readonly sold: number;
  /** Seats that passengers hold; only on a bus with a seat map. */
  readonly held: number;
  readonly blocked: number;
  /** Seats that passengers can still book. */
  readonly left: number;
}

/** The counts of one part of the road, from one stop to the next. */
export interface PartCounts extends Section, SeatCounts {}

/**
 * The counts of a whole road and of each of its parts. On the whole road, a seat counts as taken if it is taken on any
 * part.
 */
export interface RoadCounts extends SeatCounts {
  readonly sections: readonly PartCounts[];
}

/** The counts of a road without stops between its ends. The road is one part, with the same counts. */
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
  readonly taken: Exclude<Taken, 'held'>;
}

/**
 * The road and bus whose seats are counted: the number of the road's parts, and of the bus's seats in use or places.
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
 * Counts places. On the whole road, the number of sold places is that of the part with the most sales. A place is left
 * if it is free on every part. All other places count as blocked.
 */
export function countPlaces(road: Counted, rows: readonly TakenPlaces[]): RoadCounts {
  const sections = partsOf(road).map((part): PartCounts => {
    const sum = (state: Taken): number =>
      rows.filter((row) => row.taken === state && overlaps(row, part)).reduce((all, { places }) => all + places, 0);
    const [sold, blocked] = [sum('sold'), sum('blocked')];
    return { ...part, sold, held: 0, blocked, left: Math.max(0, road.seats - sold - blocked) };
  });
  const sold = Math.max(...sections.map((part) => part.sold));
  const left = Math.min(...sections.map((part) => part.left));
  return { sold, held: 0, blocked: Math.max(0, road.seats - sold - left), left, sections };
}
