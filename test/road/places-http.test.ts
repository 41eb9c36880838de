import { expect } from 'chai';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { OperatorId, UserId } from '../../core/kernel/ids.ts';
import { PHOTO_LIMIT_BYTES } from '../../core/road/place-photo.ts';
import { type Answer, type Api, type Json, startApi } from '../support/http.ts';
import { aTrip } from '../support/catalogue.ts';
import { anAdmin, anOperator } from '../support/people.ts';
import { aPicture, canvas } from '../support/pictures.ts';
import { aPlace, photoForm } from '../support/places.ts';
import { adminTokenOf, authenticate, staffTokenOf } from '../support/plain-tokens.ts';
import { expectProblem } from '../support/problems.ts';

const OWN = '/api/operator/places';
const SHARED = '/api/admin/places';
const KALANKI = { name: 'Kalanki', lat: 27.6933, lon: 85.2814 };
const UNSET = { name_ne: null, landmark: null, landmark_ne: null, photo_url: null, photo_small_url: null };

describe('places through HTTP', () => {
  let api: Api;
  let dataDir: string;
  let kathmandu: { readonly id: number; readonly city_name: string };
  let admin: string;
  let company: { readonly id: UserId; readonly operatorId: OperatorId };
  let manager: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
    api = await startApi({
      environment: { DATA_DIR: dataDir, MAP_LINK: 'https://maps.example.com/{lat}/{lon}?again={lat}' },
      overrides: { authenticate },
    });
    await aTrip(api.dependencies);
    const [city] = (await api.get('/api/cities')).json;
    kathmandu = { id: city.id, city_name: city.city_name };
    admin = adminTokenOf((await anAdmin(api.dependencies)).id);
  });
  beforeEach(async () => {
    company = await anOperator(api.dependencies);
    manager = staffTokenOf('MANAGER', company.id, company.operatorId);
  });
  after(async () => {
    await api.close();
    await rm(dataDir, { recursive: true });
  });

  const add = (body: object = {}, path = OWN, token = path === OWN ? manager : admin) =>
    api.post(path, { city_id: kathmandu.id, ...KALANKI, ...body }, token);
  const put = (path: string, form: FormData, token = manager): Promise<Answer> =>
    api.send(path, { method: 'PUT', headers: { Authorization: `Bearer ${token}` }, body: form });
  const named = async (query = '', path = OWN, token = path === OWN ? manager : admin): Promise<readonly Json[]> =>
    (await api.get(`${path}?${query}`, token)).json.results;
  const files = () => readdir(join(dataDir, 'media')).catch(() => []);
  const removeShared = async () => {
    for (const { id } of await named('', SHARED)) await api.delete(`${SHARED}/${id}`, undefined, admin);
  };
  afterEach(removeShared);

  function expectField({ status, json }: Answer, field: string, about: unknown): void {
    expect([status, json.code, json.errors?.[0].field], JSON.stringify(about)).to.deep.equal([
      400,
      'VALIDATION',
      field,
    ]);
  }

  it('a place is added with all its fields, and PATCH changes all but its city', async () => {
    const texts = { name_ne: 'कलंकी', landmark: 'Beside the petrol pump', landmark_ne: 'पेट्रोल पम्पको छेउ' };
    const { status, json } = await add({ ...texts, name: '  Kalanki ', lat: 27.69330049 });
    const whole = {
      id: json.id,
      city: kathmandu,
      ...KALANKI,
      ...UNSET,
      ...texts,
      map_url: 'https://maps.example.com/27.6933/85.2814?again=27.6933',
      shared: false,
    };
    expect([status, json]).to.deep.equal([201, whole]);
    expect(await named()).to.deep.equal([whole]);

    const changed = await api.patch(
      `${OWN}/${json.id}`,
      { name: 'Balkhu', name_ne: null, landmark: '', lat: 28, lon: 85, city_id: 2 },
      manager,
    );
    const after = {
      ...whole,
      name: 'Balkhu',
      name_ne: null,
      landmark: null,
      lat: 28,
      lon: 85,
      map_url: 'https://maps.example.com/28/85?again=28',
    };
    expect([changed.status, changed.json]).to.deep.equal([200, after]);
    expect((await api.patch(`${OWN}/${json.id}`, {}, manager)).json).to.deep.equal(after);

    const removed = await api.delete(`${OWN}/${json.id}`, undefined, manager);
    expect([removed.status, removed.text]).to.deep.equal([204, '']);
    expect(await named()).to.deep.equal([]);
    const { results } = (await api.get(`/api/operator/activity-log?subject=place:${json.id}`, manager)).json;
    expect(results.map(({ kind, changes }: Json) => [kind, Object.keys(changes).sort().join()])).to.deep.equal([
      ['PLACE_REMOVED', 'city_id,landmark_ne,lat,lon,name'],
      ['PLACE_CHANGED', 'landmark,lat,lon,name,name_ne'],
      ['PLACE_ADDED', 'city_id,landmark,landmark_ne,lat,lon,name,name_ne'],
    ]);
  });

  it('a place with a wrong or missing field is refused by the name of the field', async () => {
    const { json } = await add();
    const both = [
      [{ name: '' }, 'name'],
      [{ name: '--' }, 'name'],
      [{ name: 'x'.repeat(151) }, 'name'],
      [{ lat: '27' }, 'lat'],
      [{ lat: 25.9 }, 'lat'],
      [{ lon: 89.1 }, 'lon'],
      [{ name_ne: 'x'.repeat(151) }, 'name_ne'],
      [{ landmark: 'x'.repeat(201) }, 'landmark'],
      [{ landmark_ne: 'x'.repeat(201) }, 'landmark_ne'],
    ] as const;
    const { lat, lon } = KALANKI;
    for (const [body, field] of both) {
      expectField(await add({ name: 'Balkhu', ...body }), field, body);
      const near = 'lat' in body ? { lon } : 'lon' in body ? { lat } : {};
      expectField(await api.patch(`${OWN}/${json.id}`, { ...near, ...body }, manager), field, body);
    }
    expectField(await add({ city_id: 77_777 }), 'city_id', 'an unknown city');
    for (const field of ['city_id', 'name', 'lat', 'lon'])
      expectField(await add({ name: 'Balkhu', [field]: undefined }), field, field);
    expectField(await api.patch(`${OWN}/${json.id}`, { lat }, manager), 'lon', 'lat alone');
    expectField(await api.patch(`${OWN}/${json.id}`, { lon }, manager), 'lat', 'lon alone');
  });

  it('a name twice for one owner in a city answers 409, but another owner or city may have it', async () => {
    const [balkhu] = [(await add({ name: 'Balkhu' })).json, (await add()).json];
    expectProblem(await add({ name: 'KALANKI\u200b' }), 409, 'PLACE_TAKEN');
    expectProblem(await api.patch(`${OWN}/${balkhu.id}`, { name: 'kalanki' }, manager), 409, 'PLACE_TAKEN');
    expect((await api.patch(`${OWN}/${balkhu.id}`, { name: 'BALKHU' }, manager)).json.name).to.equal('BALKHU');
    expect((await add({}, SHARED)).status).to.equal(201);
    expectProblem(await add({}, SHARED), 409, 'PLACE_TAKEN');
    expect((await add({ city_id: kathmandu.id + 1 })).status).to.equal(201);
  });

  it('a list has own and shared places by city and name, and narrows them by city and a part of either name', async () => {
    await add({ name: 'Kalanki', name_ne: 'कलंकी' });
    await add({ name: 'Balkhu', city_id: kathmandu.id + 1 });
    await add({ name: 'Gongabu' }, SHARED);
    const other = await anOperator(api.dependencies);
    await add({ name: 'Elsewhere' }, OWN, staffTokenOf('OWNER', other.id, other.operatorId));
    const rows = await named();
    expect(rows.map(({ name, shared }) => [name, shared])).to.deep.equal([
      ['Gongabu', true],
      ['Kalanki', false],
      ['Balkhu', false],
    ]);
    const names = async (query: string, path = OWN) => (await named(query, path)).map(({ name }) => name);
    expect(await names(`city_id=${kathmandu.id}`)).to.deep.equal(['Gongabu', 'Kalanki']);
    expect(await names('q=LANK')).to.deep.equal(['Kalanki']);
    expect(await names(`q=${encodeURIComponent('कलं')}`)).to.deep.equal(['Kalanki']);
    expect(await names('', SHARED)).to.deep.equal(['Gongabu']);
    expect(await names(`operator_id=${other.operatorId}`, SHARED)).to.deep.equal(['Elsewhere']);
  });

  it('nobody changes the places of another owner, but administrators remove the photos of companies', async () => {
    const shared = (await add({}, SHARED)).json;
    const own = (await add()).json;
    const photo = photoForm(await aPicture('jpeg'));
    expect((await put(`${OWN}/${own.id}/photo`, photo)).status).to.equal(200);
    const attempts = [
      [`${OWN}/${shared.id}`, manager],
      [`${SHARED}/${own.id}`, admin],
    ] as const;
    for (const [path, token] of attempts) {
      expectProblem(await api.patch(path, { name: 'x', lat: 1 }, token), 404, 'PLACE_UNKNOWN');
      expectProblem(await api.delete(path, undefined, token), 404, 'PLACE_UNKNOWN');
      expectProblem(await put(`${path}/photo`, photo, token), 404, 'PLACE_UNKNOWN');
    }
    expectProblem(await api.delete(`${OWN}/${shared.id}/photo`, undefined, manager), 404, 'PLACE_UNKNOWN');
    expect((await api.delete(`${SHARED}/${own.id}/photo`, undefined, admin)).status).to.equal(204);
    expect((await named(`operator_id=${company.operatorId}`, SHARED))[0].photo_url).to.equal(null);
    expect(await files()).to.deep.equal([]);
  });

  it('a company has at most 300 places, and the refusal does not speak of a first bus', async () => {
    for (let number = 1; number < 300; number += 1)
      await aPlace(api.dependencies, {
        operatorId: company.operatorId,
        cityId: kathmandu.id as never,
        name: `Place ${number}`,
      });
    expect((await add()).status).to.equal(201);
    const refused = await add({ name: 'Balkhu' });
    expectProblem(refused, 409, 'QUOTA');
    expect(refused.json.quota).to.deep.equal({ what: 'places', limit: 300, used: 300 });
    expect(refused.json.detail).to.equal('Your company cannot have more than 300 places.');
    expect((await add({ name: 'Balkhu' }, SHARED)).status).to.equal(201);
  });

  it('a photo is kept as two JPEGs without metadata, and removed with its files', async () => {
    const { id } = (await add()).json;
    const big = await canvas({ width: 2_000, height: 3_000 })
      .withMetadata({ exif: { IFD3: { GPSLatitude: '27/1 41/1 0/1' } } })
      .jpeg()
      .toBuffer();
    const { status, json } = await put(`${OWN}/${id}/photo`, photoForm(big));
    expect(status).to.equal(200);
    const sizes: unknown[] = [];
    for (const url of [json.photo_url, json.photo_small_url]) {
      const shown = await api.get(new URL(url).pathname);
      expect(shown.headers.get('content-type')).to.equal('image/jpeg');
      const { format, width, height, exif } = await sharp(shown.bytes).metadata();
      sizes.push([format, width, height, exif]);
    }
    expect(sizes).to.deep.equal([
      ['jpeg', 853, 1_280, undefined],
      ['jpeg', 213, 320, undefined],
    ]);

    const other = await put(`${OWN}/${id}/photo`, photoForm(await aPicture('webp')));
    expect(other.json.photo_url).not.to.equal(json.photo_url);
    expect(await files()).to.have.length(2);
    expect((await api.get(new URL(json.photo_url).pathname)).status).to.equal(404);
    for (const again of [1, 2])
      expect((await api.delete(`${OWN}/${id}/photo`, undefined, manager)).status, String(again)).to.equal(204);
    expect(await files()).to.deep.equal([]);

    await put(`${OWN}/${id}/photo`, photoForm(await aPicture('png')));
    expect(await files()).to.have.length(2);
    await api.delete(`${OWN}/${id}`, undefined, manager);
    expect(await files()).to.deep.equal([]);
  });

  it('a photo that is missing, too large or no PNG, JPEG or WebP answers 400', async () => {
    const { id } = (await add()).json;
    const path = `${OWN}/${id}/photo`;
    const png = await aPicture('png');
    const huge = await canvas({ width: 5_001, height: 5_000 }).png().toBuffer();
    for (const [form, about] of [
      [new FormData(), 'no file'],
      [photoForm(png, 'picture'), 'another field'],
      [photoForm(await aPicture('gif')), 'a GIF'],
      [photoForm(Buffer.from('<svg/>')), 'an SVG'],
      [photoForm(huge), 'over 25 megapixels'],
      [photoForm(Buffer.concat([png, Buffer.alloc(PHOTO_LIMIT_BYTES)])), 'over 4 MiB'],
    ] as const)
      expectField(await put(path, form), 'photo', about);
    expect(await files()).to.deep.equal([]);
    expect((await named())[0].photo_url).to.equal(null);
  });
});
