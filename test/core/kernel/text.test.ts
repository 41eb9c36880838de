import { expect } from 'chai';
import fc from 'fast-check';
import { cut, cutBytes, lengthOf, nameIn } from '../../../core/kernel/text.ts';

describe('cutting a text', () => {
  it('a text that is cut to a number of characters is never cut inside a code point', () => {
    expect([cut('बस🚌🚌', 3), cut('बस', 3), cut('🚌', 1), cut('🚌', 0)]).to.deep.equal(['बस🚌', 'बस', '🚌', '']);
    expect(lengthOf('बस🚌')).to.equal(3);
  });

  it('a text that is cut to a number of UTF-8 bytes is never cut inside a character', () => {
    expect([
      cutBytes('aé', 2),
      cutBytes('aé', 3),
      cutBytes('aबb', 3),
      cutBytes('aबb', 4),
      cutBytes('🚌a', 3),
      cutBytes('🚌a', 4),
    ]).to.deep.equal(['a', 'aé', 'a', 'aब', '', '🚌']);
  });

  it('a text that is short enough is not cut, and a longer one keeps as much as fits', () => {
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

describe('a name', () => {
  it('a text is a name if it has a letter or a digit that shows, and is empty otherwise', () => {
    expect(['आशा', '7', '७ अ', '—', '\u200b', '—\u3164'].map(nameIn)).to.deep.equal(['आशा', '7', '७ अ', '', '', '']);
  });
});
