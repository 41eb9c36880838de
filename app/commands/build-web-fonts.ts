import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { hashedName } from './hashed-name.ts';

/*
 * Makes the font files of the pages: Mukta, regular and bold. A browser loads a file only if the page has characters of
 * the file's range. An English page needs only the first file of each weight.
 */

const WEIGHTS = [400, 700] as const;

/** English letters and the signs that pages use. These characters make up two thirds of the Latin font file. */
const FIRST =
  'U+20-7E, U+A0, U+A9, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+2190-2193, U+2212';

/**
 * The only Nepali word on an English page: the link that changes the language. The word has its own small font, so that
 * the page does not load the whole Devanagari font.
 */
const NEPALI = 'नेपाली';

const SCRIPTS = ['latin', 'latin-ext', 'devanagari'] as const;

/**
 * The font that is shown until Mukta is loaded, scaled to the size of Mukta so that nothing moves. Widths are relative
 * to Arial, which Roboto and Liberation Sans resemble.
 */
const STAND_IN = {
  fonts: { 400: ['Arial', 'Roboto', 'Liberation Sans'], 700: ['Arial Bold', 'Roboto Bold', 'Liberation Sans Bold'] },
  width: { 400: 0.432 / 0.4562, 700: 0.4553 / 0.495 },
  ascent: 1.13,
  descent: 0.532,
} as const;

interface Fonts {
  readonly css: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The names of the font files that every page loads. */
  readonly first: readonly string[];
}

/**
 * Makes the fonts of the pages. If two font faces contain a character, browsers take the later face. For this reason
 * the face with the Nepali word comes last.
 */
export async function makeFonts(root: string): Promise<Fonts> {
  const folder = join(createRequire(join(root, 'package.json')).resolve('@fontsource/mukta/package.json'), '..');
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  const files = new Map<string, Uint8Array>();
  const rules: string[] = [];
  const first: string[] = [];
  const add = (script: string, weight: number, range: string, bytes: Uint8Array): string => {
    const name = hashedName(`mukta-${script}-${weight}.woff2`, bytes);
    files.set(name, bytes);
    rules.push(
      `@font-face{font-family:Mukta;font-weight:${weight};font-display:swap;` +
        `src:url(./${name})format("woff2");unicode-range:${range}}`,
    );
    return name;
  };
  for (const weight of WEIGHTS) {
    rules.push(standIn(weight));
    const read = (script: string): Buffer => readFileSync(join(folder, `files/mukta-${script}-${weight}-normal.woff2`));
    for (const script of SCRIPTS) add(script, weight, ranges[script] ?? '', read(script));
    const small = await subsetFont(read('latin'), charactersOf(FIRST), { targetFormat: 'woff2' });
    first.push(add('english', weight, FIRST, small));
  }
  const nepali = await subsetFont(readFileSync(join(folder, 'files/mukta-devanagari-400-normal.woff2')), NEPALI, {
    targetFormat: 'woff2',
  });
  const name = hashedName('mukta-nepali-400.woff2', nepali);
  files.set(name, nepali);
  rules.push(
    `@font-face{font-family:"Mukta Nepali";font-display:swap;` +
      `src:url(./${name})format("woff2");unicode-range:U+900-97F}`,
  );
  return { css: rules.join('\n'), files, first };
}

function standIn(weight: (typeof WEIGHTS)[number]): string {
  const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
  const width = STAND_IN.width[weight];
  return (
    `@font-face{font-family:"Mukta stand-in";font-weight:${weight};` +
    `src:${STAND_IN.fonts[weight].map((font) => `local("${font}")`).join(',')};` +
    `size-adjust:${percent(width)};ascent-override:${percent(STAND_IN.ascent / width)};` +
    `descent-override:${percent(STAND_IN.descent / width)};line-gap-override:0%}`
  );
}

const charactersOf = (range: string): string =>
  range
    .split(', ')
    .map((part) => {
      const [from = 0, to = from] = part
        .slice(2)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16));
      return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, step) => from + step));
    })
    .join('');
