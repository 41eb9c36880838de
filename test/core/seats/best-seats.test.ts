import { expect } from 'chai';
import fc from 'fast-check';
import { bestSeats } from '../../../core/seats/best-seats.ts';
import type { ChoosableMap, ChoosableSeat, SeatWish } from '../../../core/seats/choosable-seats.ts';
import { seat } from '../../support/catalogue.ts';

interface Judged {
  readonly seats: readonly string[];
  readonly together: boolean;
  readonly left: number;
  readonly largest: number;
}

/** Chooses seats by comparing every group of free seats that hangs together. */
function judge({ rows, cols, seats: all }: ChoosableMap, wish: SeatWish): Judged {
  const seats = [...all].sort((a, b) => a.deck - b.deck || a.row - b.row || a.col - b.col);
  const sameRow = (a: ChoosableSeat, b: ChoosableSeat) => a.deck === b.deck && a.row === b.row;
  const isSeat = (deck: number, row: number, col: number) =>
    seats.some((one) => one.deck === deck && one.row === row && one.col === col);
  const sideBySide = (a: ChoosableSeat, b: ChoosableSeat) => sameRow(a, b) && Math.abs(a.col - b.col) === 1;
  const acrossAisle = (a: ChoosableSeat, b: ChoosableSeat) => {
    if (!sameRow(a, b) || Math.abs(a.col - b.col) < 2) return false;
    for (let col = Math.min(a.col, b.col) + 1; col < Math.max(a.col, b.col); col += 1)
      if (isSeat(a.deck, a.row, col)) return false;
    return true;
  };
  const neighbours = (a: ChoosableSeat, b: ChoosableSeat) =>
    sideBySide(a, b) || acrossAisle(a, b) || (a.deck === b.deck && a.col === b.col && Math.abs(a.row - b.row) === 1);
  const hangsTogether = (group: readonly ChoosableSeat[]) => {
    const reached = new Set(group.slice(0, 1));
    for (let grown = true; grown;) {
      grown = false;
      for (const one of group)
        if (!reached.has(one) && [...reached].some((other) => neighbours(one, other))) {
          reached.add(one);
          grown = true;
        }
    }
    return reached.size === group.length;
  };
  const isWindow = (one: ChoosableSeat) => {
    const columns = seats.filter((other) => sameRow(one, other)).map(({ col }) => col);
    return one.col === Math.min(...columns) || one.col === Math.max(...columns);
  };
  const isAisle = (one: ChoosableSeat) =>
    [one.col - 1, one.col + 1].some((col) => col >= 1 && col <= cols && !isSeat(one.deck, one.row, col));
  const isLiked = (one: ChoosableSeat) =>
    wish.like === undefined || (wish.like === 'WINDOW' ? isWindow(one) : isAisle(one));

  function measures(group: readonly ChoosableSeat[], free: readonly ChoosableSeat[]): readonly number[] {
    const others = free.filter((one) => !group.includes(one));
    const between = Math.min(...group.map(({ row }) => (wish.near === 'BACK' ? rows - row : row - 1)));
    return [
      group.filter(({ isKept }) => isKept).length,
      group.filter((one) => !group.some((other) => sideBySide(one, other))).length,
      new Set(group.map(({ deck, row }) => `${deck}/${row}`)).size,
      group.filter((one) => !isLiked(one)).length,
      Math.floor((3 * between) / rows),
      others.filter(
        (one) => free.some((other) => sideBySide(one, other)) && !others.some((other) => sideBySide(one, other)),
      ).length,
      between,
      ...group.map((one) => seats.indexOf(one)),
    ];
  }
  const isLess = (a: readonly number[], b: readonly number[]) => {
    const index = a.findIndex((value, at) => value !== b[at]);
    return index >= 0 && a[index]! < b[index]!;
  };
  function groupsOf(free: readonly ChoosableSeat[], size: number): readonly (readonly ChoosableSeat[])[] {
    const groups: ChoosableSeat[][] = [];
    const add = (group: readonly ChoosableSeat[], from: number): void => {
      if (group.length === size) {
        if (hangsTogether(group)) groups.push([...group]);
        return;
      }
      for (let index = from; index < free.length; index += 1) add([...group, free[index]!], index + 1);
    };
    add([], 0);
    return groups;
  }
  const componentOf = (one: ChoosableSeat, free: readonly ChoosableSeat[]) => {
    const found = [one];
    for (const there of found)
      found.push(...free.filter((other) => !found.includes(other) && neighbours(there, other)));
    return new Set(found).size;
  };

  const free = seats.filter((one) => one.isFree && (wish.deck === undefined || one.deck === wish.deck));
  const largest = Math.max(0, ...free.map((one) => componentOf(one, free)));
  if (free.length < wish.count) return { seats: [], together: false, left: free.length, largest };
  const chosen: ChoosableSeat[] = [];
  while (chosen.length < wish.count) {
    const remaining = free.filter((one) => !chosen.includes(one));
    for (let size = wish.count - chosen.length; size > 0; size -= 1) {
      const groups = groupsOf(remaining, size);
      if (groups.length === 0) continue;
      chosen.push(
        ...groups.reduce((best, group) =>
          isLess(measures(group, remaining), measures(best, remaining)) ? group : best,
        ),
      );
      break;
    }
  }
  return {
    seats: chosen.sort((a, b) => seats.indexOf(a) - seats.indexOf(b)).map(({ number }) => number),
    together: hangsTogether(chosen),
    left: free.length,
    largest,
  };
}

