import { expect } from 'chai';
import { repeats } from '../../../core/kernel/repeats.ts';

describe('repeated keys', () => {
  it('the function repeats() finds each row whose key an earlier row has, and names that earlier row', () => {
    expect(repeats(['a', 'b', 'a', 'a'], (row) => row)).to.deep.equal([
      { index: 2, first: 0 },
      { index: 3, first: 0 },
    ]);
  });

  it('the function repeats() ignores rows without a key', () => {
    expect(repeats([undefined, null, undefined, null], (row) => row)).to.deep.equal([]);
  });
});
