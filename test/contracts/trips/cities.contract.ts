import { expect } from 'chai';
import type { CityId } from '../../../core/kernel/ids.ts';
import type { Stores } from '../../../core/stores.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { faultOf } from '../../support/transactions.ts';

const NO_DETAILS = { nameNe: null, coordinates: null };

onEveryEngine('cities', (engine) => {
  const add = (name: string) => engine().transact(({ cities }) => cities.add({ name, aliases: [] }));
  const added = async (name: string): Promise<CityId> => (await add(name)) as CityId;

  it('a city is added only once, whatever the letter case of the name', async () => {
    const id = await added('Łódź');
    expect(await add('łÓDŹ')).to.equal('taken');
    expect(await engine().cities.all()).to.deep.equal([{ id, name: 'Łódź', aliases: [], ...NO_DETAILS }]);
    expect(await engine().transact(({ cities }) => cities.lock(id))).to.deep.equal({
      id,
      name: 'Łódź',
      aliases: [],
      ...NO_DETAILS,
    });
    expect(await engine().transact(({ cities }) => cities.lock(77_777 as CityId))).to.equal(undefined);
  });

  it('a renamed city’s old name can be given to another city', async () => {
    const id = await added('Katmandu');
    expect(await engine().transact(({ cities }) => cities.change(id, { name: 'KATMANDU', aliases: [] }))).to.equal(
      true,
    );
    expect(await engine().transact(({ cities }) => cities.change(id, { name: 'Kathmandu', aliases: [] }))).to.equal(
      true,
    );
    const other = await added('katmandu');
    expect(await engine().cities.all()).to.deep.equal([
      { id, name: 'Kathmandu', aliases: [], ...NO_DETAILS },
      { id: other, name: 'katmandu', aliases: [], ...NO_DETAILS },
    ]);
  });

  it('the aliases of a city are stored, and free once they are taken from it', async () => {
    const names = { name: 'Kathmandu', aliases: ['KTM', 'काठमाडौं'] };
    const id = (await engine().transact(({ cities }) => cities.add(names))) as CityId;
    expect(await engine().cities.all()).to.deep.equal([{ id, ...names, ...NO_DETAILS }]);
    expect(await engine().transact(({ cities }) => cities.lock(id))).to.deep.equal({ id, ...names, ...NO_DETAILS });
    const fewer = { name: 'Kathmandu', aliases: ['Yen'] };
    expect(await engine().transact(({ cities }) => cities.change(id, fewer))).to.equal(true);
    expect(await engine().cities.all()).to.deep.equal([{ id, ...fewer, ...NO_DETAILS }]);
    expect(await add('ktm')).to.be.a('number');
  });

  it('the Nepali name and the centre of a city are stored, with all six decimals', async () => {
    const id = await added('Charikot');
    const details = { nameNe: 'चरिकोट', coordinates: { lat: 27.666667, lon: 86.050001 } };
    await engine().transact(({ cities }) => cities.describe(id, details));
    expect(await engine().cities.all()).to.deep.equal([{ id, name: 'Charikot', aliases: [], ...details }]);
    expect(await engine().transact(({ cities }) => cities.lock(id))).to.deep.include(details);
  });

  it('no name or alias of a city can become one of another city, in whatever letter case', async () => {
    await engine().transact(({ cities }) => cities.add({ name: 'Bharatpur', aliases: ['Chitwan'] }));
    const id = await added('Hetauda');
    for (const names of [
      { name: 'CHITWAN', aliases: [] },
      { name: 'Hetauda', aliases: ['Makwanpur', 'chitwan'] },
      { name: 'Hetauda', aliases: ['BHARATPUR'] },
    ]) {
      const change = engine().transact(async ({ cities }) => {
        if (!(await cities.change(id, names))) throw new Error('taken');
      });
      expect(await faultOf(change)).to.have.property('message', 'taken');
      const addition = engine().transact(async ({ cities }) => {
        if ((await cities.add({ ...names, name: names.name.replace('Hetauda', 'Simara') })) === 'taken')
          throw new Error('taken');
      });
      expect(await faultOf(addition)).to.have.property('message', 'taken');
    }
    const imported = engine().transact(({ catalogue }) => catalogue.saveCities(['Simara', 'chitwan']));
    expect(await faultOf(imported)).to.have.property('code', 'CITY_TAKEN');
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Bharatpur', 'Hetauda']);
  });

  it('a city cannot get the name of another city', async () => {
    const [, id] = [await added('Pokhara'), await added('Butwal')];
    const refused = engine().transact(async ({ cities }) => {
      if (!(await cities.change(id, { name: 'POKHARA', aliases: [] }))) throw new Error('taken');
    });
    expect(await faultOf(refused)).to.have.property('message', 'taken');
    expect((await engine().cities.all()).map(({ name }) => name)).to.deep.equal(['Butwal', 'Pokhara']);
  });
});

onEveryEngine('cities named by many at once', (engine) => {
  it('a city that several administrators add at once is stored only once', async () => {
    const outcomes = await Promise.all(
      ['Dharan', 'DHARAN', 'dharan', 'dHaran'].map((name) =>
        engine().transact(({ cities }) => cities.add({ name, aliases: [] })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome !== 'taken')).to.have.length(1);
  });

  it('an alias that several cities get at once, and that one more city has as its name, belongs to only one of them', async () => {
    const ids = await Promise.all(
      ['Dharan', 'Itahari', 'Ilam'].map((name) => engine().transact(({ cities }) => cities.add({ name, aliases: [] }))),
    );
    const named = (work: (stores: Stores) => Promise<unknown>) =>
      engine().transact(async (stores) => {
        if ([false, 'taken'].includes((await work(stores)) as string)) throw new Error('taken');
      });
    const outcomes = await Promise.allSettled([
      ...ids.map((id, index) =>
        named(({ cities }) =>
          cities.change(id as CityId, { name: ['Dharan', 'Itahari', 'Ilam'][index]!, aliases: ['BRG', 'Birgunj'] }),
        ),
      ),
      named(({ cities }) => cities.add({ name: 'BIRGUNJ', aliases: ['brg'] })),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect((outcome.reason as Error).message).to.equal('taken');
  });

  it('two cities that are renamed at once do not get the same name', async () => {
    const ids = await Promise.all(
      ['Dharan', 'Itahari', 'Ilam'].map((name) => engine().transact(({ cities }) => cities.add({ name, aliases: [] }))),
    );
    const outcomes = await Promise.allSettled(
      ids.map((id) =>
        engine().transact(async ({ cities }) => {
          await cities.lock(id as CityId);
          if (!(await cities.change(id as CityId, { name: 'Birgunj', aliases: [] }))) throw new Error('taken');
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect((outcome.reason as Error).message).to.equal('taken');
    expect((await engine().cities.all()).filter(({ name }) => name === 'Birgunj')).to.have.length(1);
  });
});
