import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { printCatalogueSchema } from '../../adapters/catalogue-file/print-schema.ts';
import { aCatalogue, read, spoiled } from '../support/catalogue-file.ts';

const text = (path: string): string => readFileSync(path, 'utf8');

describe('the catalogue format', () => {
  // Checks files as an editor does: by JSON Schema alone, without checking formats.
  const fits = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    formats: { email: true, 'date-time': true },
  }).compile(printCatalogueSchema());

  it('the documentation of the catalogue format is up to date with the code (npm run docs writes it)', () => {
    expect(JSON.parse(text('docs/catalogue.schema.json'))).to.deep.equal(
      JSON.parse(JSON.stringify(printCatalogueSchema())),
    );
  });

  it('the example in the documentation of the catalogue format can be imported', () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text('docs/catalogue.md')) ?? [];
    const catalogue: unknown = JSON.parse(example);
    expect([fits(catalogue), read(catalogue).faults]).to.deep.equal([true, []]);
  });

  it('all sections and fields of the catalogue format are described in its documentation', () => {
    const page = text('docs/catalogue.md');
    const names = [...JSON.stringify(printCatalogueSchema()).matchAll(/"properties":\{|"([a-z_]+)":\{/g)].flatMap(
      ([, name]) => name ?? [],
    );
    for (const name of new Set(names))
      if (name !== 'items' && name !== 'not') expect(page, name).to.include(`\`${name}\``);
  });

  it('the JSON schema of the catalogue format accepts what an import accepts', () => {
    expect(fits(aCatalogue())).to.equal(true);
    expect(fits(JSON.parse(text('app/sample/catalogue.json')))).to.equal(true);
    expect(fits({})).to.equal(true);
  });

  it('the JSON schema of the catalogue format refuses what an import refuses', () => {
    const wrong: Readonly<Record<string, unknown>> = {
      '/cities/0': '',
      '/operators/0/password': 'short',
      '/operators/0/phone': 7,
      '/buses/0/total_seats': 0,
      '/buses/0/approval_status': 'YES',
      '/buses/0/colour': 'red',
      '/buses/0/seat_map/seats': [],
      '/buses/0/documents/0/type': 'PASSPORT',
      '/routes/0/source': undefined,
      '/schedules/0/fare': 0,
      '/schedules/0/arrival_time': undefined,
      '/schedules/0/daily': { time: '07:00', duration_minutes: 390, days: 3 },
      '/schedules/1/daily': { time: '24:00', duration_minutes: 390, days: 3 },
    };
    for (const [pointer, value] of Object.entries(wrong)) {
      const catalogue = spoiled(aCatalogue(), { [pointer]: value });
      expect([fits(catalogue), read(catalogue).faults.length > 0], pointer).to.deep.equal([false, true]);
    }
  });
});
