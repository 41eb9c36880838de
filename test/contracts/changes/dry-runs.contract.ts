import { expect } from 'chai';
import { RETRY, tryOut } from '../../../core/changes/try-out.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import { onEveryEngine } from '../../support/engines.ts';

onEveryEngine('dry runs', (engine) => {
  const cities = async () => (await engine().transact(({ catalogue }) => catalogue.known())).cities;

  it('a dry run returns the same result as a real run, but saves nothing', async () => {
    const before = await cities();
    const add = (isDryRun: boolean) =>
      tryOut(engine().transact, { isDryRun }, async (stores) => {
        await stores.cities.add({ name: 'Bharatpur', aliases: [] });
        return { isThere: (await stores.catalogue.known()).cities.has('bharatpur') };
      });
    expect(await add(true)).to.deep.equal({ isThere: true });
    expect(await cities()).to.deep.equal(before);
    expect(await add(false)).to.deep.equal({ isThere: true });
    expect([...(await cities()).keys()]).to.include('bharatpur');
  });

  it('a dry run fails with the error of the code that it runs', async () => {
    const trouble = new Error('no');
    const failure = await tryOut(engine().transact, { isDryRun: true }, async () => {
      throw trouble;
    }).catch((error: unknown) => error);
    expect(failure).to.equal(trouble);
  });

  for (const isDryRun of [true, false])
    it(`a ${isDryRun ? 'dry' : 'real'} run starts again when the code that it runs asks for a retry`, async () => {
      let left = 2;
      const result = await tryOut(engine().transact, { isDryRun }, async (stores) => {
        await stores.cities.lock(1 as CityId);
        left -= 1;
        return left > 0 ? RETRY : 'done';
      });
      expect([result, left]).to.deep.equal(['done', 0]);
    });
});
