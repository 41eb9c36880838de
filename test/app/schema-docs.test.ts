import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { schemaPage } from '../../app/schema-page.ts';

describe('docs/schema.md', () => {
  it('docs/schema.md is up to date with the migrations’ database schema (npm run docs writes it)', async () => {
    const page = readFileSync(new URL('../../docs/schema.md', import.meta.url), 'utf8');
    expect(page).to.equal(await schemaPage());
  });
});
