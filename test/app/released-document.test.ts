import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { goneFrom } from '../support/gone-from.ts';

const read = (file: string): object =>
  JSON.parse(readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')) as object;

const field = (properties: object) => ({ type: 'object', properties });
const answers = (schema: object, codes: readonly string[]) => ({
  200: { content: { 'application/json': { schema } } },
  409: {
    content: {
      'application/problem+json': { schema: { allOf: [{}, { properties: { code: { enum: codes } } }] } },
    },
  },
});

describe('the promise that the API only grows', () => {
  it('nothing is gone from the API since its last release that was not marked deprecated then', () => {
    expect(goneFrom(read('openapi-released.json'), read('openapi.json'))).to.deep.equal([]);
  });

  const released = {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          parameters: [{ in: 'query', name: 'from', schema: { enum: ['x', 'y'] } }],
          responses: answers({ $ref: '#/components/schemas/A' }, ['TAKEN', 'GONE']),
        },
      },
      '/old': { get: { deprecated: true, responses: {} } },
    },
    webhooks: { 'a.made': { post: { responses: {} } } },
    components: {
      schemas: { A: field({ rows: { type: 'array', items: field({ id: {}, old: { deprecated: true } }) } }) },
    },
  };
  const changes: readonly (readonly [string, (document: string) => string, readonly string[]])[] = [
    ['a field', (text) => text.replace('"id":{},', ''), ['get /a 200.rows[].id']],
    ['a code', (text) => text.replace(',"GONE"', ''), ['get /a 409.code "GONE"']],
    ['a word', (text) => text.replace(',"y"', ''), ['get /a query from "y"']],
    ['the name of an operation', (text) => text.replace('getA', 'readA'), ['get /a named getA']],
    ['an event', (text) => text.replace('a.made', 'a.changed'), ['post a.made']],
    ['a deprecated field and operation', (text) => text.replace('"old"', '"new"').replace('/old', '/new'), []],
    ['nothing', (text) => text, []],
  ];
  for (const [what, change, gone] of changes)
    it(`the loss of ${what} ${gone.length > 0 ? 'is noticed' : 'is allowed'}`, () => {
      expect(goneFrom(released, JSON.parse(change(JSON.stringify(released))) as object)).to.deep.equal(gone);
    });
});
