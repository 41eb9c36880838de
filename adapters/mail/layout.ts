import escapeHtml from 'escape-html';

/** What a mail is made of, whether it is read as text or as HTML. Texts that people typed may have several lines. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Digits to copy. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** Small print. */
  | { readonly kind: 'note'; readonly text: string };

/** What a mail says, before it is laid out. */
export interface Content {
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const note = (text: string): Block => ({ kind: 'note', text });

/** The mail as plain text. A link is kept whole, on a line of its own. */
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

/** The mail as HTML in ASCII: one column that fits a phone, no pictures, nothing fetched from elsewhere. */
export const toHtml = ({ subject, heading, blocks }: Content, sender: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#eef1f5">
<div style="max-width:30em;margin:0 auto;padding:1.5em 1em;font:1em/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#1c2733">
<div style="padding:1.5em;background:#fff;border-radius:.75em">
<h1 style="margin:0 0 .75em;font-size:1.3em;line-height:1.3">${escape(heading)}</h1>
${blocks.map(htmlOf).join('\n')}
</div>
<p style="margin:1em 0 0;text-align:center;font-size:.85em;color:#5b6775">${escape(sender)}</p>
</div>
</body>
</html>
`;

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 1em;${TYPED}">${escape(block.text)}</p>`;
    case 'note':
      return `<p style="margin:1em 0 0;font-size:.85em;color:#5b6775">${escape(block.text)}</p>`;
    case 'code':
      return `<p style="margin:1em 0;padding:.5em;background:#eef1f5;border-radius:.5em;text-align:center;font:bold 2em/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em">${escape(block.code)}</p>`;
    case 'link':
      return `<p style="margin:1.5em 0">
<a href="${escape(block.url)}"
style="display:block;padding:.75em;background:#0b63a5;border-radius:.5em;color:#fff;font-weight:bold;text-align:center;text-decoration:none">${escape(block.label)}</a>
</p>
<p style="margin:0 0 1em;font-size:.85em;color:#5b6775">If the button does not work, open this address:<br>
<span style="word-break:break-all">${escape(block.url)}</span></p>`;
    case 'facts':
      return `<table role="presentation" style="width:100%;margin:0 0 1em;border-collapse:collapse">
${block.facts.map(factRow).join('\n')}
</table>`;
  }
}

/** Keeps lines as they were typed, and breaks what is longer than a phone is wide. */
const TYPED = 'white-space:pre-line;overflow-wrap:anywhere';

const factRow = ([name, value]: readonly [string, string]): string =>
  `<tr><td style="padding:.35em 1em .35em 0;color:#5b6775;vertical-align:top;white-space:nowrap">${escape(name)}</td>` +
  `<td style="padding:.35em 0;font-weight:bold;${TYPED}">${escape(value)}</td></tr>`;

/** Text as HTML in ASCII. The references are hexadecimal, since a decimal one could look like a code. */
const escape = (text: string): string =>
  escapeHtml(text).replace(/[^\x20-\x7E\n]/gu, (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`);
