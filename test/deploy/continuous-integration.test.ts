import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const WORKFLOWS = new URL('../../.github/workflows/', import.meta.url).pathname;

describe('the workflows of continuous integration', () => {
  it('each workflow pins the actions of others by digest, so that a moved tag runs nothing new', () => {
    const used = readdirSync(WORKFLOWS).flatMap((file) =>
      [...readFileSync(join(WORKFLOWS, file), 'utf8').matchAll(/\buses:\s*(\S+)/g)].map(([, action = '']) => action),
    );
    expect(used).to.have.length.above(2);
    for (const action of used.filter((name) => !name.startsWith('./'))) expect(action).to.match(/@[0-9a-f]{40}$/);
  });
});
