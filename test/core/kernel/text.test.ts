import { expect } from 'chai';
import fc from 'fast-check';
import { cut, cutBytes, lengthOf } from '../../../core/kernel/text.ts';

describe('cutting a text', () => {
  it('cutting a text counts code points, and splits none', () => {
    expect([cut('बस🚌🚌', 3), cut('बस', 3), cut('🚌', 1), cut('🚌', 0)]).to.deep.equal(['बस🚌', 'बस', '🚌', '']);
    expect(lengthOf('बस🚌')).to.equal(3);
  });

  it('cutting a text counts bytes of UTF-8, and splits no character', () => {
    expect([
      cutBytes('aé', 2),
      cutBytes('aé', 3),
      cutBytes('aबb', 3),
      cutBytes('aबb', 4),
      cutBytes('🚌a', 3),
      cutBytes('🚌a', 4),
    ]).to.deep.equal(['a', 'aé', 'a', 'aब', '', '🚌']);
  });

  it('cutting a text keeps a short text, and as much as fits of a long one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, limit) => {
        const kept = cutBytes(text, limit);
        const next = Array.from(text)[Array.from(kept).length];
        expect(text.startsWith(kept)).to.equal(true);
        expect(Buffer.byteLength(kept)).to.be.at.most(limit);
        if (next !== undefined) expect(Buffer.byteLength(kept + next)).to.be.above(limit);
      }),
    );
  });
});
