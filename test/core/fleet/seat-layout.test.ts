import { expect } from 'chai';
import { layoutFaults } from '../../../core/fleet/seat-layout.ts';
import { seat, seatsNumbered } from '../../support/catalogue.ts';

describe('a seat layout', () => {
  const [a1, a2] = seatsNumbered('A1', 'A2');
  const layout = { rows: 1, cols: 4, deckCount: 1, seats: [a1!, a2!] };
  const fieldsOf = (changes: Parameters<typeof layoutFaults>[0]) =>
    layoutFaults({ ...layout, ...changes }).map(({ field }) => field);

  it('a seat layout is valid with each seat inside it, and each number and place once', () => {
    expect(layoutFaults(layout)).to.deep.equal([]);
  });

  it('a seat layout has no seat outside it, in any direction', () => {
    const outside = { ...a2!, deck: 2, row: 2, col: 5 };
    expect(layoutFaults({ ...layout, seats: [a1!, outside] })).to.deep.equal([
      { field: 'seats[1].deck', message: 'is beyond the deck_count of the seat map, 1' },
      { field: 'seats[1].row', message: 'is beyond the rows of the seat map, 1' },
      { field: 'seats[1].col', message: 'is beyond the cols of the seat map, 4' },
    ]);
    expect(fieldsOf({ seats: [{ ...a1!, col: 4 }] })).to.deep.equal([]);
  });

  it('a seat layout has each number once', () => {
    expect(layoutFaults({ ...layout, seats: [a1!, { ...a2!, number: seat('A1') }] })).to.deep.equal([
      { field: 'seats[1].seat_number', message: 'is listed before, at seats[0]' },
    ]);
  });

  it('a seat layout has one seat in each place', () => {
    expect(layoutFaults({ ...layout, seats: [a1!, { ...a1!, number: seat('A2') }] })).to.deep.equal([
      { field: 'seats[1]', message: 'is listed before, at seats[0]' },
    ]);
  });

  it('a seat layout is checked after its removed seats are gone', () => {
    const { row: _, ...nowhere } = a1!;
    expect(fieldsOf({ seats: [undefined, nowhere, nowhere] })).to.deep.equal(['seats[2].seat_number']);
    expect(fieldsOf({ rows: undefined, seats: [{ ...a1!, row: 9 }] })).to.deep.equal([]);
    expect(fieldsOf({ seats: undefined })).to.deep.equal([]);
  });
});
