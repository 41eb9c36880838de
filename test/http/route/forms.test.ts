import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { choice, day, sized } from '../../../adapters/http/route/fields.ts';
import { openApi } from '../../../adapters/http/route/openapi.ts';
import { uploadRoute } from '../../../adapters/http/route/route.ts';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { type Edge, startEdge } from '../../support/edge.ts';
import type { Json } from '../../support/http.ts';

const LIMIT = 1_000;
const tooLarge = () => invalidField('file', 'The file is too large.');

describe('forms with a file and fields', () => {
  let edge: Edge;
  /** The number of added forms. */
  let added = 0;

  const add = uploadRoute({
    method: 'post',
    path: '/api/papers',
    operationId: 'addPaper',
    summary: 'Add a paper',
    description: 'Exists for a test.',
    returns: 'The answer.',
    access: 'operator',
    idempotent: true,
    upload: { field: 'file', limitBytes: LIMIT, tooLarge },
    body: Type.Object({
      type: choice(['INSURANCE', 'FITNESS']),
      number: sized({ max: 60 }),
      valid_until: Type.Optional(day()),
    }),
    status: 201,
    response: Type.Unsafe<unknown>({}),
    handle: async ({ body, upload }) => {
      if (!upload) throw invalidField('file', 'Choose a file.');
      added += 1;
      return { ...body, name: upload.fileName, size: upload.content.length, turn: added };
    },
  });

  before(async () => {
    edge = await startEdge({ routes: [add] });
  });
  after(() => edge.close());

  type Fields = Readonly<Record<string, string>>;
  const GOOD: Fields = { type: 'INSURANCE', number: 'N-1' };

  function formOf(fields: Fields = GOOD, content: string | undefined = 'abc', fileName = 'insurance.pdf'): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([content]), fileName);
    return form;
  }
  const send = (body: FormData, headers: Fields = {}) =>
    edge.send('/api/papers', { method: 'POST', body, headers: { Authorization: 'Bearer operator', ...headers } });
  const faults = async (body: FormData) => {
    const { status, json } = await send(body);
    expect([status, json.code]).to.deep.equal([400, 'VALIDATION']);
    return (json.errors as readonly { field: string }[]).map(({ field }) => field);
  };

  it('an uploaded form’s handler gets the validated fields, the file and the file’s name', async () => {
    const { status, json } = await send(formOf({ ...GOOD, number: ' Cafe\u0301 ', valid_until: '2027-01-31', x: 'y' }));
    expect(status).to.equal(201);
    expect(json).to.include({ type: 'INSURANCE', number: 'Caf\u00e9', valid_until: '2027-01-31', size: 3 });
    expect(json.name).to.equal('insurance.pdf');
  });

  it('an uploaded file’s name may be in any script, and loses its folder names', async () => {
    expect((await send(formOf(GOOD, 'abc', 'बीमा "१".pdf'))).json.name).to.equal('बीमा "१".pdf');
    expect((await send(formOf(GOOD, 'abc', '../../etc/passwd'))).json.name).to.equal('passwd');
  });

  it('an uploaded form with missing or wrong fields is refused, and the answer names them all', async () => {
    expect(await faults(formOf({}))).to.deep.equal(['type', 'number']);
    expect(await faults(formOf({ type: 'OTHER', number: 'x'.repeat(61), valid_until: '2026-02-30' }))).to.have.members([
      'type',
      'number',
      'valid_until',
    ]);
    expect(await faults(formOf({ ...GOOD, number: 'x'.repeat(20_000) }))).to.deep.equal(['number']);
    const twice = formOf();
    twice.append('number', 'N-2');
    expect(await faults(twice)).to.deep.equal(['number']);
  });

  it('an uploaded form’s empty fields count as missing', async () => {
    expect((await send(formOf({ ...GOOD, valid_until: '' }))).json).not.to.have.property('valid_until');
    expect(await faults(formOf({ ...GOOD, number: '' }))).to.deep.equal(['number']);
  });

  it('an uploaded form is refused if its file is missing, too large or in a wrong field', async () => {
    const none = new FormData();
    none.append('type', 'INSURANCE');
    none.append('number', 'N-1');
    expect(await faults(none)).to.deep.equal(['file']);
    expect((await send(formOf(GOOD, 'x'.repeat(LIMIT)))).status).to.equal(201);
    for (const size of [LIMIT + 1, LIMIT + 70_000, 500_000])
      expect(await faults(formOf({}, 'x'.repeat(size))), String(size)).to.deep.equal(['file']);
    const elsewhere = formOf();
    elsewhere.append('other', new Blob(['abc']), 'b.pdf');
    expect(await faults(elsewhere)).to.deep.equal(['file']);
  });

  it('an uploaded form ignores field names such as __proto__ that are special to JavaScript', async () => {
    const odd = { '__proto__[x]': 'a', constructor: 'b', 'prototype[y]': 'c', 'a[b][c]': 'd' };
    expect((await send(formOf({ ...GOOD, ...odd }))).json).to.include({ type: 'INSURANCE', number: 'N-1' });
    expect(await faults(formOf({ type: 'INSURANCE', 'number[0]': 'N-1' }))).to.deep.equal(['number']);
    const { status, json } = await send(formOf({ ...GOOD, 'a[99999999]': 'x' }));
    expect([status, json.code]).to.deep.equal([400, 'MALFORMED_BODY']);
  });

  describe('forms with an Idempotency-Key', () => {
    const keyed = async (key: string, body: FormData) => {
      const { status, json, headers } = await send(body, { 'Idempotency-Key': key });
      return { status, json, isReplay: headers.get('idempotency-replayed') === 'true' };
    };

    it('an uploaded form that is sent twice under one Idempotency-Key takes effect once, whatever its multipart boundary', async () => {
      const before = added;
      const first = await keyed('one', formOf());
      expect(await keyed('one', formOf())).to.deep.equal({ ...first, isReplay: true });
      expect([first.status, first.isReplay, added - before]).to.deep.equal([201, false, 1]);
    });

    it('an uploaded form that differs from the first in any part is refused under the same Idempotency-Key', async () => {
      await keyed('two', formOf());
      for (const other of [
        formOf({ ...GOOD, number: 'N-2' }),
        formOf(GOOD, 'abd'),
        formOf(GOOD, 'abc', 'other.pdf'),
        formOf({ ...GOOD, more: 'x' }),
      ])
        expect((await keyed('two', other)).json.code).to.equal('IDEMPOTENCY_KEY_REUSED');
    });

    it('an invalid or unreadable uploaded form does not use up its Idempotency-Key', async () => {
      const bad = () => formOf({ type: 'INSURANCE' });
      for (const time of ['once', 'again'])
        expect(await keyed('three', bad()), time).to.include({ status: 400, isReplay: false });
      expect(await keyed('three', formOf())).to.include({ status: 201, isReplay: false });
      expect((await keyed('four', formOf(GOOD, 'x'.repeat(LIMIT + 1)))).status).to.equal(400);
      expect(await keyed('four', formOf())).to.include({ status: 201, isReplay: false });
    });
  });

  it('an uploaded form is documented in OpenAPI with its fields and its required file', () => {
    const operation = (openApi({ version: '1', baseUrl: 'http://localhost', routes: [add] }) as Json).paths[
      '/api/papers'
    ].post;
    const { required, properties } = operation.requestBody.content['multipart/form-data'].schema;
    expect(required).to.deep.equal(['type', 'number', 'file']);
    expect(Object.keys(properties)).to.deep.equal(['type', 'number', 'valid_until', 'file']);
    expect(operation.responses).to.include.keys('201', '422', '503');
  });
});
