import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import { START } from '../support/clock.ts';
import { emptyDatabase, engineOn } from '../support/engines.ts';
import { anAdmin } from '../support/people.ts';
import { ownFolder } from '../support/process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (settings: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'app/commands/admin.ts', ...args],
      { cwd: ROOT, env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...settings } },
      (_error, stdout, stderr) => {
        resolve({ status: child.exitCode ?? -1, stdout, stderr });
      },
    );
  });

describe('the admin command', function () {
  this.timeout(300_000);
  let home: Awaited<ReturnType<typeof ownFolder>>;
  let settings: { readonly DATABASE_URL: string };
  beforeEach(async () => {
    home = await ownFolder();
    settings = { DATABASE_URL: `sqlite:${join(home.folder, 'data.sqlite')}` };
  });
  afterEach(() => home.remove());

  it('the admin command removes an account’s authenticator app, and records this in the login log', async () => {
    await emptyDatabase(settings.DATABASE_URL);
    const database = connectDatabase(settings.DATABASE_URL);
    try {
      const { transact, accounts } = engineOn(database);
      const admin = await anAdmin(engineOn(database));
      await transact(async ({ secondFactors }) => {
        await secondFactors.start(admin.id, 'sealed', START);
        await secondFactors.confirm(admin.id, 7, ['digest'], START);
      });
      const done = await run(settings, 'totp-reset', admin.email);
      expect([done.status, done.stderr]).to.deep.equal([0, '']);
      expect(done.stdout).to.contain(admin.email);
      expect(await accounts.hasSecondFactor(admin.id)).to.equal(false);
      const [entry] = await transact(({ loginLog }) => loginLog.newest(1));
      expect(entry).to.deep.include({ kind: 'LOGOUT', userId: admin.id, email: admin.email });
      const mails = await transact(({ mailQueue }) => mailQueue.claim(entry!.at, daysAfter(entry!.at, 1), 9));
      expect(mails.map(({ mail }) => mail)).to.have.length(1);
      expect(mails[0]!.mail).to.deep.include({ kind: 'totp', to: admin.email, change: 'reset' });
      for (const email of [admin.email, 'nobody@example.com'])
        expect((await run(settings, 'totp-reset', email)).status).to.equal(1);
    } finally {
      await database.close();
    }
  });

  it('the admin command prints its usage', async () => {
    expect((await run(settings, '--help')).stdout).to.contain('npm run admin -- totp-reset EMAIL');
    for (const args of [[], ['totp-reset'], ['reset', 'a@example.com'], ['totp-reset', 'a@example.com', 'more']]) {
      const { status, stderr } = await run(settings, ...args);
      expect([status, stderr.includes('totp-reset EMAIL')]).to.deep.equal([1, true]);
    }
  });

  it('the admin command does nothing without a database', async () => {
    const { status, stderr } = await run(settings, 'totp-reset', 'a@example.com');
    expect(status).to.equal(1);
    expect(stderr).to.contain('There is no database');
  });
});
