import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import { ownFolder } from '../support/process.ts';
import { isInstalled, needs } from '../support/servers.ts';
import { shellBlocks } from '../support/shell-blocks.ts';

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url).pathname;

/**
 * A script in place of npm. The real npm would fail, because the test's folder has only the files that a reader of the
 * README creates.
 */
const IMPORT = `#!/bin/sh
[ "$1 $2 $3 $4" = 'run --silent import --' ] || exit 1
export npm_lifecycle_event=import INIT_CWD="$PWD"
cd "${ROOT}" && exec "${process.execPath}" --import=tsx app/commands/import.ts "$5"
`;

const sorted = (seats: string, between: string): string => seats.split(between).sort().join();

/** All shell blocks between two headings of the README, as one script. */
async function transcript(from: string, to: string, base: string): Promise<string> {
  const page = await readFile(join(ROOT, 'README.md'), 'utf8');
  const part = page.slice(page.indexOf(`\n## ${from}\n`), page.indexOf(`\n## ${to}\n`));
  return shellBlocks(part).join('\n').replace('http://localhost:3000', base);
}

describe('the README’s commands', function () {
  this.timeout(300_000);
  let folder: string;
  /** The text that the demo has printed. */
  let said = '';
  let base: string;
  const undo: (() => unknown)[] = [];

  before(async function () {
    needs(this, isInstalled('curl'));
    const own = await ownFolder();
    undo.push(own.remove);
    ({ folder } = own);
    // Replaces the command that opens a browser with a command that does nothing.
    await mkdir(join(folder, '.bin'));
    await writeFile(join(folder, '.bin/xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
    await writeFile(join(folder, '.bin/npm'), IMPORT, { mode: 0o755 });
    base = await startDemo();
  });
  after(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  const database = () => `sqlite:${join(folder, 'data/busticket.sqlite')}`;

  /** Runs `npm run demo`, with a data folder of its own as on a reader's machine. */
  async function startDemo(): Promise<string> {
    const port = await freePort();
    const environment = {
      PORT: String(port),
      MQTT_PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database(),
      LOG_LEVEL: 'error',
      SCRYPT_LOG_N: '4',
    };
    const child = spawn(process.execPath, ['--import=tsx', 'app/demo.ts'], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    undo.push(() => child.kill('SIGKILL'));
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`The demo ended:\n${said}`);
      return said.includes('The bus ticket service is running');
    }, 60);
    return `http://localhost:${port}`;
  }

  const isTicket = async (): Promise<boolean> => {
    const file = join(folder, 'ticket.pdf');
    const start = (await readFile(file)).subarray(0, 5).toString();
    await rm(file);
    return start === '%PDF-';
  };

  it('the demo prints a key of an agent that sells, and an agency to sign in to', async () => {
    expect(said).to.contain('himal.tickets@example.com');
    const [key] = /bt_test_\w{32}/.exec(said) ?? [];
    const account = await fetch(`${base}/api/agent/account`, { headers: { Authorization: `Bearer ${key}` } });
    expect([account.status, ((await account.json()) as { mode: string }).mode]).to.deep.equal([200, 'test']);
  });

  it('the demo prints the door of a sale that opens soon, and a full trip', async () => {
    const [, door] = new RegExp(`Join a sale that opens at .*${base}/door/(\\w+)\\?trip=\\d+`).exec(said) ?? [];
    const found = await fetch(`${base}/api/doors/${door}`);
    expect(((await found.json()) as { state: string }).state).to.equal('JOINING');
    const [, full] = new RegExp(`Wait for seats of a full bus .*${base}/trips/(\\d+)`).exec(said) ?? [];
    const trip = await fetch(`${base}/api/trips/${full}`);
    expect(((await trip.json()) as { seats_left: number }).seats_left).to.equal(0);
  });

  it('the commands of the page for agents sell seats, change them, cancel one, save the ticket, and let others act in the sandbox', async () => {
    const page = await readFile(join(ROOT, 'docs/agents.md'), 'utf8');
    const script = shellBlocks(page).join('\n').replace('http://localhost:3000', base);
    const { stdout } = await run('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, timeout: 60_000 });
    const order =
      /"seats_count":2,.*"old_total":.*"status":"CONFIRMED","credited":.*"balance":.*"take_seats".*"set_credit"/s;
    expect(stdout).to.match(order);
    expect(await isTicket()).to.equal(true);
  });

  it('the curl blocks of /developers.md, run in order, sell a seat, keep their key when pasted again, end with the ticket, and tell its cancellation to the receiver', async () => {
    const port = await freePort();
    const page = (await (await fetch(`${base}/developers.md`)).text()).replaceAll('8080', String(port));
    const [, receiver] = /^```js\n([^]*?)^```$/m.exec(page)!;
    const modules = join(folder, 'node_modules');
    await mkdir(modules);
    await symlink(join(ROOT, 'node_modules/standardwebhooks'), join(modules, 'standardwebhooks'));
    await writeFile(join(folder, 'receiver.mjs'), receiver!);
    const [sale, webhook, cancellation] = shellBlocks(page);
    const script = [
      ...[
        sale,
        'FIRST=$KEY',
        sale,
        '[ "$KEY" = "$FIRST" ]',
        webhook,
        'node receiver.mjs > heard & trap "kill $!" EXIT',
      ],
      `until curl -s -o /dev/null http://127.0.0.1:${port}; do sleep 0.1; done`,
      ...[cancellation, 'until grep booking.cancelled heard; do sleep 0.1; done'],
    ].join('\n');
    const { stdout } = await run('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, timeout: 60_000 });
    expect(stdout)
      .to.match(/^Held: \["\w+"\]$/m)
      .and.match(/^booking\.cancelled BT\d+ \d+$/m);
    expect(await isTicket()).to.equal(true);
    await Promise.all(
      ['node_modules', 'receiver.mjs', 'heard'].map((name) => rm(join(folder, name), { recursive: true })),
    );
  });

  it('the client’s block of /developers.md sells a seat and ends with its ticket', async () => {
    const page = await (await fetch(`${base}/developers.md`)).text();
    const [, program] = /^```ts\n([^]*?bus\.sellAsAgent[^]*?)^```$/m.exec(page)!;
    const client = join(folder, 'node_modules/busticket-client');
    await mkdir(client, { recursive: true });
    await writeFile(join(client, 'package.json'), '{"type": "module", "exports": "./index.ts"}');
    await writeFile(join(client, 'index.ts'), `export * from '${ROOT}clients/typescript/src/index.ts';`);
    await writeFile(join(folder, 'sell.mts'), program!);
    const [KEY] = /bt_test_\w{32}/.exec(said) ?? [];
    const tsx = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
    const { stdout } = await run(process.execPath, ['--import', tsx, 'sell.mts'], {
      cwd: folder,
      env: { ...process.env, KEY },
      timeout: 60_000,
    });
    expect(stdout).to.equal('');
    expect(await isTicket()).to.equal(true);
    await Promise.all(['node_modules', 'sell.mts'].map((name) => rm(join(folder, name), { recursive: true })));
  });

  it('the README’s commands succeed, also when they are run a second time', async () => {
    const script = await transcript('From search to CONFIRMED', 'The commands', base);
    for (const time of ['first', 'second']) {
      const { stdout } = await run('bash', ['-eo', 'pipefail', '-c', script], {
        cwd: folder,
        env: {
          ...process.env,
          DATABASE_URL: database(),
          SCRYPT_LOG_N: '4',
          PATH: `${join(folder, '.bin')}:${process.env['PATH'] ?? ''}`,
        },
      });
      const lines = stdout.split('\n').filter((line) => line !== '');
      expect(lines[0], time).to.match(/^\d+ buses; seats \["\w+","\w+"\] of trip \d+$/);
      expect(lines, time).to.include.members(['PENDING_PAYMENT', 'CONFIRMED']);
      expect(stdout, time)
        .to.match(/payment-result\.html\?success=true&booking_id=\d+/)
        .and.match(/"tier":"/)
        .and.match(/"position":"OWNER"/)
        .and.match(/^1\nREJECTED\n2\d\d\d-\d\d-\d\d\n0$/m);
      expect(lines, time).to.include.members(['INVITED', 'VERIFIED', 'APPROVED', 'REJECTED']);
      expect(lines.at(-1), time).to.equal('401');
      expect((await readFile(join(folder, 'ticket.pdf'))).subarray(0, 5).toString(), time).to.equal('%PDF-');
    }
  });

  it('the example buys two seats and saves their ticket, while the other example prints each change of a seat', async () => {
    const first = await run(join(ROOT, 'examples/buy.sh'), [base], { cwd: folder });
    const [, trip] = /^Trip (\d+), seats/.exec(first.stdout)!;
    const follower = spawn(process.execPath, [join(ROOT, 'examples/follow-seats.js'), trip!, base]);
    undo.push(() => follower.kill());
    let heard = '';
    for (const stream of [follower.stdout, follower.stderr])
      stream.on('data', (chunk: Buffer) => {
        heard += chunk.toString();
      });
    await eventually(() => heard.includes(' free\n'), 60);

    const { stdout } = await run(join(ROOT, 'examples/buy.sh'), [base], { cwd: folder });
    expect(stdout).to.match(/Booking \d+ waits for its payment\nCONFIRMED\nThe ticket is ticket\.pdf\n$/);
    const [, seats] = /seats \["(.+)"\]/.exec(stdout)!;
    // The seat map and the event list the seats in orders of their own.
    const isHeard = () =>
      [...heard.matchAll(/^(.+) BOOKED$/gm)].some(([, booked]) => sorted(booked!, ', ') === sorted(seats!, '","'));
    await eventually(isHeard, 60).catch((error: unknown) => {
      throw new Error(`Bought:\n${stdout}Heard:\n${heard}`, { cause: error });
    });
  });

  it('the README’s commands create no file that git would add', async () => {
    const made = (await readdir(folder))
      .filter((name) => name !== '.bin')
      .map((name) => (name === 'data' ? 'data/' : name));
    expect(made).to.include.members(['data/', 'trips.json', 'ticket.pdf', 'pay.html', 'departures.json']);
    const { stdout } = await run('git', ['check-ignore', '--no-index', ...made], { cwd: ROOT }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout.trim().split('\n').sort()).to.deep.equal(made.sort());
  });
});
