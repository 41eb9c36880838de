import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { VARIABLES, configurationTables } from '../../app/variables.ts';

describe('docs/configuration.md', () => {
  it('the tables in docs/configuration.md list the environment variables that the code reads (npm run docs writes it)', () => {
    expect(readFileSync('docs/configuration.md', 'utf8')).to.include(configurationTables());
  });

  it('docs/configuration.md names each variable once, and the ten that everybody sets first come first', () => {
    const names = [...configurationTables().matchAll(/^\| ([A-Z_0-9]+)/gm)].map(([, name]) => name);
    expect(names).to.have.members(Object.keys(VARIABLES));
    expect(
      configurationTables()
        .split('\n## ')[0]
        ?.match(/^\| [A-Z_]+ /gm),
    ).to.have.length(10);
  });
});
