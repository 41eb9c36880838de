import { expect } from 'chai';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import sinon from 'sinon';
import { writeWhole } from '../../../adapters/files/write-whole.ts';
import { ownFolder } from '../../support/process.ts';
import { faultOf } from '../../support/transactions.ts';

describe('files on a full disk', () => {
  let home: Awaited<ReturnType<typeof ownFolder>>;
  beforeEach(async () => {
    home = await ownFolder();
  });
  afterEach(() => {
    sinon.restore();
    return home.remove();
  });

  it('a file that finds no room on the disk is refused with STORAGE_FULL, and no part of it stays', async () => {
    const write = fs.writeFile;
    sinon.stub(fs, 'writeFile').callsFake(async (path) => {
      await write(path, 'pa');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    const fault = await faultOf(writeWhole(join(home.folder, 'file'), Buffer.from('papers')));
    expect(fault).to.include({ code: 'STORAGE_FULL', retryAfterSeconds: 60 });
    expect(await fs.readdir(home.folder)).to.deep.equal([]);
  });

  for (const step of ['mkdir', 'rename'] as const)
    it(`a file is refused with STORAGE_FULL if ${step} finds no room, and no part of it stays`, async () => {
      sinon.stub(fs, step).rejects(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
      const draft = join(home.folder, '.draft');
      const fault = await faultOf(writeWhole(join(home.folder, 'file'), Buffer.from('papers'), { draft }));
      expect(fault).to.include({ code: 'STORAGE_FULL', retryAfterSeconds: 60 });
      expect(await fs.readdir(home.folder)).to.deep.equal([]);
    });

  it('a file that is there already stays as it is', async () => {
    const path = join(home.folder, 'file');
    await fs.writeFile(path, 'old');
    expect(await faultOf(writeWhole(path, Buffer.from('new'), { flag: 'wx' }))).to.have.property('code', 'EEXIST');
    expect(await fs.readFile(path, 'utf8')).to.equal('old');
  });
});
