import { expect } from 'chai';
import { checkedMap, layoutFaults, matchedByNumber, type SeatMap } from '../../../core/fleet/seat-layout.ts';
import { asNumbered } from '../../../core/fleet/seat-numbers.ts';
import type { SeatId } from '../../../core/kernel/ids.ts';
import { seat, seatsNumbered } from '../../support/catalogue.ts';

describe('a seat layout', () => {
  const [a1, a2] = seatsNumbered('A1', 'A2');
  const layout = { rows: 1, cols: 4, deckCount: 1, seats: [a1!, a2!] };
  const fieldsOf = (changes: Parameters<typeof layoutFaults>[0]) =>
    layoutFaults({ ...layout, ...changes }).map(({ field }) => field);

  it('a seat map is valid if each seat is inside it, and no number or position repeats', () => {
    expect(layoutFaults(layout)).to.deep.equal([]);
  });

  it('a seat map with a seat outside its rows, columns or decks is invalid', () => {
    const outside = { ...a2!, deck: 2, row: 2, col: 5 };
    expect(layoutFaults({ ...layout, seats: [a1!, outside] })).to.deep.equal([
      { field: 'seats[1].deck', message: 'is beyond the deck_count of the seat map, 1' },
      { field: 'seats[1].row', message: 'is beyond the rows of the seat map, 1' },
      { field: 'seats[1].col', message: 'is beyond the cols of the seat map, 4' },
    ]);
    expect(fieldsOf({ seats: [{ ...a1!, col: 4 }] })).to.deep.equal([]);
  });

  it('a seat map with the same seat number twice is invalid', () => {
    expect(layoutFaults({ ...layout, seats: [a1!, { ...a2!, number: seat('A1') }] })).to.deep.equal([
      { field: 'seats[1].seat_number', message: 'is listed before, at seats[0]' },
    ]);
  });

  it('a seat map with seat numbers that differ in case, blanks or invisible characters alone is invalid', () => {
    for (const number of ['a1', 'A\u200b1', 'A 1', 'Ａ１'])
      expect(fieldsOf({ seats: [a1!, { ...a2!, number: seat(number) }] }), number).to.deep.equal([
        'seats[1].seat_number',
      ]);
  });

  it('a bus keeps seat numbers of earlier versions that differ in case alone, but gets no new ones', () => {
    const seats = [a1!, { ...a2!, number: seat('a1') }].map((one, index) => ({ ...one, id: (index + 1) as SeatId }));
    const present: SeatMap = { ...layout, seats };
    expect(checkedMap(present, present).seats).to.have.length(2);
    const renamed = { ...layout, seats: [seats[0]!, { ...seats[1]!, number: seat('A 1') }] };
    expect(() => checkedMap(renamed, present)).to.throw('seat_map.seats[1].seat_number');
  });

  it('a typed seat number finds the seat that is spelled so, before one that differs in case alone', () => {
    const find = asNumbered([seat('A1'), seat('a1'), seat('B1')]);
    expect(['A1', 'a1', 'b 1', 'C1'].map((typed) => find(seat(typed)))).to.deep.equal(['A1', 'a1', 'B1', 'C1']);
  });

  it('a seat of a file keeps the spelling of the bus’s seat with the same number', () => {
    const present: SeatMap = { ...layout, seats: [{ ...a1!, id: 7 as SeatId }] };
    const { seats } = matchedByNumber({ ...layout, seats: [{ ...a1!, number: seat('a 1') }, a2!] }, present);
    expect(seats.map(({ id, number }) => [id, number])).to.deep.equal([
      [7, 'A1'],
      [undefined, 'A2'],
    ]);
  });

  it('a seat map with two seats in one position is invalid', () => {
    expect(layoutFaults({ ...layout, seats: [a1!, { ...a1!, number: seat('A2') }] })).to.deep.equal([
      { field: 'seats[1]', message: 'is listed before, at seats[0]' },
    ]);
  });

  it('seats that are marked as removed are ignored when a seat map is checked', () => {
    const { row: _, ...nowhere } = a1!;
    expect(fieldsOf({ seats: [undefined, nowhere, nowhere] })).to.deep.equal(['seats[2].seat_number']);
    expect(fieldsOf({ rows: undefined, seats: [{ ...a1!, row: 9 }] })).to.deep.equal([]);
    expect(fieldsOf({ seats: undefined })).to.deep.equal([]);
  });
});
