import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type ApiDocument, printOperations } from '../../app/commands/print-operations.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

describe('the generated types of the client', () => {
  const document = read('docs/openapi.json');

  it('the types are made from the present docs/openapi.json (npm run types writes them)', () => {
    const digest = createHash('sha256').update(document).digest('hex');
    expect(read('clients/typescript/src/types.gen.ts').split('\n')[0]).to.equal(
      `// docs/openapi.json, SHA-256 ${digest}`,
    );
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
