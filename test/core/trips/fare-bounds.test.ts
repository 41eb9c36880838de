import { expect } from 'chai';
import { fareBound } from '../../../core/trips/search-trips.ts';

describe('fare limits of the search', () => {
  const both = (text: string) => [fareBound(text, 'up'), fareBound(text, 'down')];

  it('a fare limit in a trip search is a decimal number of rupees', () => {
    expect(['1200', '1200.5', '1200.50', '1200.', '.5', '0', '+12', '-3.25', '007'].map(both)).to.deep.equal([
      [120_000, 120_000],
      [120_050, 120_050],
      [120_050, 120_050],
      [120_000, 120_000],
      [50, 50],
      [0, 0],
      [1_200, 1_200],
      [-325, -325],
      [700, 700],
    ]);
  });

  it('a fare limit with fractions of a paisa in a trip search excludes fares beyond the exact limit', () => {
    expect(['1200.505', '1200.500', '-0.001', '0.0001'].map(both)).to.deep.equal([
      [120_051, 120_050],
      [120_050, 120_050],
      [0, -1],
      [1, 0],
    ]);
  });

  it('a fare limit with very many digits in a trip search becomes a number that databases can store', () => {
    expect(both('9'.repeat(400))).to.deep.equal([10 ** 15, 10 ** 15]);
    expect(both(`-${'9'.repeat(400)}.1`)).to.deep.equal([-(10 ** 15), -(10 ** 15)]);
    expect(both(`0.${'0'.repeat(400)}1`)).to.deep.equal([1, 0]);
  });

  it('a fare limit in a trip search that is no decimal number is ignored', () => {
    expect(
      ['', '.', '-', 'abc', '1e3', '1,200', '12 00', 'NaN', 'Infinity', '0x10', '１２', '1.2.3', '--1', '1_000'].map(
        both,
      ),
    ).to.deep.equal(Array.from({ length: 14 }, () => [undefined, undefined]));
  });
});
