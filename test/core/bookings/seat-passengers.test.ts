import { expect } from 'chai';
import { type GivenPassenger, seatPassengers } from '../../../core/bookings/seat-passengers.ts';
import { sitting } from '../../support/bookings.ts';
import { seat } from '../../support/catalogue.ts';

const [A1, A2, B1] = [seat('A1'), seat('A2'), seat('B1')] as const;
const given = (traits: Partial<GivenPassenger> = {}): GivenPassenger => ({
  seat: A1,
  name: '',
  age: undefined,
  gender: '',
  boardingPoint: '',
  droppingPoint: '',
  ...traits,
});
const only = (traits: Partial<GivenPassenger>) => seatPassengers([A1], [given(traits)])[0]!;

describe('passengers on seats', () => {
  it('passengers of a booking are matched to seats by seat number, and names for other seats are ignored', () => {
    expect(
      seatPassengers(
        [A2, A1],
        [
          given({ seat: B1, name: 'Nobody' }),
          given({ seat: A1, name: 'Asha', age: 34, gender: 'F', boardingPoint: 'Kalanki', droppingPoint: 'Mugling' }),
        ],
      ),
    ).to.deep.equal([
      sitting(A2),
      sitting(A1, { name: 'Asha', age: 34, gender: 'F', boardingPoint: 'Kalanki', droppingPoint: 'Mugling' }),
    ]);
  });

  it('a booking that names two passengers for one seat keeps the one named last', () => {
    expect(seatPassengers([A1], [given({ name: 'First' }), given({ name: 'Second' })])).to.deep.equal([
      sitting(A1, { name: 'Second' }),
    ]);
  });

  it('a passenger’s texts are cut to 150 characters, without splitting a character', () => {
    const long = `${'x'.repeat(149)}🚌🚌`;
    const kept = `${'x'.repeat(149)}🚌`;
    expect(only({ name: long, boardingPoint: long, droppingPoint: long })).to.include({
      name: kept,
      boardingPoint: kept,
      droppingPoint: kept,
    });
  });

  it('a passenger’s age is 0 to 150 in whole years, as a number or in ASCII digits', () => {
    const kept: readonly (readonly [unknown, number | null])[] = [
      [0, 0],
      [150, 150],
      ['0', 0],
      ['150', 150],
      ['007', 7],
      [' 34 ', 34],
      [151, null],
      [-1, null],
      [33.5, null],
      ['33.5', null],
      ['-1', null],
      ['151', null],
      ['', null],
      [' ', null],
      ['३४', null],
      ['３４', null],
      ['1e1', null],
      ['0x10', null],
      ['34 years', null],
      ['9'.repeat(400), null],
      [Number.NaN, null],
      [1e300, null],
      [true, null],
      [null, null],
      [undefined, null],
      [{}, null],
      [[34], null],
    ];
    for (const [age, expected] of kept) expect(only({ age }).age, JSON.stringify(age)).to.equal(expected);
  });

  it('a passenger’s gender is M, F or O', () => {
    for (const gender of ['M', 'F', 'O']) expect(only({ gender }).gender).to.equal(gender);
    for (const gender of ['m', 'Male', 'X', '', 'MF']) expect(only({ gender }).gender, gender).to.equal(null);
  });
});
