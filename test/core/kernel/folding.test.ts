import { expect } from 'chai';
import { folded, foldedCode, withoutInvisible } from '../../../core/kernel/folding.ts';

describe('folding typed texts', () => {
  it('invisible characters, case, width and kinds of blanks make no difference between two texts', () => {
    for (const typed of [
      'Trishuli\u00a0Bazar',
      ' TRISHULI \t bazar\u200b',
      'Trishuli\u3000Ｂａｚａｒ',
      'Tri\u00adshuli Bazar',
    ])
      expect(folded(typed), JSON.stringify(typed)).to.equal('trishuli bazar');
    expect(folded('E\u0301clair')).to.equal(folded('\u00e9CLAIR'));
    // Only the small letter has a composed form.
    expect(folded('J\u030c')).to.equal(folded('\u01f0'));
  });

  it('a text of blanks and invisible characters alone is empty when folded', () => {
    expect([folded('\u200b'), folded(' \u2060\u00a0\ufe0f'), foldedCode('\u3164')]).to.deep.equal(['', '', '']);
  });

  it('blanks inside a text tell it from another, but not inside a code', () => {
    expect(folded('New Road')).not.to.equal(folded('Newroad'));
    expect(foldedCode(' A\u200b 1 ')).to.equal(foldedCode('a1'));
  });

  it('dropping invisible characters leaves every other character as it was typed', () => {
    expect(withoutInvisible('Ａsha\u200b @\u00adexample')).to.equal('Ａsha @example');
  });
});
