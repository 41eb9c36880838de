import { expect } from 'chai';
import { repeats } from '../../../core/kernel/repeats.ts';

describe('repeated keys', () => {
  it('the function repeats() lists each row with the same key as an earlier row, together with that earlier row', () => {
    expect(repeats(['a', 'b', 'a', 'a'], (row) => row)).to.deep.equal([
      { index: 2, first: 0 },
      { index: 3, first: 0 },
    ]);
  });

  it('the function repeats() ignores rows without a key', () => {
    expect(repeats([undefined, null, undefined, null], (row) => row)).to.deep.equal([]);
  });
});
