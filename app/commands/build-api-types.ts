import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { type OpenAPI3, astToString } from 'openapi-typescript';
import { apiDocument } from '../api-document.ts';

/* `npm run types`: writes the types of the API for the pages, from the OpenAPI document that everybody else reads. */

const FILE = new URL('../../web/api/schema.d.ts', import.meta.url);

function written(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}

const types = astToString(await openapiTS(apiDocument() as OpenAPI3));
// An untouched file spares the type checker its work.
if (types !== written()) writeFileSync(FILE, types);
