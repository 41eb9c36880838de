import { readFileSync, writeFileSync } from 'node:fs';
import { printCatalogueSchema } from '../../adapters/catalogue-file/print-schema.ts';
import { apiDocument, asyncDocument } from '../api-document.ts';
import { schemaPage } from '../schema-page.ts';
import { configurationTables } from '../variables.ts';

/** The command `npm run docs` writes the generated pages of docs/. A test fails while a page differs from the code. */

const DOCS = new URL('../../docs/', import.meta.url);
const CONFIGURATION = new URL('configuration.md', DOCS);
/** The generated groups of settings: everything between the introduction and the last chapter. */
const TABLES = /## What everybody sets first\n[\s\S]*?(?=\n## Pointing it)/;

writeFileSync(
  CONFIGURATION,
  readFileSync(CONFIGURATION, 'utf8').replace(TABLES, () => configurationTables()),
);
writeFileSync(new URL('catalogue.schema.json', DOCS), `${JSON.stringify(printCatalogueSchema(), null, 2)}\n`);
writeFileSync(new URL('openapi.json', DOCS), `${JSON.stringify(apiDocument(), null, 1)}\n`);
writeFileSync(new URL('asyncapi.json', DOCS), `${JSON.stringify(asyncDocument(), null, 1)}\n`);
writeFileSync(new URL('schema.md', DOCS), await schemaPage());
