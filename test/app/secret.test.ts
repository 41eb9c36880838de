import { fork } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { appSecretOf } from '../../app/secret.ts';

describe('the service’s secret', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'bus-ticket-secret-')), 'data');
  });
  afterEach(() => rm(join(dataDir, '..'), { recursive: true }));

  const made = () => appSecretOf({ appSecret: undefined, dataDir });

  it('the service’s secret is APP_SECRET if this variable is set, and then no file is written', async () => {
    expect(appSecretOf({ appSecret: 'given', dataDir })).to.equal('given');
    expect(await readdir(join(dataDir, '..'))).to.deep.equal([]);
  });

  it('the service’s secret is generated only once, readable only by its owner', async () => {
    const secret = made();
    expect(secret).to.have.length.above(31);
    expect(made()).to.equal(secret);
    expect((await stat(join(dataDir, 'app-secret'))).mode & 0o777).to.equal(0o600);
    expect(await readdir(dataDir)).to.deep.equal(['app-secret']);
  });

  it('the service’s secret is the same for all processes that start at once', async function () {
    this.timeout(300_000);
    const file = join(dataDir, '..', 'starts.mts');
    await writeFile(
      file,
      `import { appSecretOf } from ${JSON.stringify(new URL('../../app/secret.ts', import.meta.url).href)};
      process.once('message', () => { process.send(appSecretOf({ dataDir: ${JSON.stringify(dataDir)} })); process.disconnect(); });
      process.send('ready');`,
    );
    const children = Array.from({ length: 3 }, () => fork(file, { execArgv: ['--import=tsx'] }));
    const next = (child: (typeof children)[number]) => new Promise((resolve) => child.once('message', resolve));
    await Promise.all(children.map(next));
    const secrets = children.map(next);
    for (const child of children) child.send('go');
    expect(new Set(await Promise.all(secrets)).size).to.equal(1);
    expect(await readdir(dataDir)).to.deep.equal(['app-secret']);
  });

  it('the service does not start with a secret file whose text is too short, and leaves the file unchanged', async () => {
    made();
    const file = join(dataDir, 'app-secret');
    await writeFile(file, 'short\n');
    expect(made).to.throw(/holds no secret/);
    expect(await readFile(file, 'utf8')).to.equal('short\n');
  });
});
