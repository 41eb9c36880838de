import { expect } from 'chai';
import { type Json, onEveryServer } from '../../support/http.ts';
import { portalsOn } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';

const NO_DETAILS = { name_ne: null, lat: null, lon: null };

onEveryServer('administrators’ requests about cities', (api) => {
  const { signIn } = portalsOn(api);
  let token: string;

  before(async () => {
    token = (await signIn()).access;
  });

  const add = (body: object, headers?: Record<string, string>) => api().post('/api/admin/cities', body, token, headers);
  const change = (id: number, body: object) => api().patch(`/api/admin/cities/${id}`, body, token);
  const names = async (): Promise<readonly string[]> =>
    (await api().get('/api/cities')).json.map(({ city_name: name }: Json) => name);

  it('a city that is added or renamed is shown to everybody at once', async () => {
    const { status, json } = await add({ city_name: '  Dharan ', more: 1 });
    expect([status, json]).to.deep.equal([201, { id: json.id, city_name: 'Dharan', aliases: [], ...NO_DETAILS }]);
    expect(await names()).to.include('Dharan');
    const renamed = await change(json.id as number, { city_name: 'DHARAN' });
    expect([renamed.status, renamed.json]).to.deep.equal([
      200,
      { id: json.id, city_name: 'DHARAN', aliases: [], ...NO_DETAILS },
    ]);
    expect(await names())
      .to.include('DHARAN')
      .and.not.to.include('Dharan');
    for (const body of [{}, { unknown: 1 }, { city_name: 'DHARAN' }]) {
      const unchanged = await change(json.id as number, body);
      expect([unchanged.status, unchanged.json]).to.deep.equal([
        200,
        { id: json.id, city_name: 'DHARAN', aliases: [], ...NO_DETAILS },
      ]);
    }
    const { results } = (await api().get(`/api/admin/activity-log?subject=city:${json.id}`, token)).json;
    expect(results.map(({ kind, changes }: Json) => [kind, changes])).to.deep.equal([
      ['CITY_CHANGED', { city_name: { old: 'Dharan', new: 'DHARAN' } }],
      ['CITY_ADDED', { city_name: { old: null, new: 'Dharan' } }],
    ]);
  });

  it('a city with a name that another city has answers 409, whatever the letter case', async () => {
    const { json } = await add({ city_name: 'Itahari' });
    expectProblem(await add({ city_name: 'ITAHARI' }), 409, 'CITY_TAKEN');
    const { json: other } = await add({ city_name: 'Ilam' });
    expectProblem(await change(other.id as number, { city_name: 'itahari' }), 409, 'CITY_TAKEN');
    expect((await change(json.id as number, { city_name: 'itahari' })).status).to.equal(200);
  });

  it('a city whose name differs from another’s in kinds of blanks or invisible characters alone answers 409', async () => {
    await add({ city_name: 'Trishuli Bazar' });
    for (const name of ['Trishuli\u00a0Bazar', 'Trishuli\u200b  Bazar', 'Ｔrishuli Bazar'])
      expectProblem(await add({ city_name: name }), 409, 'CITY_TAKEN');
    const { json } = await api().get(
      `/api/trips?origin=${encodeURIComponent('TRISHULI\u00a0bazar')}&destination=Trishuli%20Bazar`,
    );
    expect(json.errors[0].field).to.equal('destination');
  });

  it('saving a city answers 400 for an invalid name, and 404 for an unknown city, whatever the body', async () => {
    const { json } = await add({ city_name: 'Butwal' });
    for (const name of ['', ' ', 'x'.repeat(101), null, [], 'a\u0000b'])
      for (const refused of [await add({ city_name: name }), await change(json.id as number, { city_name: name })]) {
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal('city_name');
      }
    expectProblem(await add({}), 400, 'VALIDATION');
    expect((await change(json.id as number, { city_name: 'x'.repeat(100) })).status).to.equal(200);
    expectProblem(await change(77_777, { city_name: '' }), 404, 'CITY_UNKNOWN');
  });

  it('a city is added with aliases, PATCH replaces them, and null clears them', async () => {
    const { json } = await add({ city_name: 'Nepalgunj', aliases: [' Nepalganj ', 'nepalganj', 'NEPALGUNJ', 'Banke'] });
    const id = json.id as number;
    const expected = (aliases: string[]) => ({ id, city_name: 'Nepalgunj', aliases, ...NO_DETAILS });
    expect(json).to.deep.equal(expected(['Nepalganj', 'Banke']));
    const listed = async () => (await api().get('/api/cities')).json.find((city: Json) => city.id === id);
    expect(await listed()).to.deep.equal(expected(['Nepalganj', 'Banke']));
    expect((await change(id, { city_name: 'Nepalgunj' })).json).to.deep.equal(expected(['Nepalganj', 'Banke']));
    expect((await change(id, { aliases: ['NPJ'] })).json).to.deep.equal(expected(['NPJ']));
    expect((await change(id, { aliases: null })).json).to.deep.equal(expected([]));
    expect(await listed()).to.deep.equal(expected([]));
    const { results } = (await api().get(`/api/admin/activity-log?subject=city:${id}`, token)).json;
    expect(results.map(({ changes }: Json) => changes)).to.deep.equal([
      { aliases: { old: ['NPJ'], new: [] } },
      { aliases: { old: ['Nepalganj', 'Banke'], new: ['NPJ'] } },
      { city_name: { old: null, new: 'Nepalgunj' }, aliases: { old: [], new: ['Nepalganj', 'Banke'] } },
    ]);
  });

  it('an alias that is another city’s name or alias answers 409, and so does a name that is another city’s alias', async () => {
    const { json } = await add({ city_name: 'Bharatpur', aliases: ['Narayangadh'] });
    const { json: other } = await add({ city_name: 'Hetauda' });
    for (const taken of ['NARAYANGADH', 'bharat\u200bpur']) {
      expectProblem(await change(other.id as number, { aliases: ['Makwanpur', taken] }), 409, 'CITY_TAKEN');
      expectProblem(await add({ city_name: 'Simara', aliases: [taken] }), 409, 'CITY_TAKEN');
      expectProblem(await change(other.id as number, { city_name: taken }), 409, 'CITY_TAKEN');
      expectProblem(await add({ city_name: taken }), 409, 'CITY_TAKEN');
    }
    expect(await names()).not.to.include('Simara');
    const renamed = await change(json.id as number, { city_name: 'Narayangadh' });
    expect(renamed.json).to.deep.equal({ id: json.id, city_name: 'Narayangadh', aliases: [], ...NO_DETAILS });
    expect((await change(other.id as number, { aliases: ['Bharatpur'] })).status).to.equal(200);
  });

  it('aliases that are too many, too short, too long or without a letter answer 400', async () => {
    const { json } = await add({ city_name: 'Tansen' });
    const many = Array.from({ length: 13 }, (_, index) => `Name ${index}`);
    for (const [aliases, field] of [
      [many, 'aliases'],
      ['Palpa', 'aliases'],
      [['Palpa', 'P'], 'aliases[1]'],
      [['x'.repeat(61)], 'aliases[0]'],
      [['--'], 'aliases[0]'],
      [[null], 'aliases[0]'],
    ] as const)
      for (const refused of [
        await add({ city_name: 'Palpa', aliases }),
        await change(json.id as number, { aliases }),
      ]) {
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal(field);
      }
    const most = [...many.slice(2), 'x'.repeat(60)];
    expect((await change(json.id as number, { aliases: most })).json.aliases).to.deep.equal(most);
  });

  it('a city has its Nepali name and its centre wherever it is shown, and PATCH leaves absent ones as they are', async () => {
    const described = { name_ne: 'डोटी', lat: 29.260000049, lon: 80 };
    const { status, json } = await add({ city_name: 'Dipayal', ...described });
    const expected = { id: json.id, city_name: 'Dipayal', aliases: [], name_ne: 'डोटी', lat: 29.26, lon: 80 };
    expect([status, json]).to.deep.equal([201, expected]);
    expect((await change(json.id as number, { aliases: null })).json).to.deep.equal(expected);
    expect((await api().get('/api/cities')).json).to.deep.include(expected);
    const moved = { lat: 31, lon: 89 };
    expect((await change(json.id as number, moved)).json).to.deep.equal({ ...expected, ...moved });
    const cleared = await change(json.id as number, { name_ne: null, lat: null, lon: null });
    expect(cleared.json).to.deep.equal({ ...expected, ...NO_DETAILS });
  });

  it('coordinates that are no numbers, outside the bounds or without their other half answer 400', async () => {
    const { json } = await add({ city_name: 'Jiri' });
    for (const [body, field] of [
      [{ lat: 27.63 }, 'lon'],
      [{ lon: 86.23 }, 'lat'],
      [{ lat: null, lon: 86.23 }, 'lat'],
      [{ lat: null }, 'lon'],
      [{ lat: '27.63', lon: 86.23 }, 'lat'],
      [{ lat: 27.63, lon: 'east' }, 'lon'],
      [{ lat: 25.999999, lon: 86.23 }, 'lat'],
      [{ lat: 31.000001, lon: 86.23 }, 'lat'],
      [{ lat: 27.63, lon: 79.999999 }, 'lon'],
      [{ lat: 27.63, lon: 89.000001 }, 'lon'],
      [{ name_ne: 'x'.repeat(101) }, 'name_ne'],
    ] as const)
      for (const refused of [await add({ city_name: 'Charikot', ...body }), await change(json.id as number, body)]) {
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field, JSON.stringify(body)).to.equal(field);
      }
    expect(await names()).not.to.include('Charikot');
  });

  it('adding a city takes effect only once under one Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const [first, again] = [await add({ city_name: 'Birgunj' }, key), await add({ city_name: 'Birgunj' }, key)];
    expect([again.status, again.json, again.headers.get('idempotency-replayed')]).to.deep.equal([
      201,
      first.json,
      'true',
    ]);
  });
});
