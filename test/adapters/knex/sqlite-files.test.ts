import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { connectDatabase } from '../../../adapters/knex/engine/database.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { ownFolder } from '../../support/process.ts';

const modes = async (folder: string): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder)).map(
        async (name) => [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)] as const,
      ),
    ),
  );

describe('the files of a SQLite database', () => {
  let home: Awaited<ReturnType<typeof ownFolder>>;
  beforeEach(async () => {
    home = await ownFolder();
  });
  afterEach(() => home.remove());

  const filled = async (): Promise<Readonly<Record<string, string>>> => {
    const database = connectDatabase(`sqlite:${join(home.folder, 'bus.sqlite')}`);
    await migrate(database.knex);
    return modes(home.folder).finally(() => database.close());
  };

  it('files of a SQLite database are readable only by their owner', async () => {
    expect(await filled()).to.deep.equal({ 'bus.sqlite': '600', 'bus.sqlite-shm': '600', 'bus.sqlite-wal': '600' });
  });

  it('files of a SQLite database that exist already become readable only by their owner', async () => {
    for (const name of ['bus.sqlite', 'bus.sqlite-wal', 'bus.sqlite-shm']) {
      await writeFile(join(home.folder, name), '');
      await chmod(join(home.folder, name), 0o644);
    }
    expect(await filled()).to.deep.equal({ 'bus.sqlite': '600', 'bus.sqlite-shm': '600', 'bus.sqlite-wal': '600' });
  });

  it('files of a SQLite database are synced at each commit, except in fast mode', async () => {
    const database = connectDatabase(`sqlite:${join(home.folder, 'bus.sqlite')}`);
    const synchronous = async () => (await database.knex.raw<readonly object[]>('pragma synchronous'))[0];
    const [normal, full] = [{ synchronous: 1 }, { synchronous: 2 }];
    expect(await synchronous()).to.deep.equal(full);
    expect(await database.inHaste(synchronous)).to.deep.equal(normal);
    await database.inHaste(() => Promise.reject(new Error('no'))).catch(() => undefined);
    expect(await synchronous()).to.deep.equal(full);
    await database.close();
  });
});
