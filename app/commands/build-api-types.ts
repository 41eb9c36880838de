import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { type OpenAPI3, astToString } from 'openapi-typescript';
import { apiDocument } from '../api-document.ts';

/* The command `npm run types` writes the API's types for the pages, which it makes from the OpenAPI document. */

const FILE = new URL('../../web/api/schema.d.ts', import.meta.url);

function written(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}

const types = astToString(await openapiTS(apiDocument() as OpenAPI3));
// An unchanged file is not written, so that the type checker need not check it again.
if (types !== written()) writeFileSync(FILE, types);
