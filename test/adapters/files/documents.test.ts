import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentFiles } from '../../../adapters/files/documents.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { PDF, PNG } from '../../support/documents.ts';

describe('document files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'bus-ticket-')), 'documents');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const files = () => documentFiles(folder);

  it('a document file is stored byte for byte, under a random name, readable only by the service', async () => {
    const [one, other] = [await files().keep(PDF), await files().keep(PDF)];
    expect(one)
      .to.match(/^[0-9a-f]{32}$/)
      .and.not.equal(other);
    expect((await readdir(folder)).sort()).to.deep.equal([one, other].sort());
    expect(new Uint8Array((await files().read(one))!)).to.deep.equal(PDF);
    expect((await stat(join(folder, one))).mode & 0o777).to.equal(0o600);
    expect((await stat(folder)).mode & 0o777).to.equal(0o700);
  });

  it('deleting a document file twice is no error, and other files stay', async () => {
    const [one, other] = [await files().keep(PDF), await files().keep(PNG)];
    await files().remove(one);
    await files().remove(one);
    expect(await files().read(one)).to.equal(undefined);
    expect(await readdir(folder)).to.deep.equal([other]);
  });

  it('a document file is found under its storage key, and files outside the store cannot be read', async () => {
    await files().keep(PDF);
    const secret = join(folder, '..', 'secret');
    await writeFile(secret, 'secret');
    for (const key of ['../secret', secret, '', '.', 'f'.repeat(32), '0'.repeat(31)]) {
      expect(await files().read(key), key).to.equal(undefined);
      await files().remove(key);
    }
    expect(await readFile(secret, 'utf8')).to.equal('secret');
  });

  it('the list of old document files, used for the clean-up, leaves out recent files and files of other kinds', async () => {
    expect(await files().keptBefore(Date.now() as Instant), 'there is no folder yet').to.deep.equal([]);
    const [old, young] = [await files().keep(PDF), await files().keep(PDF)];
    await writeFile(join(folder, 'README'), 'not a document');
    for (const [name, at] of [
      [old, 1_000],
      [young, 2_000],
      ['README', 0],
    ] as const)
      await utimes(join(folder, name), at, at);
    expect(await files().keptBefore(2_000_000 as Instant)).to.deep.equal([old]);
    expect((await files().keptBefore(2_000_001 as Instant)).length).to.equal(2);
  });
});
