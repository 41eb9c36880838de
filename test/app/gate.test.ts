import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import { aBus, allVerified, aTrip, calendar, verified } from '../support/catalogue.ts';
import { emptyDatabase, engineOn } from '../support/engines.ts';
import { ownFolder } from '../support/process.ts';
import { needs, postgresUrl } from '../support/servers.ts';
import { enginesOf } from '../support/test-engines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (command: 'check' | 'gate', settings: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', `app/commands/${command}.ts`, ...args],
      { cwd: ROOT, env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...settings } },
      (_error, stdout, stderr) => {
        resolve({ status: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });

describe('the gate command', function () {
  this.timeout(300_000);
  let home: Awaited<ReturnType<typeof ownFolder>>;
  beforeEach(async () => {
    home = await ownFolder();
  });
  afterEach(() => home.remove());

  for (const kind of enginesOf('of rules'))
    it(`the gate command updates which trips are on sale after a change of the time zone, and the check command agrees (${kind})`, async function () {
      const url = kind === 'SQLite' ? `sqlite:${join(home.folder, 'data.sqlite')}` : await postgresUrl();
      needs(this, url);
      await emptyDatabase(url);
      const database = connectDatabase(url);
      const documents = [
        ...allVerified.filter(({ type }) => type !== 'FITNESS'),
        verified('FITNESS', undefined, '2026-11-22'),
      ];
      const busId = await aBus(engineOn(database), { documents });
      const trip = await aTrip(engineOn(database), { busId, departsAt: calendar.at('2026-11-23', '01:00')! });
      await database.close();
      const [kathmandu, utc] = ['Asia/Kathmandu', 'UTC'].map((zone) => ({ DATABASE_URL: url, TIME_ZONE: zone }));

      expect((await run('check', kathmandu!)).status).to.equal(0);
      const found = await run('check', utc!);
      expect([found.status, found.stdout.split('\n')[0]]).to.deep.equal([
        1,
        `TOTALS_DIFFER: papers_ok is 0, and its rows make 1. If TIME_ZONE was changed, npm run gate mends it (trip ${trip.id})`,
      ]);
      expect(await run('gate', utc!)).to.deep.equal({
        status: 0,
        stdout: 'Trips are open and closed as the papers of their buses say (buses looked at: 1).\n',
        stderr: '',
      });
      expect((await run('check', utc!)).status).to.equal(0);
    });

  it('the gate command creates no database, and prints its usage', async () => {
    const file = join(home.folder, 'none.sqlite');
    expect(await run('gate', { DATABASE_URL: `sqlite:${file}` })).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: `There is no database at ${file}. Check DATABASE_URL.\n`,
    });
    const help = await run('gate', {}, '--help');
    expect(help.stdout).to.include('TIME_ZONE');
    expect(await run('gate', {}, 'everything')).to.deep.equal({ status: 1, stdout: '', stderr: help.stdout });
  });
});
