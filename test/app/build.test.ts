import { execFile, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { buildInto, sourcesDigest } from '../../app/commands/build-folder.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url).pathname;

/** Copies the present sources to a new folder, without any build. */
function ownCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bus-ticket-checkout-'));
  for (const part of ['core', 'adapters', 'app', 'web', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

describe('the server build', function () {
  this.timeout(300_000);
  let checkout: string;
  const undo: (() => void)[] = [];

  beforeEach(() => {
    checkout = ownCheckout();
  });
  afterEach(() => {
    for (const step of undo.splice(0)) step();
    rmSync(checkout, { recursive: true, force: true, maxRetries: 5 });
  });

  const buildIfNeeded = (environment: Readonly<Record<string, string>> = {}) =>
    run(process.execPath, ['--import=tsx', 'app/commands/build.ts', '--if-needed'], {
      cwd: checkout,
      env: { ...process.env, ...environment },
    });
  const newest = (): string => readFileSync(join(checkout, 'dist/main.js'), 'utf8');
  const builds = (): readonly string[] =>
    readdirSync(join(checkout, 'dist')).filter((name) => statSync(join(checkout, 'dist', name)).isDirectory());
  const change = (): void => {
    appendFileSync(join(checkout, 'app/main.ts'), "\nprocess.title = 'changed';\n");
  };

  /** Runs `npm start` on free ports, with a data folder of its own. */
  async function start(name: string) {
    const port = await freePort();
    const environment = {
      PORT: String(port),
      MQTT_PORT: '0',
      DATA_DIR: join(checkout, name),
      DATABASE_URL: 'sqlite::memory:',
      LOG_LEVEL: 'error',
    };
    const child = spawn('npm', ['start'], {
      cwd: checkout,
      detached: true,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    let ended: number | null | undefined;
    child.once('exit', (code) => {
      ended = code;
    });
    // Kills npm, its shell and the service together, because they are one process group.
    undo.push(() => {
      if (ended === undefined) process.kill(-child.pid!, 'SIGKILL');
    });
    return async (): Promise<void> => {
      await eventually(async () => {
        if (ended !== undefined) throw new Error(`npm start ended with status ${String(ended)}:\n${said}`);
        return fetch(`http://127.0.0.1:${port}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      }, 60);
    };
  }

  it('the server is built only once when three processes start at once without a build', async () => {
    const started = await Promise.all(['one', 'two', 'three'].map(start));
    await Promise.all(started.map((answers) => answers()));
    expect(builds()).to.have.length(1);
  });

  it('the server build never overwrites files of an earlier build that a running process may still use', async () => {
    await buildIfNeeded();
    const files = readdirSync(join(checkout, 'dist'), { recursive: true, encoding: 'utf8' })
      .map((file) => join(checkout, 'dist', file))
      .filter((file) => statSync(file).isFile());
    // Makes a hard link to each file. A build that renames a new file into place leaves the link unchanged. A build
    // that writes into a file changes the link, too.
    const kept = files.map((_, index) => join(checkout, `kept-${index}`));
    kept.forEach((name, index) => {
      linkSync(files[index]!, name);
    });
    const before = kept.map((file) => readFileSync(file, 'utf8'));
    change();
    await buildIfNeeded();
    expect(kept.map((file) => readFileSync(file, 'utf8'))).to.deep.equal(before);
  });

  it('the server build runs only when the source files have changed', async () => {
    await buildIfNeeded();
    const [first, at] = [newest(), statSync(join(checkout, 'dist')).mtimeMs];
    await buildIfNeeded();
    expect([newest(), statSync(join(checkout, 'dist')).mtimeMs]).to.deep.equal([first, at]);
    change();
    await buildIfNeeded();
    expect(newest()).not.to.equal(first);
    // The older build stays, because a process that was started from it may still load files of it.
    expect(builds()).to.have.length(2);
  });

  it('production starts from the newest server build, even if the sources have changed since', async () => {
    await buildIfNeeded({ NODE_ENV: 'production' });
    const first = newest();
    change();
    const { stderr } = await buildIfNeeded({ NODE_ENV: 'production' });
    expect([newest(), builds().length]).to.deep.equal([first, 1]);
    expect(stderr).to.match(/^The sources have changed since the last build/m);
  });

  it('a server build is deleted after two newer ones', async () => {
    for (let count = 0; count < 4; count += 1) {
      await buildInto(checkout, sourcesDigest(checkout));
      change();
    }
    expect(builds()).to.have.length(3);
  });
});
