import { Parser } from '@asyncapi/parser';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { apiDocument, asyncDocument } from '../../app/api-document.ts';
import { EVENT_TYPES } from '../../core/listening/event-types.ts';
import { descriptionsIn, isPhrase } from '../support/descriptions.ts';
import type { Json } from '../support/http.ts';

describe('the documents of events', () => {
  const printed: Json = JSON.parse(JSON.stringify(asyncDocument()));

  it('docs/asyncapi.json is up to date with topics and events (npm run docs writes it)', () => {
    expect(JSON.parse(readFileSync('docs/asyncapi.json', 'utf8'))).to.deep.equal(printed);
  });

  it('the AsyncAPI parser finds nothing to say about the document', async function () {
    this.timeout(300_000);
    const { document, diagnostics } = await new Parser().parse(JSON.stringify(printed));
    expect(diagnostics.map(({ code, message, path }) => `${String(code)} ${path.join('.')}: ${message}`)).to.deep.equal(
      [],
    );
    expect(document?.version()).to.equal('3.1.0');
  });

  it('the AsyncAPI document has a verb in each description', () => {
    expect(descriptionsIn(printed).filter(isPhrase)).to.deep.equal([]);
  });

  it('the AsyncAPI document has a webhook message for each type, whose type is a constant', () => {
    const types = Object.values<Json>(printed.channels.webhooks.messages).map(({ $ref }) => {
      const message = printed.components.messages[$ref.split('/').at(-1)];
      return printed.components.schemas[message.payload.$ref.split('/').at(-1)].properties.type.const;
    });
    expect(types).to.deep.equal([...EVENT_TYPES]);
    expect(printed.channels.webhooks.address).to.equal(null);
    expect(Object.values<Json>(printed.operations).map(({ action }) => action)).to.deep.equal(Array(8).fill('send'));
  });

  it('the OpenAPI document has a webhook with headers and a body for each type', () => {
    const { webhooks } = apiDocument() as Json;
    expect(Object.keys(webhooks)).to.deep.equal([...EVENT_TYPES]);
    for (const { post } of Object.values<Json>(webhooks)) {
      expect(post.parameters.map(({ name, in: place }: Json) => `${place} ${name}`)).to.deep.equal([
        'header webhook-id',
        'header webhook-timestamp',
        'header webhook-signature',
      ]);
      expect(post.requestBody.content['application/json'].schema.$ref).to.match(/^#\/components\/schemas\/\w+Event$/);
    }
  });
});
