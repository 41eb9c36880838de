import { expect } from 'chai';
import {
  type Direction,
  type PlacedSeat,
  type SeatState,
  changesBetween,
  decksOf,
  nearestTo,
  neighbourOf,
  positionOf,
} from '../../web/parts/seat-map/grid.ts';

/**
 * Makes seats from rows of text, the front row first. Each letter is a seat, numbered as letter and row (`A1`). A dot
 * is a gap.
 */
const drawn = (rows: readonly string[], { deck = 1, type = 'SEAT' } = {}): PlacedSeat[] =>
  rows.flatMap((row, line) =>
    Array.from(row).flatMap((letter, col) =>
      letter === '.'
        ? []
        : [{ seat_number: `${letter}${line + 1}`, deck, row: line + 1, col: col + 1, seat_type: type }],
    ),
  );

describe('seat grids', () => {
  it('the seat map shows a column without seats as a narrow aisle', () => {
    const [deck] = decksOf(drawn(['AB.CD', 'AB.CD']), 5, 1);
    expect(deck!.columns).to.deep.equal(['seat', 'seat', 'aisle', 'seat', 'seat']);
  });

  it('the seat map keeps the aisle as wide as a seat if the last row has a seat in the aisle', () => {
    const [deck] = decksOf(drawn(['AB.CD', 'ABXCD']), 5, 1);
    expect(deck!.columns).to.deep.equal(Array(5).fill('seat'));
  });

  it('the seat map shows the door beside the driver, or where the first row leaves a gap', () => {
    expect(decksOf(drawn(['AB.CD']), 5, 1)[0]!.doorRow).to.equal(0);
    expect(decksOf(drawn(['...CD', 'AB.CD']), 5, 1)[0]!.doorRow).to.equal(1);
  });

  it('the seat map shows driver and door only on the lower deck', () => {
    const seats = [...drawn(['C.D'], { deck: 2 }), ...drawn(['A.B'])];
    const [lower, upper] = decksOf(seats, 3, 2);
    expect(lower).to.deep.include({ deck: 1, hasDriver: true, doorRow: 0 });
    expect(upper).to.deep.include({ deck: 2, hasDriver: false, doorRow: undefined });
    expect(lower!.seats.map(({ seat_number }) => seat_number)).to.deep.equal(['A1', 'B1']);
  });

  it('the seat map lists its seats from front to back and from left to right, whatever the order of the data', () => {
    const [deck] = decksOf(drawn(['AB', 'CD']).reverse(), 2, 1);
    expect(deck!.seats.map(({ seat_number }) => seat_number)).to.deep.equal(['A1', 'B1', 'C2', 'D2']);
  });
});

describe('seat positions', () => {
  const whereIn = (seats: readonly PlacedSeat[], cols: number, number: string) =>
    positionOf(
      seats.find(({ seat_number }) => seat_number === number)!,
      seats,
      cols,
    );

  it('a seat’s position (window, aisle, middle) is shown as the company set it', () => {
    expect(whereIn(drawn(['ABC'], { type: 'middle' }), 3, 'A1')).to.equal('middle');
    expect(whereIn(drawn(['ABC'], { type: 'WINDOW' }), 3, 'B1')).to.equal('window');
  });

  it('a seat’s position (window, aisle, middle) is derived from its neighbours if the company set none', () => {
    const seats = drawn(['AB.CD', 'ABXCD']);
    expect(whereIn(seats, 5, 'A1')).to.equal('window');
    expect(whereIn(seats, 5, 'B1')).to.equal('aisle');
    expect(whereIn(seats, 5, 'C1')).to.equal('aisle');
    expect(whereIn(seats, 5, 'D1')).to.equal('window');
    expect(whereIn(seats, 5, 'X2')).to.equal('middle');
  });
});

describe('arrow keys on a seat map', () => {
  const go = (rows: readonly string[], from: string, direction: Direction): string | undefined => {
    const seats = drawn(rows);
    return neighbourOf(
      seats.find(({ seat_number }) => seat_number === from)!,
      direction,
      seats,
    )?.seat_number;
  };

  it('arrow keys on a seat map cross the aisle', () => {
    expect(go(['AB.CD'], 'B1', 'right')).to.equal('C1');
    expect(go(['AB.CD'], 'C1', 'left')).to.equal('B1');
  });

  it('arrow keys on a seat map jump over gaps in a column, and stop at the edge', () => {
    expect(go(['AB', '.B', 'AB'], 'A1', 'down')).to.equal('A3');
    expect(go(['AB'], 'A1', 'left')).to.equal(undefined);
  });

  it('arrow keys on a seat map move to a seat at the side if none is straight ahead', () => {
    expect(go(['AB.CD', 'ABXCD'], 'X2', 'up')).to.be.oneOf(['B1', 'C1']);
  });

  it('arrow keys on a seat map stay on their deck', () => {
    const upper = drawn(['C'], { deck: 2 });
    expect(neighbourOf(drawn(['A'])[0]!, 'down', [...upper, ...drawn(['.', 'B'], { deck: 2 })])).to.equal(undefined);
    expect(nearestTo(upper[0]!, drawn(['AB']))).to.equal(undefined);
  });
});

describe('seat map changes', () => {
  const states = (given: Record<string, SeatState>) => new Map(Object.entries(given));

  it('the seat map announces seats that others just took and seats that just became free', () => {
    const before = states({ A1: 'available', A2: 'yours', A3: 'held', A4: 'taken', A5: 'available' });
    const after = states({ A1: 'held', A2: 'taken', A3: 'available', A4: 'available', A5: 'blocked' });
    expect(changesBetween(before, after)).to.deep.equal({ lost: ['A1', 'A2', 'A5'], freed: ['A3', 'A4'] });
  });

  it('the seat map announces neither seats that the passenger took or released, nor held seats that are now sold', () => {
    const before = states({ A1: 'available', A2: 'yours', A3: 'held' });
    expect(changesBetween(before, states({ A1: 'yours', A2: 'available', A3: 'taken' }))).to.deep.equal({
      lost: [],
      freed: [],
    });
  });

  it('the seat map announces no changes when it is shown for the first time', () => {
    expect(changesBetween(states({}), states({ A1: 'taken' }))).to.deep.equal({ lost: [], freed: [] });
  });
});
