import escapeHtml from 'escape-html';
import type { Language } from '../../core/kernel/text.ts';
import { WORDS } from './words/booking-words.ts';
import type { BookingWords } from './words/en.ts';

/** A block of a mail, which is written once as plain text and once as HTML. Typed texts may have several lines. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** A code, whose digits the reader copies. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** A text in small print. */
  | { readonly kind: 'note'; readonly text: string };

/** The content of a mail before it is laid out. */
export interface Content {
  /** The language of the mail; English by default. */
  readonly language?: Language;
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** The object of schema.org that describes the content to mail programs. */
  readonly data?: object;
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const note = (text: string): Block => ({ kind: 'note', text });

/** Writes the mail as plain text. A link has its own line and is never broken. */
export const toText = ({ heading, blocks }: Content, sender: string): string =>
  [heading, ...blocks.map(textOf), `-- \n${sender}`].join('\n\n') + '\n';

function textOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text;
    case 'code':
      return `    ${block.code}`;
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  }
}

/** The colours of the printed ticket: navy, crimson, and paper. */
const [NAVY, CRIMSON, PAPER, DESK, SOFT, RULE] = ['#14213d', '#c8143c', '#fff', '#eef0f4', '#5b6577', '#d5dae3'];

/**
 * Writes the mail as HTML in ASCII. The mail has one column that fits a phone and the colours of the ticket. The mail
 * has no pictures and loads nothing.
 */
export const toHtml = (content: Content, sender: string): string => `<!doctype html>
<html lang="${languageOf(content)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(content.subject)}</title>${dataOf(content)}
</head>
<body style="margin:0;padding:0;background:${DESK}">
<div style="max-width:32em;margin:0 auto;padding:1.5em 1em;font:1em/1.5 Mukta,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans Devanagari',sans-serif;color:${NAVY};overflow-wrap:anywhere">
<div style="padding:.9em 1em;background:${NAVY};border-bottom:3px solid ${CRIMSON};border-radius:.75em .75em 0 0;color:${PAPER};font-weight:bold">${escape(sender)}</div>
<div style="padding:1.5em 1em;background:${PAPER};border-radius:0 0 .75em .75em">
<h1 style="margin:0 0 .75em;font-size:1.35em;line-height:1.3">${shown(content.heading)}</h1>
${content.blocks.map((block) => htmlOf(block, WORDS[languageOf(content)])).join('\n')}
</div>
</div>
</body>
</html>
`;

const languageOf = ({ language = 'en' }: Content): Language => language;

/**
 * Writes JSON in ASCII, escaped so that the JSON can neither end its element nor begin another. Each value has its own
 * line, because mail servers refuse long ones.
 */
const dataOf = ({ data }: Content): string =>
  data === undefined
    ? ''
    : `\n<script type="application/ld+json">\n${JSON.stringify(data, null, 1).replace(
        /[<>&]|[^\n\x20-\x7E]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )}\n</script>`;

function htmlOf(block: Block, { ifButtonFails }: BookingWords): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 1em;${TYPED}">${shown(block.text)}</p>`;
    case 'note':
      return `<p style="margin:1em 0 0;font-size:.85em;color:${SOFT}">${shown(block.text)}</p>`;
    case 'code':
      return `<p style="margin:1em 0;padding:.5em;background:${DESK};border-radius:.5em;text-align:center;font:bold 2em/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em">${escape(block.code)}</p>`;
    case 'link':
      return `<p style="margin:1.5em 0">
<a href="${escape(block.url)}"
style="display:block;padding:.75em;background:${NAVY};border-radius:.5em;color:${PAPER};font-weight:bold;text-align:center;text-decoration:none">${escape(block.label)}</a>
</p>
<p style="margin:0 0 1em;font-size:.85em;color:${SOFT}">${escape(ifButtonFails)}<br>
<span style="word-break:break-all">${escape(block.url)}</span></p>`;
    case 'facts':
      return `<table role="presentation" style="width:100%;margin:0 0 1em;border-collapse:collapse;border-top:2px dashed ${RULE};border-bottom:2px dashed ${RULE}">
${block.facts.map(factRow).join('\n')}
</table>`;
  }
}

/** Style for typed text: keeps line breaks. */
const TYPED = 'white-space:pre-line';

const factRow = ([name, value]: readonly [string, string]): string =>
  `<tr><td style="padding:.4em .75em .4em 0;color:${SOFT};vertical-align:top;white-space:${isWide(name) ? 'normal' : 'nowrap'}">${escape(name)}</td>` +
  `<td style="padding:.4em 0;font-weight:bold;${TYPED}">${shown(value)}</td></tr>`;

/** Whether the name of a fact, next to a booking code, is too wide for one line of a phone. */
const isWide = (name: string): boolean => name.length > 12;

/** Finds booking codes. */
const BOOKING_CODE = /\bBT\d{12}\b/g;

/** Escapes a text and keeps each booking code in it on one line, so that people can read the code out and copy it. */
const shown = (text: string): string =>
  escape(text).replace(BOOKING_CODE, '<span style="white-space:nowrap">$&</span>');

/**
 * Escapes a text as HTML in ASCII. Character references are hexadecimal, because a decimal one could look like a
 * sign-in code.
 */
const escape = (text: string): string =>
  escapeHtml(text).replace(/[^\x20-\x7E\n]/gu, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`);
