import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import {
  choice,
  day,
  decimal,
  matching,
  orNull,
  sized,
  sizedLines,
  whole,
} from '../../../adapters/http/route/fields.ts';
import { openApi } from '../../../adapters/http/route/openapi.ts';
import { route } from '../../../adapters/http/route/route.ts';
import { type Edge, startEdge } from '../../support/edge.ts';
import type { Json } from '../../support/http.ts';

const place = Type.Object({ row: whole({ minimum: 1, maximum: 40 }), label: sized({ max: 3 }) });

const change = route({
  method: 'patch',
  path: '/api/thing',
  operationId: 'changeThing',
  summary: 'Change',
  description: 'Exists for a test.',
  returns: 'The answer.',
  access: 'public',
  body: Type.Partial(
    Type.Object({
      name: sized({ max: 5 }),
      code: sized({ min: 2, max: 4 }),
      note: orNull(sizedLines({ max: 10 })),
      pan_no: orNull(matching(/^[0-9]{9}$/, '9 digits')),
      kind: choice(['BUS', 'CAR']),
      colour: orNull(choice(['RED', 'BLUE'])),
      from: day(),
      until: orNull(day()),
      rate: orNull(decimal({ minimum: 0, maximum: 100 })),
      fare: decimal({ minimum: 0.01, maximum: 100_000 }),
      seats: whole({ minimum: 1, maximum: 999 }),
      places: Type.Array(place, { minItems: 1, maxItems: 2 }),
      map: orNull(Type.Object({ places: Type.Array(place) })),
    }),
  ),
  status: 200,
  response: Type.Unsafe<unknown>({}),
  handle: async ({ body }) => body,
});

