import { expect } from 'chai';
import { repeats } from '../../../core/kernel/repeats.ts';

describe('repeats', () => {
  it('tells each row whose key an earlier one has, and the first of these', () => {
    expect(repeats(['a', 'b', 'a', 'a'], (row) => row)).to.deep.equal([
      { index: 2, first: 0 },
      { index: 3, first: 0 },
    ]);
  });

  it('passes over rows without a key', () => {
    expect(repeats([undefined, null, undefined, null], (row) => row)).to.deep.equal([]);
  });
});
