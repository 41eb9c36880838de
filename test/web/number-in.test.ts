import { expect } from 'chai';
import { numberIn } from '../../web/portal/parts/number-in.ts';

describe('numbers that a person types', () => {
  for (const [typed, number] of [
    ['1200', 1_200],
    [' 1,200.50 ', 1_200.5],
    ['1,00,000', 100_000],
    ['१,२००', 1_200],
    ['7.5', 7.5],
  ] as const)
    it(`the typed number ${typed} is read as ${number}`, () => {
      expect(numberIn(typed)).to.equal(number);
    });

  for (const typed of ['7,5', '12,50', '1,2,3', '1e999', 'Infinity', 'abc'])
    it(`the typed number ${typed} is refused, not taken for another number`, () => {
      expect(numberIn(typed)).to.be.NaN;
    });

  it('an empty field has no number', () => {
    expect(numberIn(' ')).to.equal(undefined);
  });
});
