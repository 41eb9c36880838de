import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDataDir } from '../../app/data-dir.ts';
import { StartFailure } from '../../app/start-failure.ts';
import { build, launch } from '../support/process.ts';

describe('the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bus-ticket-data-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('the data folder is created with its parents, and used again at the next start', async () => {
    const dataDir = join(folder, 'some', 'where');
    openDataDir(dataDir);
    openDataDir(dataDir);
    expect((await stat(dataDir)).isDirectory()).to.equal(true);
  });

  it('the data folder is refused when one of its parents is a file', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(() => openDataDir(join(folder, 'file', 'data'))).to.throw(StartFailure, /^DATA_DIR can't be used: ENOTDIR/);
  });

  it('the data folder is refused when it is a file', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(() => openDataDir(join(folder, 'file'))).to.throw(StartFailure, /^DATA_DIR can't be used/);
  });

  // Only Linux has a folder in which even root cannot create another folder.
  if (process.platform === 'linux')
    it('the data folder is refused at a path where it cannot be created', () => {
      expect(() => openDataDir('/proc/bus-ticket/data')).to.throw(StartFailure, /^DATA_DIR can't be used: ENOENT/);
    });

  it('an unusable data folder prevents the start of the service, even if the secret is not stored in it', async function () {
    this.timeout(300_000);
    await build();
    await writeFile(join(folder, 'file'), '');
    const { exited, stderr } = launch('main.js', [], {
      DATA_DIR: join(folder, 'file'),
      DATABASE_URL: 'sqlite::memory:',
      APP_SECRET: 'a'.repeat(32),
      MQTT_PORT: '0',
    });
    expect(await exited).to.deep.equal({ code: 1, signal: null });
    expect(stderr()).to.match(/^DATA_DIR can't be used: .+\n$/);
  });
});
