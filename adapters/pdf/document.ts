import PDFDocument from 'pdfkit';
import type { Language } from '../../core/kernel/text.ts';
import { FONTS } from './fonts.ts';
import { settable } from './typesetting.ts';

/** A PDF document. Everything is drawn on its current page. */
export type Page = PDFKit.PDFDocument;

export const INK = '#14213d';
export const SOFT = '#5b6577';
export const RULE = '#d5dae3';
export const ACCENT = '#c8143c';
export const WHITE = '#ffffff';

/** The creation date of documents that name none. A fixed date makes PDFs of equal contents equal to the byte. */
const CREATED = Date.UTC(2000, 0, 1);

/** A new document gets no initial font, because pdfkit would open that font again for each line of text. */
const NO_FONT = null as unknown as string;

interface Description {
  /** Width and height of the page, in points. */
  readonly size: readonly [number, number];
  readonly title: string;
  readonly author: string;
  /** The creation date, in epoch milliseconds. By default a fixed date, which is the same for every document. */
  readonly createdAt?: number;
  /** The language of the document; English by default. */
  readonly language?: Language;
  /** Whether the document is tagged for screen readers. False by default. */
  readonly tagged?: boolean;
}

/** Opens a document with its first page, and registers the fonts of this folder. */
export function openDocument({
  size,
  title,
  author,
  createdAt = CREATED,
  language = 'en',
  tagged = false,
}: Description): Page {
  const page = new PDFDocument({
    size: [...size],
    margin: 0,
    pdfVersion: '1.7',
    lang: language,
    tagged,
    displayTitle: true,
    font: NO_FONT,
    info: {
      Title: title,
      Author: settable(author),
      Creator: 'Bus Ticket',
      Producer: 'Bus Ticket',
      CreationDate: new Date(createdAt),
    },
  });
  // pdfkit takes a parsed font, which its types do not know yet.
  for (const [name, font] of Object.entries(FONTS)) page.registerFont(name, font as unknown as string);
  return page;
}

/** Ends the document. Nothing can be drawn on it afterwards. */
export async function bytesOf(page: Page): Promise<Uint8Array> {
  // The bytes after the pages are mostly outlines of letters. Compressing them takes long and saves little.
  page.flushPages();
  page.compress = false;
  page.end();
  return Buffer.concat((await page.toArray()) as readonly Uint8Array[]);
}
