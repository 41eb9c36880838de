import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../../adapters/files/write-whole.ts';
import { ownFolder } from '../../support/process.ts';
import { faultOf } from '../../support/transactions.ts';

/** Every write to this device of Linux fails as on a full disk. */
const FULL_DISK = '/dev/full';

describe('files on a full disk', () => {
  let home: Awaited<ReturnType<typeof ownFolder>>;
  beforeEach(async () => {
    home = await ownFolder();
  });
  afterEach(() => home.remove());

  it('a file that finds no room on the disk is refused with STORAGE_FULL, and no part of it stays', async function () {
    if (!existsSync(FULL_DISK)) this.skip();
    const path = join(home.folder, 'file');
    await symlink(FULL_DISK, path);
    expect(await faultOf(writeWhole(path, Buffer.from('papers')))).to.include({
      code: 'STORAGE_FULL',
      retryAfterSeconds: 60,
    });
    expect(await readdir(home.folder)).to.deep.equal([]);
  });

  it('a file that is there already stays as it is', async () => {
    const path = join(home.folder, 'file');
    await writeFile(path, 'old');
    expect(await faultOf(writeWhole(path, Buffer.from('new'), { flag: 'wx' }))).to.have.property('code', 'EEXIST');
    expect(await readFile(path, 'utf8')).to.equal('old');
  });
});
