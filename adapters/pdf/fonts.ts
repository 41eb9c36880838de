import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { type FontSubset, subsetsOf } from './font-subset.ts';
import { remembering } from './remembering.ts';

/**
 * Mukta has Latin and Devanagari letters of one design, so a line can mix them. Fonts are parsed once, because parsing
 * takes longer than drawing a page. Shaped words are cached for later documents.
 */

const pathOf = createRequire(import.meta.url).resolve;

/** The number of words whose glyphs are cached: the words of every document, and the names of a day. */
const WORDS = 2_000;

/** A word with its glyphs, measured in thousandths of the font's size. */
export interface ShapedWord {
  readonly width: number;
  readonly glyphs: readonly {
    readonly id: number;
    readonly width: number;
    /** The distance to the next glyph. Letters that are set closer or wider differ from their width. */
    readonly advance: number;
    readonly xOffset: number;
    readonly yOffset: number;
    /** The characters that the glyph stands for, in UTF-16: `<0915 094d>`. */
    readonly characters: string;
  }[];
}

export interface Font extends Pick<
  fontkit.Font,
  | 'ascent'
  | 'bbox'
  | 'capHeight'
  | 'descent'
  | 'getGlyph'
  | 'hasGlyphForCodePoint'
  | 'italicAngle'
  | 'postscriptName'
  | 'xHeight'
> {
  readonly shapeWord: (word: string) => ShapedWord;
  readonly createSubset: () => FontSubset;
}

function parse(file: string): Font {
  const bytes = readFileSync(pathOf(`@expo-google-fonts/mukta/${file}`));
  const font = fontkit.create(bytes);
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts, not a font`);
  // PDFs measure in thousandths of the size.
  if (font.unitsPerEm !== 1000) throw new Error(`${file} does not measure in thousandths`);
  const shapeWord = remembering(WORDS, (word: string): ShapedWord => shaped(font.layout(word)));
  return Object.assign(font, { shapeWord, createSubset: subsetsOf(bytes) });
}

const shaped = ({ glyphs, positions, advanceWidth }: fontkit.GlyphRun): ShapedWord => ({
  width: advanceWidth,
  glyphs: glyphs.map(({ id, advanceWidth: width, codePoints }, index) => {
    const { xAdvance = width, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const characters = `<${Buffer.from(String.fromCodePoint(...codePoints), 'utf16le')
      .swap16()
      .toString('hex')}>`;
    return { id, width, advance: xAdvance, xOffset, yOffset, characters };
  }),
});

/** The words of a run, each with the blank after it. */
export const shape = (font: Font, run: string): readonly ShapedWord[] =>
  (run.match(/[^ ]* |[^ ]+$/g) ?? []).map(font.shapeWord);

export const FONTS = {
  regular: parse('400Regular/Mukta_400Regular.ttf'),
  bold: parse('700Bold/Mukta_700Bold.ttf'),
} as const;

export type FontName = keyof typeof FONTS;
