import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('docs/security.md', () => {
  const page = read('docs/security.md');
  const doors = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:wants|does) \|/.test(line));

  it('docs/security.md names an existing test file for each attack', () => {
    expect(doors).to.have.length.above(40);
    for (const door of doors) {
      const [, test = ''] = /\| `(test\/[\w./-]+\.ts)` \|$/.exec(door) ?? [];
      expect(test !== '' && existsSync(join(ROOT, test)), door).to.equal(true);
    }
  });

  it('docs/security.md is linked from SECURITY.md and the README', () => {
    for (const file of ['SECURITY.md', 'README.md']) expect(read(file), file).to.include('(docs/security.md)');
  });
});
