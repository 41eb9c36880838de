import { expect } from 'chai';
import { isGsm, partsOf } from '../../../core/platform/sms-parts.ts';

describe('SMS parts', () => {
  const of = (character: string, count: number): number => partsOf(character.repeat(count));

  it('a text message in the GSM alphabet has up to 160 characters in one SMS part, and 306 in two', () => {
    expect([of('a', 0), of('a', 160), of('a', 161), of('a', 306), of('a', 307)]).to.deep.equal([1, 1, 2, 2, 3]);
    expect([of('@', 160), of('Ω', 160), of('\n', 160), of('à', 160)]).to.deep.equal([1, 1, 1, 1]);
  });

  it('a character of the GSM extension table counts as two in a text message', () => {
    for (const character of '^{}\\[~]|€')
      expect([of(character, 80), partsOf(`${character.repeat(80)}a`)], character).to.deep.equal([1, 2]);
    expect([of('€', 153), of('€', 154)]).to.deep.equal([2, 3]);
  });

  it('a text message with a letter outside the GSM alphabet has up to 70 UTF-16 units in one SMS part, and 134 in two', () => {
    expect([of('क', 70), of('क', 71), of('क', 134), of('क', 135)]).to.deep.equal([1, 2, 2, 3]);
    expect([partsOf(`${'a'.repeat(69)}क`), partsOf(`${'a'.repeat(70)}क`)]).to.deep.equal([1, 2]);
    expect([of('😀', 35), of('😀', 36)]).to.deep.equal([1, 2]);
  });

  it('characters of a text message that are outside the GSM alphabet are recognized', () => {
    for (const text of ['', 'Kathmandu-Pokhara 24 Nov 07:00', 'Ærø €5 [x]']) expect(isGsm(text), text).to.equal(true);
    for (const text of ['पोखरा', 'ā', 'ê', 'ç', '`', '•', '–', '…', '\t']) expect(isGsm(text), text).to.equal(false);
  });
});
