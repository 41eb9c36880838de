import { VARIABLES } from './settings.ts';

/** The table of every environment variable, in Markdown: what docs/configuration.md holds. */
export function configurationTable(): string {
  const rows = Object.entries(VARIABLES).map(([name, { fallback, meaning, explicit }]) =>
    `| ${name}${explicit ? ' †' : ''} | ${fallback === undefined ? '' : `\`${escaped(fallback)}\``} | ${escaped(meaning)} |`);
  return ['| variable | default | meaning |', '|---|---|---|', ...rows, ''].join('\n');
}

/** A bar would end the cell. */
const escaped = (text: string): string => text.replaceAll('|', '\\|');
