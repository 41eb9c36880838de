import { expect } from 'chai';
import { type Json, onEveryServer } from '../../support/http.ts';
import { portalsOn } from '../../support/portals.ts';
import { expectProblem } from '../../support/problems.ts';

onEveryServer('administrators’ requests about cities', (api) => {
  const { signIn } = portalsOn(api);
  let token: string;

  before(async () => {
    token = (await signIn()).access;
  });

  const add = (body: object, headers?: Record<string, string>) => api().post('/api/admin/cities', body, token, headers);
  const rename = (id: number, body: object) => api().patch(`/api/admin/cities/${id}`, body, token);
  const names = async (): Promise<readonly string[]> =>
    (await api().get('/api/cities')).json.map(({ city_name: name }: Json) => name);

  it('a city that is added or renamed is shown to everybody at once', async () => {
    const { status, json } = await add({ city_name: '  Dharan ', more: 1 });
    expect([status, json]).to.deep.equal([201, { id: json.id, city_name: 'Dharan' }]);
    expect(await names()).to.include('Dharan');
    const renamed = await rename(json.id as number, { city_name: 'DHARAN' });
    expect([renamed.status, renamed.json]).to.deep.equal([200, { id: json.id, city_name: 'DHARAN' }]);
    expect(await names())
      .to.include('DHARAN')
      .and.not.to.include('Dharan');
    for (const body of [{}, { unknown: 1 }, { city_name: 'DHARAN' }]) {
      const unchanged = await rename(json.id as number, body);
      expect([unchanged.status, unchanged.json]).to.deep.equal([200, { id: json.id, city_name: 'DHARAN' }]);
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
    expectProblem(await rename(other.id as number, { city_name: 'itahari' }), 409, 'CITY_TAKEN');
    expect((await rename(json.id as number, { city_name: 'itahari' })).status).to.equal(200);
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
      for (const refused of [await add({ city_name: name }), await rename(json.id as number, { city_name: name })]) {
        expectProblem(refused, 400, 'VALIDATION');
        expect(refused.json.errors[0].field).to.equal('city_name');
      }
    expectProblem(await add({}), 400, 'VALIDATION');
    expect((await rename(json.id as number, { city_name: 'x'.repeat(100) })).status).to.equal(200);
    expectProblem(await rename(77_777, { city_name: '' }), 404, 'CITY_UNKNOWN');
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
