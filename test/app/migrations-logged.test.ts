import { join } from 'node:path';
import { expect } from 'chai';
import { openStorage, storeNeeds } from '../../app/storage.ts';
import { ownFolder } from '../support/process.ts';
import { readableLog } from '../support/readable-log.ts';

describe('migrations at start', () => {
  it('the start of the service logs in one line which migrations were applied', async () => {
    const { folder, remove } = await ownFolder();
    const logged = async (): Promise<readonly (readonly string[])[]> => {
      const { log, lines } = readableLog();
      await (await openStorage({ databaseUrl: `sqlite:${join(folder, 'bus.sqlite')}` }, storeNeeds(), log)).close();
      return lines.map((line) => (JSON.parse(line) as { migrations: readonly string[] }).migrations);
    };
    const lines = await logged();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include.members(['0001-accounts', '0002-companies']);
    expect(await logged()).to.deep.equal([]);
    await remove();
  });
});
