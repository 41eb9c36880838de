import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { schemaPage } from '../../app/schema-page.ts';

describe('docs/schema.md', () => {
  it('docs/schema.md draws the schema as an empty database has it (npm run docs)', async () => {
    const page = readFileSync(new URL('../../docs/schema.md', import.meta.url), 'utf8');
    expect(page).to.equal(await schemaPage());
  });
});
