import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { CURES } from '../cures/cures.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const FOLDER = 'deploy/high-availability';
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('docs/outages.md', () => {
  const page = read('docs/outages.md');

  it('each row of docs/outages.md names a test that exists', () => {
    const rows = page.split('\n').filter((line) => /^\| (?!what |---)/.test(line));
    const tests = rows.map((row) => /`(test\/[\w./-]+)` \|$/.exec(row)?.[1] ?? row);
    expect(tests).to.have.length.above(10);
    expect(tests.filter((file) => !existsSync(join(ROOT, file)))).to.deep.equal([]);
  });

  it('each cure of an outage stands in its file once, and docs/outages.md names the test that fails without it', () => {
    for (const { cure, file, test } of CURES) {
      expect(read(file).split(cure), `${cure} in ${file}`).to.have.length(2);
      expect(page).to.include(`\`${test}\``);
    }
  });

  it('docs/outages.md names every file of the recipes, and only files that exist', () => {
    const named = [...page.matchAll(/`(deploy\/high-availability\/[\w.-]+)`/g)].map(([, file = '']) => file);
    const there = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`);
    expect(new Set(named)).to.deep.equal(new Set(there));
  });

  it('the proxies of the recipes notice a dead server within seconds, and end its connections', () => {
    for (const file of ['haproxy-two-machines.cfg', 'haproxy-patroni.cfg'])
      expect(read(`${FOLDER}/${file}`)).to.include(
        'inter 3s fastinter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      );
  });

  it('no file of two machines sets the standby that commits wait for, so that "alter system reset" sells on one', () => {
    expect(page).to.include('alter system reset synchronous_standby_names');
    expect(read(`${FOLDER}/postgresql.conf`)).to.not.match(/^\s*synchronous_standby_names/m);
  });

  it('three machines confirm each commit on two, and clone an old primary afresh', () => {
    const { bootstrap } = parse(read(`${FOLDER}/patroni.yml`)) as {
      readonly bootstrap: { readonly dcs: Readonly<Record<string, unknown>> };
    };
    expect(bootstrap.dcs).to.include({ synchronous_mode: true, synchronous_mode_strict: true });
    expect(bootstrap.dcs['postgresql']).to.have.property('use_pg_rewind', false);
  });
});
