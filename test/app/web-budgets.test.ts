import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Web, PROGRAMS } from '../../adapters/http/server/web-files.ts';
import { ensureWeb } from '../../app/commands/build-web.ts';

/**
 * The bytes that a user on a slow network waits for. Scripts and styles count compressed with gzip; fonts count as they
 * are. test/web/first-load.test.ts measures the bytes that a browser loads.
 */

const KB = 1_024;
const BUDGETS = { passenger: 30 * KB, door: 30 * KB, portal: 60 * KB, conductor: 30 * KB };
const WORKER_BUDGET = 20 * KB;
const FONT_BUDGET = 40 * KB;

describe('the first load of the pages', () => {
  let folder: string;
  let web: Web;
  before(async () => {
    folder = await ensureWeb(new URL('../../', import.meta.url).pathname);
    web = JSON.parse(readFileSync(join(folder, 'web.json'), 'utf8')) as Web;
  });

  const sizes = (names: readonly string[], form: '.gz' | ''): string =>
    names.map((name) => `${name} ${statSync(join(folder, name + form)).size}`).join(', ');
  const expectWithin = (budget: number, names: readonly string[], form: '.gz' | ''): void => {
    const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name + form)).size, 0);
    expect(bytes, `bytes of ${sizes(names, form)}`).to.be.at.most(budget);
  };

  for (const program of PROGRAMS)
    it(`the first load of the web program ${program} is at most ${BUDGETS[program] / KB} KB of scripts and styles`, () => {
      const { script, preloads, styles } = web.programs[program];
      expectWithin(BUDGETS[program], [script, ...preloads, ...styles], '.gz');
    });

  it(`the first load of an English web page is at most ${FONT_BUDGET / KB} KB of fonts`, () => {
    expect(web.firstFonts).to.have.length(2);
    expectWithin(FONT_BUDGET, web.firstFonts, '');
  });

  it(`each web worker that loads after the first page is at most ${WORKER_BUDGET / KB} KB`, () => {
    for (const name of web.files.filter((file) => /\.worker-\w+\.js$/.test(file)))
      expectWithin(WORKER_BUDGET, [name], '.gz');
  });
});
