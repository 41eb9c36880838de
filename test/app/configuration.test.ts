import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { configurationTable } from '../../app/variables.ts';

describe('docs/configuration.md', () => {
  it('the table in docs/configuration.md lists the environment variables that the code reads (npm run docs writes it)', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).to.include(configurationTable());
  });
});
