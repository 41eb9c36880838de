import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { aCatalogue, spoiled } from '../support/catalogue-file.ts';
import { type Api, startApi } from '../support/http.ts';
import { emptyDatabase } from '../support/engines.ts';
import { needs, postgresUrl } from '../support/servers.ts';
import { enginesOf } from '../support/test-engines.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

for (const engine of enginesOf('of rules')) {
  describe(`the import command (${engine})`, function () {
    this.timeout(300_000);
    let folder: string;
    let url: string;

    before(async function () {
      folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
      url = engine === 'SQLite' ? `sqlite:${join(folder, 'data.sqlite')}` : await postgresUrl();
      needs(this, url);
      if (engine === 'Postgres') await emptyDatabase(url);
    });
    after(() => rm(folder, { recursive: true }));

    const run = (...args: readonly string[]): Promise<Ended> =>
      new Promise((resolve) => {
        const env = {
          ...process.env,
          DATABASE_URL: url,
          SCRYPT_LOG_N: '4',
          TIME_ZONE: 'Asia/Kathmandu',
          NODE_ENV: 'test',
        };
        const child = execFile(
          process.execPath,
          ['--import', 'tsx', 'app/commands/import.ts', ...args],
          { cwd: ROOT, env, maxBuffer: 2 ** 26 },
          (_error, stdout, stderr) => {
            resolve({ status: child.exitCode ?? -1, stdout, stderr });
          },
        );
      });
    const fileOf = async (catalogue: object): Promise<string> => {
      const file = join(folder, 'catalogue.json');
      await writeFile(file, JSON.stringify(catalogue));
      return file;
    };
    const inAWeek = (hours: number) =>
      new Date(Math.floor(Date.now() / 60_000) * 60_000 + 7 * 86_400_000 + hours * 3_600_000).toISOString();
    const catalogue = () =>
      spoiled(aCatalogue(), { '/schedules/0/departure_time': inAWeek(0), '/schedules/0/arrival_time': inAWeek(7) });

    it('the import command creates a missing database schema, and prints only its report', async () => {
      const { status, stdout, stderr } = await run(await fileOf(catalogue()));
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      const report = JSON.parse(stdout) as { schedules: Record<string, number> };
      expect(report).to.include({ cities: 2, operators: 1, buses: 2, routes: 1, kept: 0 });
      expect(Object.keys(report)).to.deep.equal([
        'cities',
        'operators',
        'buses',
        'routes',
        'places',
        'kept',
        'schedules',
      ]);
      expect(Object.keys(report.schedules).map((key) => key.replace(/\d{4}-\d\d-\d\d/, 'DAY'))).to.deep.equal([
        'deluxe',
        'micro@DAY',
        'micro@DAY',
        'micro@DAY',
      ]);
      expect(stdout).to.match(/^\{.*\}\n$/);
    });

    it('the import command prints each fault of the file on its own line of standard error, and imports nothing', async () => {
      const { status, stdout, stderr } = await run(
        await fileOf(
          spoiled(catalogue(), {
            '/cities/2': 'Ilam',
            '/schedules/0/fare': -5,
            '/buses/0/operator': 'nobody@example.com',
          }),
        ),
      );
      expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
      expect(stderr.split('\n').map((line) => line.split(': ')[0])).to.deep.equal([
        '/buses/0/operator',
        '/schedules/0/fare',
        '',
      ]);
    });

    // This test uses no database, so it runs for one engine only.
    if (engine === 'SQLite')
      it('the import command says which arguments it needs', async () => {
        expect(await run('--help'))
          .to.deep.include({ status: 0, stderr: '' })
          .and.to.have.property('stdout')
          .that.matches(/npm run --silent import -- FILE/);
        expect(await run()).to.deep.include({ status: 2, stdout: '' });
        expect(await run('one.json', 'two.json')).to.include({ status: 2, stdout: '' });
        const missing = await run(join(folder, 'nowhere.json'));
        expect(missing).to.include({ status: 1, stdout: '' });
        expect(missing.stderr).to.match(/nowhere\.json/);
      });

    it('the import command reports the progress of a long import', async () => {
      const days = 366;
      const schedules = Array.from({ length: 30 }, (_, index) => ({
        ...aCatalogue().schedules[1],
        key: `micro ${index}`,
        daily: { time: '07:00', duration_minutes: 390, days },
      }));
      const { status, stdout, stderr } = await run(await fileOf({ schedules }));
      expect(status).to.equal(0);
      expect(Object.keys((JSON.parse(stdout) as { schedules: object }).schedules)).to.have.length(30 * days);
      expect(stderr.split('\n')).to.deep.equal([
        'Loading schedules: 5,000 of 10,980',
        'Loading schedules: 10,000 of 10,980',
        'Loading schedules: 10,980 of 10,980',
        '',
      ]);
    });

    it('a running service shows the imported data at once after the import command', async () => {
      let api: Api | undefined;
      try {
        api = await startApi({ environment: { DATABASE_URL: url } });
        api.clock.set(Date.now() as ReturnType<typeof api.clock>);
        const busy = setInterval(() => {
          api
            ?.post('/api/auth/login', { portal: 'admin', email: 'admin@example.com', password: 'wrong' })
            .catch(() => undefined);
        }, 5);
        const { status } = await run(
          await fileOf(
            spoiled(catalogue(), {
              '/cities/2': 'Ilam',
              '/routes/1': { source: 'Kathmandu', destination: 'Ilam' },
              '/schedules/0/destination': 'Ilam',
            }),
          ),
        );
        clearInterval(busy);
        expect(status).to.equal(0);
        expect((await api.get('/api/trips?destination=ilam')).json).to.include({ count: 1 });
        expect((await api.get('/api/cities')).json).to.have.length(3);
      } finally {
        await api?.close();
      }
    });
  });
}