describe('bodies of PATCH', () => {
  let edge: Edge;

  before(async () => {
    edge = await startEdge({ routes: [change] });
  });
  after(() => edge.close());

  const read = async (body: unknown) => {
    const { status, json, text } = await edge.patch('/api/thing', body);
    expect(status, text).to.equal(200);
    return json;
  };
  const faults = async (body: unknown) => {
    const { status, json } = await edge.patch('/api/thing', body);
    expect([status, json.code], JSON.stringify(body)).to.deep.equal([400, 'VALIDATION']);
    return (json.errors as readonly { field: string; message: string }[]).map(
      ({ field, message }) => `${field} ${message}`,
    );
  };

  it('a PATCH distinguishes a missing field from null', async () => {
    expect(await read({})).to.deep.equal({});
    expect(await read({ note: null, pan_no: null, colour: null, until: null, rate: null, map: null })).to.deep.equal({
      note: null,
      pan_no: null,
      colour: null,
      until: null,
      rate: null,
      map: null,
    });
  });

  it('a PATCH refuses null for a field that must have a value', async () => {
    expect(await faults({ name: null, kind: null, from: null, fare: null, seats: null, places: null })).to.have.members(
      [
        'name must be text',
        'kind must be text',
        'from must be text',
        'fare must be a number',
        'seats must be a whole number',
        'places must be a list',
      ],
    );
  });

  it('a PATCH trims and normalises text like other routes', async () => {
    expect(await read({ name: ' Cafe\u0301 ', code: 42, kind: ' BUS ', note: 'a\r\nb' })).to.deep.equal({
      name: 'Caf\u00e9',
      code: '42',
      kind: 'BUS',
      note: 'a\nb',
    });
    expect(await faults({ name: ['a'], note: {}, code: 'a\0', kind: [] })).to.have.members([
      'name must be text',
      'note must be text',
      'code must not contain control characters',
      'kind must be text',
    ]);
  });

  it('a PATCH measures a text’s length in characters, not in UTF-16 units, and after trimming', async () => {
    expect(await read({ name: ' 🚌🚌🚌🚌🚌 ' })).to.deep.equal({ name: '🚌🚌🚌🚌🚌' });
    expect(await faults({ name: 'abcdef', code: 'a' })).to.deep.equal([
      'name must have at most 5 characters',
      'code must have at least 2 characters',
    ]);
    expect(await faults({ name: '  ' })).to.deep.equal(['name must not be empty']);
    expect(await faults({ note: '' })).to.deep.equal(['note must not be empty']);
  });

  it('a PATCH checks its fields’ patterns, enums and days', async () => {
    expect(await read({ pan_no: 123456789, colour: 'RED', from: '2028-02-29', until: '2026-11-20' })).to.deep.equal({
      pan_no: '123456789',
      colour: 'RED',
      from: '2028-02-29',
      until: '2026-11-20',
    });
    expect(await faults({ pan_no: '12345678', kind: 'bus', colour: '', from: '2026-02-30' })).to.deep.equal([
      'pan_no must be 9 digits',
      'kind must be one of BUS, CAR',
      'colour must be one of RED, BLUE',
      'from must be a day as YYYY-MM-DD',
    ]);
    for (const until of ['2026-11-20T00:00:00Z', '20261120', '0000-01-01', '٢٠٢٦-١١-٢٠', 20261120])
      expect(await faults({ until }), String(until)).to.deep.equal(['until must be a day as YYYY-MM-DD']);
  });

  it('a PATCH accepts numbers within their bounds and with at most two decimals', async () => {
    for (const rate of [0, 100, 7.5, 0.07, 33.35, 1.1, 99.99]) expect(await read({ rate })).to.deep.equal({ rate });
    expect(await faults({ rate: 0.001 })).to.deep.equal(['rate must have at most 2 decimals']);
    expect(await faults({ rate: 100.01, fare: 0 })).to.deep.equal([
      'rate must be at most 100',
      'fare must be at least 0.01',
    ]);
    expect(await faults({ rate: '7.5', fare: true, seats: 1.5 })).to.deep.equal([
      'rate must be a number or null',
      'fare must be a number',
      'seats must be a whole number',
    ]);
    expect(await faults('{"fare": 1e999, "seats": 1e999}')).to.include('fare must be a number');
    expect(await faults({ seats: 1000 })).to.deep.equal(['seats must be at most 999']);
  });

  it('a PATCH names a wrong item of a list by its index', async () => {
    expect(
      await faults({
        places: [
          { row: 1, label: 'A1' },
          { row: 41, label: '' },
        ],
      }),
    ).to.deep.equal(['places[1].row must be at most 40', 'places[1].label must not be empty']);
    expect(await faults({ map: { places: [{}] } })).to.deep.equal([
      'map.places[0].row is required',
      'map.places[0].label is required',
    ]);
    expect(await faults({ map: 7 })).to.deep.equal(['map must be an object or null']);
    expect(await faults({ places: [] })).to.deep.equal(['places must have at least 1 entries']);
  });

  it('a PATCH ignores unknown fields', async () => {
    expect(await read({ name: 'a', Name: 3, id: 7, 'x.y': [], __proto__: 1 })).to.include({ name: 'a' });
  });

  it('a PATCH is documented with the lengths, patterns, enums and bounds of its fields', () => {
    const { properties, required } = (openApi({ version: '1', baseUrl: 'http://localhost', routes: [change] }) as Json)
      .paths['/api/thing'].patch.requestBody.content['application/json'].schema;
    expect(required).to.equal(undefined);
    expect(properties.name).to.deep.equal({ type: 'string', minLength: 1, maxLength: 5 });
    expect(properties.pan_no).to.deep.equal({ type: ['string', 'null'], pattern: '^[0-9]{9}$' });
    expect(properties.kind).to.deep.equal({ type: 'string', enum: ['BUS', 'CAR'] });
    expect(properties.colour).to.deep.equal({ type: ['string', 'null'], enum: ['RED', 'BLUE', null] });
    expect(properties.until).to.deep.equal({ type: ['string', 'null'], format: 'date' });
    expect([properties.map.type, properties.map.required]).to.deep.equal([['object', 'null'], ['places']]);
    expect(properties.rate).to.deep.equal({ type: ['number', 'null'], minimum: 0, maximum: 100, multipleOf: 0.01 });
  });
});
