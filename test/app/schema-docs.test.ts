import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { schemaPage } from '../../app/schema-page.ts';

describe('docs/schema.md', () => {
  it('docs/schema.md describes the schema of an empty database (npm run docs writes it)', async () => {
    const page = readFileSync(new URL('../../docs/schema.md', import.meta.url), 'utf8');
    expect(page).to.equal(await schemaPage());
  });
});
