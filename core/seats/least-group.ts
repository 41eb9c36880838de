import { byPlace } from '../fleet/seat-layout.ts';
import type { ChoosableMap, ChoosableSeat, SeatWish } from './choosable-seats.ts';

/** A free seat, with what decides between groups. */
export interface Place {
  readonly seat: ChoosableSeat;
  /** The place of the seat in the map's order. */
  readonly order: number;
  /** The number of rows between the seat's row and the wished end of the bus. */
  readonly between: number;
  /** Whether the seat is not of the wished kind. */
  readonly misses: boolean;
  /** Free seats side by side with the seat: at most two. */
  readonly beside: readonly Place[];
  /** Free seats with which the seat hangs together, those side by side included. */
  readonly neighbours: readonly Place[];
}

export interface Places {
  /** The rows of the map, also those without seats. */
  readonly rows: number;
  /** All free seats, nearest to the wished end first. */
  readonly free: readonly Place[];
}

type Growing = { -readonly [Field in keyof Place]: Place[Field] } & { beside: Place[]; neighbours: Place[] };

/** The free seats of a map with their neighbours. */
export function placesOf({ rows, cols, seats }: ChoosableMap, { like, near, deck }: SeatWish): Places {
  const inOrder = [...seats].sort(byPlace);
  const free: Growing[] = [];
  let before: Growing | undefined;
  const inRowBefore = new Map<string, Growing>();
  inOrder.forEach((seat, order) => {
    const [left, right] = [inOrder[order - 1], inOrder[order + 1]];
    const isFirst = left?.deck !== seat.deck || left.row !== seat.row;
    const isLast = right?.deck !== seat.deck || right.row !== seat.row;
    // An aisle is a column of the map without a seat in this row.
    const hasAisleBefore = seat.col - (isFirst ? 0 : left.col) > 1;
    const hasAisleAfter = (isLast ? cols + 1 : right.col) - seat.col > 1;
    const suits = like === 'WINDOW' ? isFirst || isLast : like === undefined || hasAisleBefore || hasAisleAfter;
    if (!seat.isFree || (deck !== undefined && seat.deck !== deck)) {
      before = undefined;
      return;
    }
    const between = near === 'BACK' ? rows - seat.row : seat.row - 1;
    const place: Growing = { seat, order, between, misses: !suits, beside: [], neighbours: [] };
    if (before && !isFirst) {
      if (!hasAisleBefore) join(before.beside, place.beside, before, place);
      join(before.neighbours, place.neighbours, before, place);
    }
    const above = inRowBefore.get(`${seat.deck} ${seat.row - 1} ${seat.col}`);
    if (above) join(above.neighbours, place.neighbours, above, place);
    inRowBefore.set(`${seat.deck} ${seat.row} ${seat.col}`, place);
    before = place;
    free.push(place);
  });
  return { rows, free: free.sort((one, other) => one.between - other.between || one.order - other.order) };
}

function join(ofOne: Place[], ofOther: Place[], one: Place, other: Place): void {
  ofOne.push(other);
  ofOther.push(one);
}

/** The facts by which groups are compared, the most important first. */
type Rank = readonly number[];

/** The free seats of the rows that a group with a certain nearest row can have. */
interface Region {
  /** The least number of rows with enough free seats. */
  readonly rows: number;
  /** The length of the longest run of free seats side by side. */
  readonly longestRun: number;
  /** Whether every free seat has a free one side by side. */
  readonly allPaired: boolean;
}

/**
 * Finds the least group of `size` free places that hang together. Some group of this size must exist. Groups grow place
 * by place from their first one, each group in one way only. A group that cannot become less than the least one so far
 * grows no further, so that most of the possible groups are never made.
 */
