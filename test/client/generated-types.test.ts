import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { MQTT_CHANNELS } from '../../adapters/mqtt/channels.ts';
import { type ApiDocument, printOperations } from '../../app/commands/print-operations.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const firstLine = (file: string) => read(`clients/typescript/src/${file}`).split('\n')[0];

describe('the generated types of the client', () => {
  const document = read('docs/openapi.json');

  it('the types are made from the present docs/openapi.json (npm run types writes them)', () => {
    expect(firstLine('types.gen.ts')).to.equal(`// docs/openapi.json, SHA-256 ${digestOf(document)}`);
  });

  it('the types of the MQTT messages are made from the present docs/asyncapi.json, and name every topic', () => {
    const events = read('docs/asyncapi.json');
    expect(firstLine('messages.gen.ts')).to.equal(`// docs/asyncapi.json, SHA-256 ${digestOf(events)}`);
    const topics = MQTT_CHANNELS.map(({ topic }) => topic.replace(/\{\w+\}/, '{id}'));
    const typed = [...read('clients/typescript/src/messages.gen.ts').matchAll(/readonly '([\w/{}]+)'/g)];
    expect(typed.map(([, topic]) => topic)).to.deep.equal(topics);
  });

  it('the table of operations is made from the present docs/openapi.json (npm run types writes it)', () => {
    expect(read('clients/typescript/src/operations.gen.ts')).to.equal(
      printOperations(JSON.parse(document) as ApiDocument),
    );
  });

  it('the client has the version of the API, in its lock file too', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    for (const file of ['package.json', 'package-lock.json'])
      expect(JSON.parse(read(`clients/typescript/${file}`)), file).to.have.property('version', version);
  });

  it('the generator is pinned exactly, and is a package of the client alone', () => {
    const { devDependencies, ...client } = JSON.parse(read('clients/typescript/package.json')) as Record<
      string,
      object
    >;
    expect(devDependencies)
      .to.have.property('@hey-api/openapi-ts')
      .that.matches(/^\d+\.\d+\.\d+$/);
    expect(client).not.to.have.any.keys('dependencies', 'peerDependencies', 'optionalDependencies');
    expect(read('package-lock.json')).not.to.include('@hey-api/');
  });
});
