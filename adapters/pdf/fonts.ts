import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Font, create } from 'fontkit';
import { subsetsOf } from './font-subset.ts';
import { remembering } from './remembering.ts';

/**
 * The fonts of all PDFs. Mukta has Latin and Devanagari letters in one design, so a line can mix them. Fonts are parsed
 * once, because parsing takes longer than drawing a page. Shaped words are cached for later documents.
 */

const pathOf = createRequire(import.meta.url).resolve;

/** The most words whose glyphs are cached. The cache holds the words that every document has, and a day's names. */
const WORDS = 2_000;

function parse(file: string): Font {
  const bytes = readFileSync(pathOf(`@expo-google-fonts/mukta/${file}`));
  const font = create(bytes);
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts, not a font`);
  // pdfkit scales a word's positions in place, to thousandths of the font size. Documents can share a cached word only
  // if the font already measures in thousandths.
  if (font.unitsPerEm !== 1000) throw new Error(`${file} does not measure in thousandths`);
  const layout = font.layout.bind(font);
  return Object.assign(font, {
    layout: remembering(WORDS, (word: string) => layout(word)),
    createSubset: subsetsOf(bytes),
  });
}

export const FONTS = {
  regular: parse('400Regular/Mukta_400Regular.ttf'),
  bold: parse('700Bold/Mukta_700Bold.ttf'),
} as const;

export type FontName = keyof typeof FONTS;