/** Maps of at most 24 seats: seats in use or not, aisles wherever a place has no seat, up to two decks. */
const maps: fc.Arbitrary<ChoosableMap> = fc
  .record({
    rows: fc.integer({ min: 1, max: 8 }),
    cols: fc.integer({ min: 1, max: 5 }),
    decks: fc.constantFrom(1, 1, 2),
  })
  .chain(({ rows, cols, decks }) => {
    const places = decks * rows * cols;
    const cell = fc.constantFrom('free', 'free', 'free', 'free', 'taken', 'aisle', 'kept');
    return fc.array(cell, { minLength: places, maxLength: places }).map((cells) => ({
      rows,
      cols,
      seats: cells
        .flatMap((cell, index) => {
          if (cell === 'aisle') return [];
          const deck = 1 + Math.floor(index / (rows * cols));
          const row = 1 + (Math.floor(index / cols) % rows);
          const number = seat(`S${index}`);
          return [
            {
              number,
              deck,
              row,
              col: 1 + (index % cols),
              type: 'SEAT',
              isFree: cell !== 'taken',
              isKept: cell === 'kept',
            },
          ];
        })
        .slice(0, 24),
    }));
  });

const wishes: fc.Arbitrary<SeatWish> = fc.record(
  {
    count: fc.integer({ min: 1, max: 6 }),
    like: fc.constantFrom('WINDOW' as const, 'AISLE' as const),
    near: fc.constantFrom('FRONT' as const, 'BACK' as const),
    deck: fc.constantFrom(1, 2),
  },
  { requiredKeys: ['count'] },
);

/** A bus with rows of A1 A2 | B2 B1. Seats are named by row and place, such as `3A1`. */
const bus = (rows: number, taken: readonly string[] = []): ChoosableMap => ({
  rows,
  cols: 5,
  seats: Array.from({ length: rows }, (_, index) =>
    ['A1', 'A2', '', 'B2', 'B1'].flatMap((place, column) => {
      const number = seat(`${index + 1}${place}`);
      const type = 'SEAT';
      return place === ''
        ? []
        : [{ number, deck: 1, row: index + 1, col: column + 1, type, isFree: !taken.includes(number), isKept: false }];
    }),
  ).flat(),
});

describe('choosing the best seats', () => {
  it('the best seats are those that a comparison of all groups finds', function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(maps, wishes, (map, wish) => {
        expect(bestSeats(map, wish)).to.deep.equal(judge(map, wish));
      }),
      { numRuns: 500, seed: Number(process.env['PROPERTY_SEED'] ?? 20261123) },
    );
  });

  it('the best seats of an empty bus are side by side in the first row', () => {
    expect(bestSeats(bus(10), { count: 2 }).seats).to.deep.equal(['1A1', '1A2']);
    expect(bestSeats(bus(10), { count: 3 }).seats).to.deep.equal(['1A1', '1A2', '1B2']);
  });

  it('the best seats leave nobody’s neighbour alone where the row has a seat without a free one beside it', () => {
    expect(bestSeats(bus(10, ['1A1']), { count: 1 }).seats).to.deep.equal(['1A2']);
    expect(bestSeats(bus(10, ['1A1']), { count: 2 }).seats).to.deep.equal(['1B2', '1B1']);
  });

  it('the best seats of a group that fits nowhere are the largest group there is, and then the rest', () => {
    const taken = bus(3)
      .seats.map(({ number }) => number)
      .filter((number) => !['1A1', '3B2', '3B1'].includes(number));
    expect(bestSeats(bus(3, taken), { count: 3 })).to.deep.equal({
      seats: ['1A1', '3B2', '3B1'],
      together: false,
      left: 3,
      largest: 2,
    });
    expect(bestSeats(bus(3, taken), { count: 4 })).to.deep.include({ seats: [], left: 3 });
  });
});
