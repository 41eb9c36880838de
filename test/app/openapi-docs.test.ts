import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { apiDocument } from '../../app/api-document.ts';

describe('docs/openapi.json', () => {
  it('docs/openapi.json is the OpenAPI document of the routes (npm run docs writes it)', () => {
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).to.deep.equal(
      JSON.parse(JSON.stringify(apiDocument())),
    );
  });
});