export function leastGroup({ rows, free: all }: Places, free: ReadonlySet<Place>, size: number): readonly Place[] {
  const places = all.filter((place) => free.has(place));
  const turn = new Map(places.map((place, index) => [place, index]));
  const besideOf = (place: Place): readonly Place[] => place.beside.filter((one) => free.has(one));
  const beside = new Map(places.map((place) => [place, besideOf(place)]));
  const regionOf = regionsOf(places, beside, size);
  let least: { readonly rank: Rank; readonly group: readonly Place[] } | undefined;

  const countAlone = (group: readonly Place[]) => {
    let [alone, forGood] = [0, 0];
    for (const place of group) {
      const next = beside.get(place) ?? [];
      if (next.some((one) => group.includes(one))) continue;
      alone += 1;
      if (next.length === 0) forGood += 1;
    }
    return { alone, forGood };
  };
  const leavesAlone = (group: readonly Place[]): number => {
    const left = new Set(group.flatMap((place) => beside.get(place) ?? []).filter((place) => !group.includes(place)));
    return [...left].filter((place) => (beside.get(place) ?? []).every((one) => group.includes(one))).length;
  };

  /** A rank that no group grown from this one is below. Of a full group, its rank. */
  const rankOf = (group: readonly Place[], first: Place, region: Region): Rank => {
    const missing = size - group.length;
    const { alone, forGood } = countAlone(group);
    const leastAlone = missing === 0 ? alone : forGood + aloneAfter(alone - forGood, missing, region);
    return [
      count(group, ({ seat }) => seat.isKept),
      leastAlone,
      Math.max(new Set(group.map(({ seat }) => seat.row)).size, missing === 0 ? 0 : region.rows),
      count(group, ({ misses }) => misses),
      Math.floor((3 * first.between) / rows),
      // With runs of at most two, a place without a chosen one side by side leaves the other one alone.
      missing === 0 ? leavesAlone(group) : region.longestRun <= 2 && region.allPaired ? leastAlone : 0,
      first.between,
    ];
  };

  const grow = (group: readonly Place[], open: readonly Place[], met: ReadonlySet<Place>, region: Region): void => {
    const [first] = group;
    if (!first) return;
    const rank = rankOf(group, first, region);
    const difference = least ? compare(rank, least.rank) : -1;
    if (difference > 0) return;
    if (group.length === size) {
      const sorted = [...group].sort((one, other) => one.order - other.order);
      if (!least || difference < 0 || compare(ordersOf(sorted), ordersOf(least.group)) < 0)
        least = { rank, group: sorted };
      return;
    }
    open.forEach((next, index) => {
      const added = next.neighbours.filter((place) => {
        const itsTurn = turn.get(place);
        return itsTurn !== undefined && itsTurn > (turn.get(first) ?? 0) && !met.has(place);
      });
      grow([...group, next], [...open.slice(index + 1), ...added], new Set([...met, ...added]), region);
    });
  };

  for (const [index, first] of places.entries()) {
    const open = first.neighbours.filter((place) => (turn.get(place) ?? -1) > index);
    grow([first], open, new Set([first, ...open]), regionOf(first));
  }
  return least?.group ?? [];
}

/**
 * The least number of places that stay without a chosen one side by side when `missing` places are added to a group in
 * which `alone` places have none yet but can get one.
 */
function aloneAfter(alone: number, missing: number, { longestRun }: Region): number {
  if (longestRun > 2) return Math.max(0, alone - 2 * missing);
  if (longestRun < 2) return missing;
  return alone > missing ? alone - missing : (missing - alone) % 2;
}

/** Finds the region of a group's first place, once for each row. */
function regionsOf(
  places: readonly Place[],
  beside: ReadonlyMap<Place, readonly Place[]>,
  size: number,
): (first: Place) => Region {
  const rowKey = (deck: number, between: number): string => `${deck} ${between}`;
  const byRow = new Map<string, Place[]>();
  for (const place of places) {
    const key = rowKey(place.seat.deck, place.between);
    const row = byRow.get(key);
    if (row) row.push(place);
    else byRow.set(key, [place]);
  }
  const facts = new Map<string, { readonly free: number; readonly longestRun: number; readonly allPaired: boolean }>();
  for (const [key, row] of byRow) {
    let [run, longestRun] = [0, 0];
    row.forEach((place, index) => {
      const before = row[index - 1];
      run = before && beside.get(place)?.includes(before) ? run + 1 : 1;
      longestRun = Math.max(longestRun, run);
    });
    const allPaired = row.every((place) => (beside.get(place) ?? []).length > 0);
    facts.set(key, { free: row.length, longestRun, allPaired });
  }
  const known = new Map<string, Region>();
  return ({ seat: { deck }, between }) => {
    const key = rowKey(deck, between);
    let region = known.get(key);
    if (!region) {
      region = { rows: 0, longestRun: 0, allPaired: true };
      let enough = 0;
      for (let step = 0; step < size; step += 1) {
        const row = facts.get(rowKey(deck, between + step));
        if (!row) break;
        region = {
          rows: enough < size ? region.rows + 1 : region.rows,
          longestRun: Math.max(region.longestRun, row.longestRun),
          allPaired: region.allPaired && row.allPaired,
        };
        enough += row.free;
      }
      known.set(key, region);
    }
    return region;
  };
}

const count = (group: readonly Place[], is: (place: Place) => boolean): number =>
  group.reduce((sum, place) => sum + (is(place) ? 1 : 0), 0);

const ordersOf = (group: readonly Place[]): readonly number[] => group.map(({ order }) => order);

/** Compares lists of equal length by their first different number. */
function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
