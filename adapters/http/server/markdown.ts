import escapeHtml from 'escape-html';

/*
 * Prints the part of Markdown that the page for developers uses as HTML: headings, paragraphs, lists, tables, blocks of
 * code, links, bold and code. The text is our own, so nothing else has to be understood.
 */

const SPANS: readonly (readonly [RegExp, string])[] = [
  [/`([^`]+)`/g, '<code>$1</code>'],
  [/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'],
  [/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>'],
];

const inline = (text: string): string =>
  SPANS.reduce((html, [pattern, replacement]) => html.replace(pattern, replacement), escapeHtml(text));

/** The anchor of a heading, such as `quick-start`. */
export const anchorOf = (heading: string): string => heading.toLowerCase().replace(/\W+/g, '-');

const cellsOf = (row: string): readonly string[] =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Prints a table. A row that begins with a code, such as `TRIP_DEPARTED`, has that code as its anchor. */
function table(lines: readonly string[]): string {
  const [head = '', , ...rows] = lines;
  const row = (line: string): string => {
    const cells = cellsOf(line);
    const [, code] = /^`([A-Z_]+)`$/.exec(cells[0] ?? '') ?? [];
    return `<tr${code === undefined ? '' : ` id="${code}"`}>${cells.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`;
  };
  const titles = cellsOf(head).map((title) => `<th scope="col">${inline(title)}</th>`);
  return `<table><thead><tr>${titles.join('')}</tr></thead>\n<tbody>${rows.map(row).join('\n')}</tbody></table>`;
}

function block(text: string): string {
  const lines = text.split('\n');
  const [first = ''] = lines;
  const [, marks, heading = ''] = /^(#{1,3}) (.*)/.exec(first) ?? [];
  if (marks !== undefined) return `<h${marks.length} id="${anchorOf(heading)}">${inline(heading)}</h${marks.length}>`;
  const [, code] = /^```\w*\n([^]*?)\n?```$/.exec(text) ?? [];
  if (code !== undefined) return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`;
  if (first.startsWith('- '))
    return `<ul>\n${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('\n')}\n</ul>`;
  if (first.startsWith('| ')) return table(lines);
  return first.startsWith('<') ? text : `<p>${inline(text)}</p>`;
}

/** Prints a text as HTML. A block that begins with `<` is HTML already. */
export const printMarkdown = (text: string): string =>
  (text.match(/```[^]*?^```$|[^\n](?:[^\n]|\n(?!\n|```))*/gm) ?? []).map(block).join('\n');
