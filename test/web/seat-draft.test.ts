import { expect } from 'chai';
import {
  type Draft,
  type Place,
  EMPTY,
  add,
  change,
  forSale,
  inPlaceOf,
  keepSeat,
  move,
  nextNumber,
  numberAll,
  remove,
  repeated,
  resize,
  seatAt,
} from '../../web/portal/fleet/seat-editor/draft.ts';

const at = (row: number, col: number, deck = 1): Place => ({ deck, row, col });
const numbers = ({ seats }: Draft): string[] => seats.map(({ seat_number }) => seat_number);
const drawn = (size: Partial<Draft>, places: readonly Place[]): Draft =>
  places.reduce((draft, place) => add(draft, place), { ...EMPTY, ...size });

describe('seat map drafts', () => {
  it('a new seat in the seat map editor gets the next number after the seat in front, or after the seat beside it', () => {
    const first = drawn({}, [at(1, 1)]);
    expect(numbers(first)).to.deep.equal(['A1']);
    expect(nextNumber(first, at(1, 2))).to.equal('A2');
    const named = change(add(first, at(1, 4)), at(1, 4), { seat_number: 'B1' });
    expect(nextNumber(named, at(2, 4))).to.equal('B2');
    expect(nextNumber(named, at(1, 5))).to.equal('B2');
    expect(nextNumber(named, at(2, 1))).to.equal('A2');
  });

  it('the seat map editor adds no seat on top of another seat or outside the map', () => {
    const one = drawn({ rows: 2, cols: 2 }, [at(1, 1)]);
    expect(add(one, at(1, 1))).to.equal(one);
    expect(add(one, at(3, 1))).to.equal(one);
    expect(add(one, at(1, 1, 2))).to.equal(one);
  });

  it('a seat keeps its id when it is moved or renumbered in the seat map editor', () => {
    const known = change(drawn({ rows: 2, cols: 3 }, [at(1, 1), at(1, 3)]), at(1, 1), { id: 7 });
    expect(seatAt(move(known, at(1, 1), at(2, 2)), at(2, 2))?.id).to.equal(7);
    expect(move(known, at(1, 1), at(1, 3))).to.equal(known);
    expect(move(known, at(1, 1), at(0, 1))).to.equal(known);
  });

  it('a seat is kept for certain passengers, for others instead, and for anybody when it is chosen again', () => {
    const keptFor = (draft: Draft) => seatAt(draft, at(1, 1))?.kept_for ?? null;
    const women = keepSeat(drawn({}, [at(1, 1)]), at(1, 1), 'WOMEN');
    const elderly = keepSeat(women, at(1, 1), 'ELDERLY');
    const anybody = keepSeat(elderly, at(1, 1), 'ELDERLY');
    expect([women, elderly, anybody].map(keptFor)).to.deep.equal(['WOMEN', 'ELDERLY', null]);
    expect(keepSeat(women, at(2, 2), 'WOMEN')).to.equal(women);
  });

  it('a seat keeps its id if a template with a seat of the same number is applied', () => {
    const known = change(drawn({}, [at(1, 1)]), at(1, 1), { id: 7 });
    const other = inPlaceOf(known, drawn({}, [at(4, 2), at(4, 3)]));
    expect(other.seats.map(({ id, seat_number }) => [seat_number, id])).to.deep.equal([
      ['A1', 7],
      ['A2', undefined],
    ]);
  });

  it('a seat map that is made smaller in the editor loses the seats outside it', () => {
    const map = drawn({ rows: 3, cols: 3, deck_count: 2 }, [at(1, 1), at(3, 1), at(1, 3), at(1, 1, 2)]);
    expect(resize(map, { rows: 2, cols: 2, deck_count: 1 }).seats).to.have.length(1);
  });

  it('the seat map editor reports repeated seat numbers and counts the seats for sale', () => {
    const map = change(drawn({}, [at(1, 1), at(1, 2), at(1, 3)]), at(1, 2), { seat_number: 'A1', is_active: false });
    expect([...repeated(map)]).to.deep.equal(['A1']);
    expect(forSale(map)).to.equal(2);
    expect(forSale(remove(map, at(1, 1)))).to.equal(1);
  });

  it('seats of a new coach are numbered on the left, then on the right, and then on the rear bench', () => {
    const rows = [1, 2, 3].flatMap((row) => [1, 2, 4, 5].map((col) => at(row, col)));
    const bench = [1, 2, 3, 4, 5].map((col) => at(4, col));
    const coach = numberAll(drawn({ rows: 4, cols: 5 }, [...rows, ...bench]));
    expect(numbers(coach).join(' ')).to.equal('A1 A2 B1 B2 A3 A4 B3 B4 A5 A6 B5 B6 C1 C2 C3 C4 C5');
  });

  it('seat numbers on the upper deck begin with other letters than those on the lower deck', () => {
    const places = [1, 2].flatMap((deck) => [1, 2].flatMap((row) => [1, 3].map((col) => at(row, col, deck))));
    const sleeper = numberAll(drawn({ rows: 2, cols: 3, deck_count: 2 }, places));
    expect(numbers(sleeper).join(' ')).to.equal('A1 B1 A2 B2 C1 D1 C2 D2');
  });
});
