import { type Section, overlaps, WITHOUT_STOPS } from './sections.ts';

/** Numbers of seats by state. Each seat counts once; so does each place on a bus without a seat map. */
export interface SeatCounts {
  /** Seats of active bookings. Overdue unpaid bookings do not count. */
  readonly sold: number;
  /** Seats that passengers hold; only on a bus with a seat map. */
  readonly held: number;
  readonly blocked: number;
  /** Seats that passengers can still book. */
  readonly left: number;
}

/** The counts of one part of the road. */
export interface PartCounts extends Section, SeatCounts {}

/** The counts of a whole road and of each part. On the whole road, a seat counts if it is taken on any part. */
export interface RoadCounts extends SeatCounts {
  readonly sections: readonly PartCounts[];
}

/** A road without stops between its ends is one part, with the same counts. */
export const onePart = (counts: SeatCounts): RoadCounts => ({
  ...counts,
  sections: [{ ...WITHOUT_STOPS, ...counts }],
});

type Taken = 'sold' | 'held' | 'blocked';

/** A seat that is taken on a section. */
export interface TakenSeat extends Section {
  readonly seat: number;
  /** Whether the seat is in use. Other seats count only if they are sold. */
  readonly isActive: boolean;
  readonly taken: Taken;
}

/** Places that are taken on a section of a trip without a seat map. */
export interface TakenPlaces extends Section {
  readonly places: number;
  readonly taken: Exclude<Taken, 'held'>;
}

/** A road with `parts` parts, of a bus with `seats` seats in use, or places. */
interface Counted {
  readonly parts: number;
  readonly seats: number;
}

const partsOf = ({ parts }: Counted): readonly Section[] =>
  Array.from({ length: parts }, (_, from) => ({ from, to: from + 1 }));

/** Counts each seat once: as sold, else as held, else as blocked. The seats that remain are left. */
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
 * Counts places. On the whole road, a place is left if no part takes it. As many are sold there as on the part that
 * sells most. All other places are blocked, or sold on parts with fewer sales.
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
