import type { Language } from '../../core/kernel/text.ts';
import { Page } from './page.ts';
import { PdfFile, textString } from './pdf-file.ts';
import { embedStructure } from './tagging.ts';
import { settable } from './typesetting.ts';

export type { Page } from './page.ts';

export const INK = '#14213d';
export const SOFT = '#5b6577';
export const RULE = '#d5dae3';
export const ACCENT = '#c8143c';
export const WHITE = '#ffffff';

/** A PDF contains its creation date. A fixed date makes PDFs of equal contents equal to the byte. */
const CREATED = '(D:20000101000000Z)';

interface Description {
  /** Width and height, in points. */
  readonly size: readonly [number, number];
  readonly title: string;
  readonly author: string;
  /** English by default. */
  readonly language?: Language;
}

export interface Document {
  readonly description: Description;
  readonly page: Page;
}

/** A document with its first page. */
export const openDocument = (description: Description): Document => ({ description, page: new Page(description.size) });

/** The finished document. */
export function bytesOf({ description: { title, author, language = 'en' }, page }: Document): Uint8Array {
  const file = new PdfFile();
  const { all, pages } = page.embed(file);
  const structure = embedStructure(file, page, pages);
  const tags = structure === undefined ? '' : `/MarkInfo <</Marked true>>/StructTreeRoot ${structure}`;
  const catalog = file.add(
    `<</Type /Catalog/Pages ${all}/Lang (${language})/ViewerPreferences <</DisplayDocTitle true>>${tags}>>`,
  );
  const info = file.add(
    `<</Title ${textString(title)}/Author ${textString(settable(author))}/Creator(Bus Ticket)/Producer(Bus Ticket)/CreationDate${CREATED}>>`,
  );
  return file.end(catalog, info);
}
