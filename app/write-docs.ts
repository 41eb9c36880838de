import { readFileSync, writeFileSync } from 'node:fs';
import { configurationTable } from './configuration.ts';

/* `npm run docs`: writes what is printed from the code into docs/. A test fails while a page differs from it. */

const PAGE = new URL('../docs/configuration.md', import.meta.url);
const TABLE = /\| variable \|[\s\S]*?\n(?=\n|$)/;

writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(TABLE, () => configurationTable()));
