import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { type Font, type Glyph, create } from 'fontkit';
import { subsetsOf } from '../../../adapters/pdf/font-subset.ts';

const read = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/mukta/${name}`));

const file = read('400Regular/Mukta_400Regular.ttf');

/** Reads a font with fontkit, which shares no code with the code under test. */
const open = (bytes: Uint8Array): Font => {
  const font = create(Buffer.from(bytes));
  if (!('layout' in font)) throw new Error('a collection of fonts');
  return font;
};

const whole = open(file);

/** The glyphs in a subset of the font, each with its original in the whole font. */
function subsetted(glyphs: readonly Glyph[]): readonly (readonly [mine: Glyph, original: Glyph])[] {
  const subset = subsetsOf(file)();
  const places = glyphs.map(({ id }) => subset.includeGlyph(id));
  const font = open(subset.encode());
  return places.map((place, index) => [font.getGlyph(place), glyphs[index]!] as const);
}

/** The byte offset of a table in a font file. */
const placeOf = (font: Buffer, tag: string): number => font.readUInt32BE(font.indexOf(tag) + 8);

/** The glyphs' widths in the table `hmtx`. fontkit returns only the widths of outlines. */
function widthsIn(bytes: Uint8Array): readonly number[] {
  const font = Buffer.from(bytes);
  const count = font.readUInt16BE(placeOf(font, 'hhea') + 34);
  return Array.from({ length: count }, (_, index) => font.readUInt16BE(placeOf(font, 'hmtx') + 4 * index));
}

const looks = ({ path, advanceWidth }: Glyph) => ({ path: path.toSVG(), advanceWidth });

describe('font subsets', () => {
  it('a font subset draws its glyphs as the whole font does', () => {
    for (const [mine, original] of subsetted(['Sita Rai 1–9', 'शर्मिला'].flatMap((text) => whole.layout(text).glyphs)))
      expect(looks(mine)).to.deep.equal(looks(original));
  });

  it('a font subset can contain all glyphs of the regular and the bold font', () => {
    for (const font of [file, read('700Bold/Mukta_700Bold.ttf')]) {
      const subset = subsetsOf(font)();
      for (let glyph = 0; glyph < whole.numGlyphs; glyph += 1) subset.includeGlyph(glyph);
      expect(open(subset.encode()).numGlyphs).to.equal(whole.numGlyphs);
    }
  });

  it('a font subset refuses composite glyphs, which consist of other glyphs', () => {
    const other = Buffer.from(file);
    other.writeInt16BE(-1, placeOf(other, 'glyf'));
    expect(() => subsetsOf(other)().encode()).to.throw('made of others');
  });

  it('a font subset has no hinting programs', () => {
    const subset = subsetsOf(file)();
    subset.includeGlyph(whole.glyphForCodePoint('S'.codePointAt(0)!).id);
    const font = Buffer.from(subset.encode());
    for (const tag of ['cvt ', 'fpgm', 'prep']) expect(font.indexOf(tag)).to.equal(-1);
    const outline = placeOf(font, 'glyf') + font.readUInt32BE(placeOf(font, 'loca') + 4);
    expect(font.readUInt16BE(outline + 10 + 2 * font.readInt16BE(outline))).to.equal(0);
  });

  it('a font subset has the right width for the last glyphs, which share one entry in the font’s width table', () => {
    const subset = subsetsOf(file)();
    const place = subset.includeGlyph(whole.numGlyphs - 1);
    const [shared] = widthsIn(file).slice(-1);
    expect(widthsIn(subset.encode())[place]).to.equal(shared);
  });

  it('a font subset numbers its glyphs in order, each only once, after the glyph for missing letters', () => {
    const subset = subsetsOf(file)();
    expect([40, 30, { id: 40 }].map(subset.includeGlyph)).to.deep.equal([1, 2, 1]);
    expect(open(subset.encode()).numGlyphs).to.equal(3);
  });

  it('a font subset is much smaller than the font', () => {
    const subset = subsetsOf(file)();
    for (const { id } of whole.layout('Kathmandu').glyphs) subset.includeGlyph(id);
    expect(subset.encode().length).to.be.below(2_500);
  });
});
