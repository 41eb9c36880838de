import { type FontName, FONTS } from './fonts.ts';

type Page = PDFKit.PDFDocument;

export interface Style {
  readonly font: FontName;
  readonly size: number;
  readonly color: string;
}

/**
 * Finds Devanagari words, with the blanks and punctuation between them. The font shapes glyphs of one script at a time.
 */
const DEVANAGARI =
  /((?:\p{Script_Extensions=Devanagari}[\p{Script_Extensions=Devanagari}\p{M}\u200c\u200d]*(?:[ .,:/-]+(?=\p{Script_Extensions=Devanagari}))?)+)/u;

/**
 * Finds invisible characters and lone surrogates. Leaves out the two joiners, which change the shape of Devanagari
 * letters.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cs}]/gu;

/**
 * Finds the combining marks of a letter behind its first three, with the joiners between them. No script needs more,
 * and a pile of them is a blot.
 */
const MARKS_BEHIND = /((?:[\u200c\u200d]*\p{M}){3})(?:[\u200c\u200d]*\p{M})+/gu;

/**
 * Prepares a text for one line: removes invisible characters and piles of combining marks, and turns line breaks and
 * other blanks into single spaces.
 */
export const settable = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    // Letters come apart, because a composed letter such as é has a mark already.
    .normalize('NFD')
    .replace(MARKS_BEHIND, '$1')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** The most letters of a name that the font lacks. All of them look alike. */
const MOST_BOXES = 8;

/**
 * A name, followed by the booking's code if the font has no letter of the name. Each letter is then a box, and nobody
 * could tell the passengers apart.
 */
export function nameOrCode(name: string, code: string, font: FontName): string {
  const letters = Array.from(settable(name)).filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  const isInFont = (letter: string): boolean => FONTS[font].hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  return letters.length === 0 || letters.some(isInFont) ? name : `${letters.slice(0, MOST_BOXES).join('')} ${code}`;
}

const runsOf = (text: string): readonly string[] => text.split(DEVANAGARI).filter((run) => run !== '');

/**
 * Whether a PDF reader would read the wrong text from the glyphs of the run alone. Some vowel signs are drawn before
 * the consonant that they follow. The box for a missing glyph stands for no letter.
 */
const needsActualText = (run: string, font: FontName): boolean =>
  DEVANAGARI.test(run) ||
  Array.from(run).some((character) => !FONTS[font].hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

export const widthOf = (page: Page, text: string, { font, size }: Pick<Style, 'font' | 'size'>): number => {
  page.font(font).fontSize(size);
  return runsOf(text).reduce((width, run) => width + page.widthOfString(run), 0);
};

/** Sets one line on its baseline and returns its width. */
export function setLine(page: Page, text: string, x: number, baseline: number, { font, size, color }: Style): number {
  page.font(font).fontSize(size).fillColor(color);
  let at = x;
  for (const run of runsOf(text)) {
    const set = () => page.text(run, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    if (needsActualText(run, font)) setWithActualText(page, run, set);
    else set();
    at += page.widthOfString(run);
  }
  return at - x;
}

/**
 * Sets a run and attaches its text for PDF readers (ActualText). The mark is put inside the text object. The library
 * pdfkit would mark the whole text object. With such a mark, Poppler loses the size of the text, and users cannot
 * select the text.
 */
function setWithActualText(page: Page, text: string, set: () => void): void {
  const add = page.addContent.bind(page);
  page.addContent = (line) => {
    if (line === 'ET') page.endMarkedContent();
    add(line);
    if (line === 'BT') page.markContent('Span', { actual: text });
    return page;
  };
  try {
    set();
  } finally {
    page.addContent = add;
  }
}

interface Room {
  readonly font: FontName;
  /** The preferred size of the text, and the smallest allowed size. */
  readonly size: number;
  readonly least: number;
  readonly width: number;
  readonly lines: number;
}

/**
 * Fits a text into its space. If the text is too wide, its letters get smaller. If that is not enough, the text is
 * broken into lines, and at last cut off with an ellipsis.
 */
export function fit(
  page: Page,
  text: string,
  { font, size, least, width, lines }: Room,
): { readonly size: number; readonly lines: readonly string[] } {
  const natural = widthOf(page, text, { font, size });
  if (natural <= width) return { size, lines: [text] };
  const shrunk = Math.floor((size * width * 10) / natural) / 10;
  if (shrunk >= least) return { size: shrunk, lines: [text] };
  const fits = (line: string): boolean => widthOf(page, line, { font, size: least }) <= width;
  return { size: least, lines: wrap(text, fits, lines) };
}

const graphemes = new Intl.Segmenter('ne', { granularity: 'grapheme' });
/** The most code points of a letter that is not broken. A chain of joined characters may have any number of them. */
const LONGEST_LETTER = 8;

const lettersOf = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => Array.from(segment)).flatMap((points) =>
    points.length > LONGEST_LETTER ? points : [points.join('')],
  );

/** The number of letters that fit on a line that ends in `end`. At least 1, so that every line takes a letter. */
function beginning(letters: readonly string[], fits: (line: string) => boolean, end = ''): number {
  let count = 1;
  while (count < letters.length && fits(letters.slice(0, count + 1).join('') + end)) count += 1;
  return count;
}

function wrap(text: string, fits: (line: string) => boolean, most: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '') {
    if (fits(rest)) return [...lines, rest];
    const letters = lettersOf(rest);
    if (lines.length === most - 1)
      return [
        ...lines,
        `${letters
          .slice(0, beginning(letters, fits, '…'))
          .join('')
          .trimEnd()}…`,
      ];
    const line = letters.slice(0, beginning(letters, fits)).join('');
    const blank = line.lastIndexOf(' ');
    const taken = blank > 0 && rest[line.length] !== ' ' ? line.slice(0, blank) : line;
    const isWordsEnd = /\s$/.test(taken) || rest[taken.length] === ' ';
    // The blank keeps the words of two lines apart for those who copy the text or listen to it.
    lines.push(isWordsEnd ? `${taken.trimEnd()} ` : taken);
    rest = rest.slice(taken.length).trimStart();
  }
  return lines;
}
