import { expect } from 'chai';
import { remembering } from '../../../adapters/pdf/remembering.ts';

describe('the cache of a function', () => {
  it('a memoized function computes the result of a recent argument only once, and forgets the least recently used argument', () => {
    const computed: string[] = [];
    const length = remembering(2, (word: string) => (computed.push(word), { letters: word.length }));
    expect(['one', 'three', 'one', 'fifteen', 'one', 'three'].map((word) => length(word).letters)).to.deep.equal([
      3, 5, 3, 7, 3, 5,
    ]);
    expect(computed).to.deep.equal(['one', 'three', 'fifteen', 'three']);
  });
});
