import { type Font, type ShapedWord, shape } from './fonts.ts';
import { type PdfFile, type Ref, numeral } from './pdf-file.ts';

/** A font in one document: the glyphs that the document uses, and their numbers in it. */
export class EmbeddedFont {
  readonly #font: Font;
  readonly #subset;
  /** Widths and characters of the glyphs, by their numbers in the document. */
  readonly #widths: number[];
  readonly #characters: string[] = ['<0000>'];

  constructor(font: Font) {
    this.#font = font;
    this.#subset = font.createSubset();
    this.#widths = [font.getGlyph(0).advanceWidth];
  }

  /** The operators that show a run at a position, where a text object has begun. */
  show(run: string, x: number, y: number, size: number): string {
    let [at, shown, isMoved] = [x, `1 0 0 -1 ${numeral(x)} ${numeral(y)} Tm [<`, false];
    for (const { glyphs } of shape(this.#font, run))
      for (const glyph of glyphs) {
        const hex = this.#include(glyph);
        const { xOffset, yOffset, advance, width } = glyph;
        const isOff = xOffset !== 0 || yOffset !== 0;
        // A glyph off the line is shown at a place of its own, and the next one at its own place again.
        if (isOff || isMoved) {
          const [left, top] = [at + (xOffset * size) / 1_000, y - (yOffset * size) / 1_000];
          shown += `>] TJ 1 0 0 -1 ${numeral(left)} ${numeral(top)} Tm [<`;
        }
        isMoved = isOff;
        shown += hex;
        if (advance !== width) shown += `> ${numeral(width - advance)} <`;
        at += (advance * size) / 1_000;
      }
    return `${shown}>] TJ`;
  }

  /** Adds the font to the document, with the glyphs that have been shown. */
  embed(file: PdfFile, tag: string): Ref {
    const name = `/${tag}+${this.#font.postscriptName}`;
    const fontFile = file.addStream(this.#subset.encode());
    const descriptor = file.add(
      `<</Type/FontDescriptor/FontName${name}${describe(this.#font)}/FontFile2 ${fontFile}>>`,
    );
    const descendant = file.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
        `/FontDescriptor ${descriptor}/CIDToGIDMap/Identity/W[0[${this.#widths.map(numeral).join(' ')}]]>>`,
    );
    const toUnicode = file.addStream(Buffer.from(characterMap(this.#characters), 'latin1'));
    return file.add(
      `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${toUnicode}>>`,
    );
  }

  /** The glyph's number in the document, in four hexadecimal digits. */
  #include({ id, width, characters }: ShapedWord['glyphs'][number]): string {
    const number = this.#subset.includeGlyph(id);
    if (number === this.#widths.length) {
      this.#widths.push(width);
      this.#characters.push(characters);
    }
    return HEX[number] ?? '0000';
  }
}

/** Numbers of glyphs as hexadecimal texts. No document uses more glyphs than the fonts have. */
const HEX = Array.from({ length: 4_096 }, (_none, number) => number.toString(16).padStart(4, '0'));

/** PDF's flag for fonts with other letters than the standard Latin ones. */
const SYMBOLIC = 4;

function describe(font: Font): string {
  const { minX, minY, maxX, maxY } = font.bbox;
  return (
    `/Flags ${SYMBOLIC}/FontBBox[${[minX, minY, maxX, maxY].join(' ')}]/ItalicAngle ${font.italicAngle}` +
    `/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight ${font.capHeight}/XHeight ${font.xHeight}/StemV 0`
  );
}

/** The most entries of one range of a character map. */
const RANGE = 256;

/** Tells readers which characters each glyph stands for. */
function characterMap(characters: readonly string[]): string {
  const ranges: string[] = [];
  for (let start = 0; start < characters.length; start += RANGE) {
    const entries = characters.slice(start, start + RANGE);
    ranges.push(`<${HEX[start]}> <${HEX[start + entries.length - 1]}> [${entries.join(' ')}]`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${ranges.length} beginbfrange
${ranges.join('\n')}
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
