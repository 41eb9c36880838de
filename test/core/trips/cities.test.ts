import { expect } from 'chai';
import type { Account } from '../../../core/accounts/account.ts';
import type { CityId } from '../../../core/kernel/ids.ts';
import { type Administration, administrationOn } from '../../support/administration.ts';
import { START } from '../../support/clock.ts';
import { type Engine, memoryEngine } from '../../support/engines.ts';
import { anAdmin } from '../../support/people.ts';
import { refusalOf } from '../../support/refusals.ts';

const NO_DETAILS = { nameNe: null, coordinates: null };

describe('changing cities', () => {
  let engine: Engine;
  let administration: Administration;
  let anil: Account;

  beforeEach(async () => {
    engine = memoryEngine();
    administration = administrationOn(engine);
    anil = await anAdmin(engine);
  });

  const add = (name: string, aliases: readonly string[] = []) => administration.addCity(anil.id, { name, aliases });

  it('an added city is in the activity log', async () => {
    const city = await add('Dharan');
    expect(city).to.include({ name: 'Dharan' });
    expect(await engine.cities.all()).to.deep.equal([city]);
    expect(await administration.trailOf('city', city.id)).to.deep.equal([
      {
        kind: 'CITY_ADDED',
        actor: { role: 'ADMIN', userId: anil.id },
        operatorId: null,
        subject: { type: 'city', id: city.id },
        changes: { city_name: { old: null, new: 'Dharan' } },
        description: 'Added the city Dharan.',
        at: START,
      },
    ]);
  });

  it('a city is not added if one with the same name exists, whatever the letter case', async () => {
    await add('Dharan');
    expect(await refusalOf(add('DHARAN'))).to.deep.equal(['conflict', 'CITY_TAKEN']);
  });

  it('a city can be renamed, also to the same name in different letter case', async () => {
    const { id } = await add('Katmandu');
    expect(await administration.changeCity(anil.id, id, { name: 'KATMANDU' })).to.deep.equal({
      id,
      name: 'KATMANDU',
      aliases: [],
      ...NO_DETAILS,
    });
    expect(await administration.changeCity(anil.id, id, { name: 'Kathmandu' })).to.deep.equal({
      id,
      name: 'Kathmandu',
      aliases: [],
      ...NO_DETAILS,
    });
    expect((await administration.trailOf('city', id))[2]).to.deep.include({
      kind: 'CITY_CHANGED',
      changes: { city_name: { old: 'KATMANDU', new: 'Kathmandu' } },
    });
  });

  it('saving a city without changing its name changes and logs nothing', async () => {
    const city = await add('Dharan');
    expect(await administration.changeCity(anil.id, city.id, {})).to.deep.equal(city);
    expect(await administration.changeCity(anil.id, city.id, { name: 'Dharan' })).to.deep.equal(city);
    expect(await administration.trailOf('city', city.id)).to.have.length(1);
  });

  it('a change of aliases is in the activity log, and the city keeps its name', async () => {
    const { id } = await add('Birgunj', ['Birganj']);
    const changed = await administration.changeCity(anil.id, id, { aliases: ['Birganj', 'Raxaul Border', 'BIRGANJ'] });
    expect(changed).to.deep.equal({ id, name: 'Birgunj', aliases: ['Birganj', 'Raxaul Border'], ...NO_DETAILS });
    expect(await engine.cities.all()).to.deep.equal([changed]);
    expect((await administration.trailOf('city', id))[1]).to.deep.include({
      kind: 'CITY_CHANGED',
      changes: { aliases: { old: ['Birganj'], new: ['Birganj', 'Raxaul Border'] } },
      description: 'Changed the city Birgunj.',
    });
  });

  it('a city that is renamed to one of its aliases loses the alias', async () => {
    const { id } = await add('Birgunj', ['Birganj', 'BRG']);
    const renamed = { id, name: 'Birganj', aliases: ['BRG'], ...NO_DETAILS };
    expect(await administration.changeCity(anil.id, id, { name: 'Birganj' })).to.deep.equal(renamed);
    expect(await add('Birgunj')).to.include({ name: 'Birgunj' });
  });

  it('a city gets and loses its Nepali name and its centre, and the activity log says so', async () => {
    const { id } = await add('Dharan');
    const described = { nameNe: 'धरान', lat: 26.8125678, lon: 87.2834 };
    const city = await administration.changeCity(anil.id, id, described);
    expect(city).to.deep.include({ nameNe: 'धरान', coordinates: { lat: 26.812568, lon: 87.2834 } });
    expect(await administration.changeCity(anil.id, id, { ...described, name: 'Dharan' })).to.deep.equal(city);
    expect(await engine.cities.all()).to.deep.equal([city]);
    const cleared = await administration.changeCity(anil.id, id, { nameNe: null, lat: null, lon: null });
    expect(cleared).to.deep.include(NO_DETAILS);
    expect((await administration.trailOf('city', id)).slice(1).map(({ changes }) => changes)).to.deep.equal([
      {
        name_ne: { old: null, new: 'धरान' },
        lat: { old: null, new: 26.812568 },
        lon: { old: null, new: 87.2834 },
      },
      {
        name_ne: { old: 'धरान', new: null },
        lat: { old: 26.812568, new: null },
        lon: { old: 87.2834, new: null },
      },
    ]);
  });

  it('a city is not renamed if it is unknown, or if another city has the name', async () => {
    const [, { id }] = [await add('Dharan'), await add('Itahari')];
    expect(await refusalOf(administration.changeCity(anil.id, id, { name: 'dharan' }))).to.deep.equal([
      'conflict',
      'CITY_TAKEN',
    ]);
    expect(await refusalOf(administration.changeCity(anil.id, 77_777 as CityId, { name: 'x' }))).to.deep.equal([
      'absent',
      'CITY_UNKNOWN',
    ]);
  });
});
