import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { WEB_FOLDER } from '../../app/web-folder.ts';
import { onWeb } from '../support/web.ts';

const KB = 1_024;

onWeb('the first load of a page', (web) => {
  for (const [path, budget] of [
    ['/', 30 * KB],
    ['/door/20261120T061500', 30 * KB],
    ['/portal', 60 * KB],
    ['/conductor', 30 * KB],
  ] as const)
    it(`the first load of ${path} is at most ${budget / KB} KB of scripts and styles, and 40 KB of fonts`, async () => {
      const { context } = await web.person();
      const page = await context.newPage();
      const asked = new Set<string>();
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/assets/')) asked.add(pathname.slice('/assets/'.length));
      });
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const bytes = (names: readonly string[], form: string): number =>
        names.reduce((sum, name) => sum + statSync(join(WEB_FOLDER, name + form)).size, 0);
      const all = [...asked];
      const list = all.join(', ');
      expect(
        bytes(
          all.filter((name) => /\.(?:js|css)$/.test(name)),
          '.gz',
        ),
        list,
      ).to.be.at.most(budget);
      expect(
        bytes(
          all.filter((name) => name.endsWith('.woff2')),
          '',
        ),
        list,
      ).to.be.at.most(40 * KB);
    });
});
