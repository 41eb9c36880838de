import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import type { Font } from 'fontkit';

/*
 * Mukta has Latin and Devanagari letters of one design, so a line can mix them. The fonts are parsed once, because that
 * takes longer than drawing a page.
 */

const pathOf = createRequire(import.meta.url).resolve;

const parse = (file: string): Font => {
  const font = openSync(pathOf(`@expo-google-fonts/mukta/${file}`));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts, not a font`);
  return font;
};

export const FONTS = {
  regular: parse('400Regular/Mukta_400Regular.ttf'),
  bold: parse('700Bold/Mukta_700Bold.ttf'),
} as const;

export type FontName = keyof typeof FONTS;
