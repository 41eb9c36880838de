import { expect } from 'chai';
import { changeCity } from '../../core/trips/manage-cities.ts';
import type { Place } from '../../core/road/place.ts';
import { changePlace } from '../../core/road/keep-places.ts';
import { aCatalogue } from '../support/catalogue-file.ts';
import { onEveryEngine } from '../support/engines.ts';
import { importing } from '../support/importing.ts';

const KALANKI = { city: 'Kathmandu', name: 'Kalanki', lat: 27.6933, lon: 85.2814 };
const SITA = 'sita@example.com';

onEveryEngine('importing places and the details of cities', (engine) => {
  const { clock, load, faultsOf, user } = importing(engine);

  const withPlaces = (...places: readonly object[]) => load({ ...aCatalogue(), places });
  const withCity = (city: object) =>
    load({ ...aCatalogue(), cities: [{ city_name: 'Kathmandu', ...city }, 'Pokhara'] });
  const kathmandu = async () => (await engine().cities.all()).find(({ name }) => name === 'Kathmandu')!;
  const company = async () => (await user(SITA))!.operatorId;
  const all = async () =>
    [...(await engine().placeViews.all({ owners: [null, (await company())!] }))].sort(
      (one, other) => one.id - other.id,
    );
  const told = async () =>
    (await all()).map(({ operatorId, name, nameNe, coordinates: { lat }, landmark }) => [
      operatorId === null,
      name,
      nameNe,
      lat,
      landmark,
    ]);

  it('an import sets the details that the file gives for a city, keeps absent ones, and null removes them', async () => {
    const details = async () => {
      const { nameNe, coordinates } = await kathmandu();
      return [nameNe, coordinates?.lat, coordinates?.lon];
    };
    await withCity({ name_ne: 'काठमाडौँ', lat: 27.71000049, lon: 85.32 });
    expect(await details()).to.deep.equal(['काठमाडौँ', 27.71, 85.32]);
    await load(aCatalogue());
    expect((await withCity({ aliases: ['KTM'] })).kept).to.equal(0);
    expect(await details()).to.deep.equal(['काठमाडौँ', 27.71, 85.32]);
    await withCity({ lat: 27.7, lon: 85.3 });
    expect(await details()).to.deep.equal(['काठमाडौँ', 27.7, 85.3]);
    await withCity({ name_ne: null, lat: null, lon: null });
    expect(await details()).to.deep.equal([null, undefined, undefined]);
  });

  it('an import keeps the details that an administrator gave a city, and reports the city as “kept”', async () => {
    await load(aCatalogue());
    const admin = (await user('admin@example.com'))!.id;
    await changeCity({ ...engine(), clock })(admin, (await kathmandu()).id, { lat: 27.7, lon: 85.3 });
    expect((await withCity({ lat: 27.71, lon: 85.32 })).kept).to.equal(1);
    expect((await withCity({ lat: 27.7, lon: 85.3 })).kept).to.equal(0);
    expect((await kathmandu()).coordinates).to.deep.equal({ lat: 27.7, lon: 85.3 });
  });

  it('an import adds places of companies and shared ones, and changes those of the same owner, city and name', async () => {
    const report = await withPlaces(
      { ...KALANKI, name_ne: 'कलंकी', landmark: 'Petrol pump' },
      { ...KALANKI, operator: SITA, lat: 27.7 },
      { ...KALANKI, city: 'Pokhara', lat: 28.2 },
    );
    expect(report).to.include({ places: 3, kept: 0 });
    const [shared, own, elsewhere] = await told();
    expect([shared, own, elsewhere]).to.deep.equal([
      [true, 'Kalanki', 'कलंकी', 27.6933, 'Petrol pump'],
      [false, 'Kalanki', null, 27.7, null],
      [true, 'Kalanki', null, 28.2, null],
    ]);
    const again = await withPlaces({ ...KALANKI, name: 'KALANKI', lat: 27.8, landmark: null });
    expect(again).to.include({ places: 1, kept: 0 });
    expect(await told()).to.deep.equal([[true, 'Kalanki', 'कलंकी', 27.8, null], own, elsewhere]);
  });

  it('an import keeps a place that was changed in the office, and reports it as “kept”', async () => {
    await withPlaces({ ...KALANKI, operator: SITA });
    const [{ id }] = (await all()) as unknown as readonly [Place];
    const member = { userId: (await user(SITA))!.id, operatorId: (await company())! };
    await changePlace({ ...engine(), clock })(member, id, { landmark: 'Bridge' });
    expect((await withPlaces({ ...KALANKI, operator: SITA, lat: 27.7 })).kept).to.equal(1);
    expect((await withPlaces({ ...KALANKI, operator: SITA })).kept).to.equal(0);
    expect(await told()).to.deep.equal([[false, 'Kalanki', null, 27.6933, 'Bridge']]);
  });

  it('faulty places and coordinates are named by their pointers, and nothing is imported', async () => {
    const { lat: _lat, ...without } = KALANKI;
    const faults = await faultsOf(
      load({
        ...aCatalogue(),
        cities: [
          { city_name: 'Kathmandu', aliases: ['KTM'], lat: 27.7 },
          { city_name: 'Pokhara', lat: 28, lon: 90 },
        ],
        places: [
          without,
          { ...KALANKI, lat: '27' },
          { ...KALANKI, lat: 99 },
          { ...KALANKI, name: 'kalanki' },
          { ...KALANKI, name: 'Balkhu', city: 'Ilam' },
          { ...KALANKI, name: 'Balkhu', operator: 'nobody@example.com' },
          { ...KALANKI, name: '--', more: 1 },
        ],
      }),
    );
    expect(faults.map((fault) => fault.split(': ')[0])).to.deep.equal([
      '/cities/0/lon',
      '/cities/1/lon',
      '/places/0/lat',
      '/places/1/lat',
      '/places/1/name',
      '/places/2/lat',
      '/places/2/name',
      '/places/3/name',
      '/places/4/city',
      '/places/5/operator',
      '/places/6/more',
      '/places/6/name',
    ]);
    expect(await engine().cities.all()).to.deep.equal([]);
  });
});
