import { expect } from 'chai';
import type { CityId } from '../../../core/kernel/ids.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { faultOf } from '../../support/transactions.ts';

onEveryEngine('cities', (engine) => {
  const add = (name: string) => engine().transact(({ cities }) => cities.add(name));
  const added = async (name: string): Promise<CityId> => (await add(name)) as CityId;

  it('a city is added only once, whatever the letter case of the name', async () => {
    const id = await added('Łódź');
    expect(await add('łÓDŹ')).to.equal('taken');
    expect(await engine().cities.all()).to.deep.equal([{ id, name: 'Łódź' }]);
    expect(await engine().transact(({ cities }) => cities.lock(id))).to.deep.equal({ id, name: 'Łódź' });
    expect(await engine().transact(({ cities }) => cities.lock(77_777 as CityId))).to.equal(undefined);
  });

  it('a renamed city’s old name can be given to another city', async () => {
    const id = await added('Katmandu');
    expect(await engine().transact(({ cities }) => cities.rename(id, 'KATMANDU'))).to.equal(true);
    expect(await engine().transact(({ cities }) => cities.rename(id, 'Kathmandu'))).to.equal(true);
    const other = await added('katmandu');
    expect(await engine().cities.all()).to.deep.equal([
      { id, name: 'Kathmandu' },
      { id: other, name: 'katmandu' },
    ]);
  });

  it('a city cannot get the name of another city', async () => {
    const [, id] = [await added('Pokhara'), await added('Butwal')];
    const refused = engine().transact(async ({ cities }) => {
      if (!(await cities.rename(id, 'POKHARA'))) throw new Error('taken');
    });
    expect(await faultOf(refused)).to.have.property('message', 'taken');
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Butwal', 'Pokhara']);
  });
});

onEveryEngine('cities named by many at once', (engine) => {
  it('a city that several administrators add at once is stored only once', async () => {
    const outcomes = await Promise.all(
      ['Dharan', 'DHARAN', 'dharan', 'dHaran'].map((name) => engine().transact(({ cities }) => cities.add(name))),
    );
    expect(outcomes.filter((outcome) => outcome !== 'taken')).to.have.length(1);
  });

  it('two cities that are renamed at once do not get the same name', async () => {
    const ids = await Promise.all(
      ['Dharan', 'Itahari', 'Ilam'].map((name) => engine().transact(({ cities }) => cities.add(name))),
    );
    const outcomes = await Promise.allSettled(
      ids.map((id) =>
        engine().transact(async ({ cities }) => {
          await cities.lock(id as CityId);
          if (!(await cities.rename(id as CityId, 'Birgunj'))) throw new Error('taken');
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect((outcome.reason as Error).message).to.equal('taken');
    expect((await engine().cities.all()).filter(({ name }) => name === 'Birgunj')).to.have.length(1);
  });
});
