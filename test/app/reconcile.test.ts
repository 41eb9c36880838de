import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import { emptyDatabase, engineOn } from '../support/engines.ts';
import { anAdmin } from '../support/people.ts';
import { ownFolder } from '../support/process.ts';
import { aPaidBooking } from '../support/refunds.ts';
import { needs, postgresUrl } from '../support/servers.ts';
import { enginesOf } from '../support/test-engines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the reconcile command', function () {
  this.timeout(300_000);
  let home: Awaited<ReturnType<typeof ownFolder>>;
  beforeEach(async () => {
    home = await ownFolder();
  });
  afterEach(() => home.remove());

  const run = (command: 'check' | 'reconcile', url: string, ...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ['--import', 'tsx', `app/commands/${command}.ts`, ...args],
        { cwd: ROOT, env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE_URL: url } },
        (_error, stdout, stderr) => {
          resolve({ status: child.exitCode ?? -1, stdout, stderr });
        },
      );
    });
  const listOf = async (...lines: readonly string[]): Promise<string> => {
    const file = join(home.folder, 'esewa.csv');
    await writeFile(file, lines.join('\r\n'));
    return file;
  };

  for (const kind of enginesOf('of rules'))
    it(`the reconcile command records money that no payment explains once, and the check command finds nothing wrong (${kind})`, async function () {
      const url = kind === 'SQLite' ? `sqlite:${join(home.folder, 'data.sqlite')}` : await postgresUrl();
      needs(this, url);
      await emptyDatabase(url);
      const database = connectDatabase(url);
      const admin = await anAdmin(engineOn(database), { email: 'anil@example.com' });
      await aPaidBooking(engineOn(database));
      const file = await listOf(
        '\ufeffReference,Amount,Date',
        'REF,1200,2026-11-20 10:00:00',
        '"000LOST","NPR 2,400.50",2026-11-20T04:20:00Z',
      );
      const asked = ['ESEWA', file, '--by', 'Anil@example.com'];
      const first = await run('reconcile', url, ...asked);
      const { rows } = await engineOn(database).refundRecords.list({}, { limit: 10 });
      expect(first).to.deep.equal({
        status: 0,
        stdout:
          `MONEY WITHOUT A PAYMENT  000LOST, NPR 2400.5, 2026-11-20T04:20:00.000Z: refund ${rows[0]!.id} is DUE\n` +
          'Compared 2 lines: 1 known, 1 without a payment, 0 that differ, 0 that may still be open.\n',
        stderr: '',
      });
      expect((await run('reconcile', url, ...asked)).stdout).to.equal(
        'Compared 2 lines: 2 known, 0 without a payment, 0 that differ, 0 that may still be open.\n',
      );
      expect((await engineOn(database).refundRecords.list({}, { limit: 10 })).rows).to.deep.equal(rows);
      await database.close();
      expect(rows.map(({ addedBy, amount, status }) => [addedBy, amount, status])).to.deep.equal([
        [admin.id, 240_050, 'DUE'],
      ]);
      expect((await run('check', url)).stdout).to.not.include('(payment');
    });

  it('the reconcile command says which line of a list cannot be read, and records nothing', async () => {
    const url = `sqlite:${join(home.folder, 'data.sqlite')}`;
    await emptyDatabase(url);
    const bad = await listOf('000L,2400,2026-11-20T04:20:00Z', '000A,12,yesterday');
    const ended = await run('reconcile', url, 'ESEWA', bad);
    expect([ended.status, ended.stdout]).to.deep.equal([1, '']);
    expect(ended.stderr).to.include(`${bad}: Line 2 must have a reference, an amount above 0 and a moment`);
    const file = await listOf('000L,2400,2026-11-20T04:20:00Z');
    expect((await run('reconcile', url, 'ESEWA', file, '--by', 'nobody@example.com')).stderr).to.equal(
      'There is no administrator with the address nobody@example.com.\n',
    );
    expect((await run('reconcile', url, 'ESEWA', file)).stdout).to.include('1 without a payment');
  });

  it('the reconcile command prints its usage, also for a gateway that is none', async () => {
    const help = await run('reconcile', 'sqlite::memory:', '--help');
    expect(help.stdout).to.include('npm run reconcile -- GATEWAY FILE');
    expect(await run('reconcile', 'sqlite::memory:', 'CASH', 'list.csv')).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: help.stdout,
    });
  });
});
