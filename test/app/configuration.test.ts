import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { configurationTable } from '../../app/variables.ts';

describe('docs/configuration.md', () => {
  it('docs/configuration.md holds the code’s table of environment variables (npm run docs writes it)', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).to.include(configurationTable());
  });
});
