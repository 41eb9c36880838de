import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { apiDocument } from '../../app/api-document.ts';

describe('docs/openapi.json', () => {
  it('docs/openapi.json is up to date with the API’s routes (npm run docs writes it)', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).to.deep.equal(
      JSON.parse(JSON.stringify(apiDocument())),
    );
  });
});
