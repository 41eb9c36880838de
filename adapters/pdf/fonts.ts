import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import type { Font } from 'fontkit';

/*
 * Mukta draws Latin and Devanagari in one hand, so that a line may mix them. Parsed once: parsing costs more than drawing a page.
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
