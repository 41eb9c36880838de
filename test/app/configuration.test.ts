import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { configurationTable } from '../../app/variables.ts';

describe('docs/configuration.md', () => {
  it('holds the table of variables as the code has it (npm run docs writes it)', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).to.include(configurationTable());
  });
});
