import { Type } from '@sinclair/typebox';
import { expect } from 'chai';
import { signedStrings } from '../../../adapters/crypto/signed-strings.ts';
import { id, sized } from '../../../adapters/http/route/fields.ts';
import { listRoute, substring } from '../../../adapters/http/route/list-route.ts';
import { type Method, type Route, fileRoute, route, uploadRoute } from '../../../adapters/http/route/route.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import type { Position } from '../../../core/kernel/page.ts';
import { invalidField, refusal } from '../../../core/kernel/refusal.ts';
import { type Edge, startEdge } from '../../support/edge.ts';

const thingUnknown = refusal('absent', 'THING_UNKNOWN', 'Thing not found.');
const busUnknown = refusal('absent', 'BUS_UNKNOWN', 'Bus not found.');
const thingTaken = refusal('conflict', 'THING_TAKEN', 'Somebody else has it.');

const [THERE, OTHER_BUS, TAKEN] = [1, '404', '409'];

const common = {
  summary: 'A thing',
  description: 'Exists for a test.',
  returns: 'The answer.',
  access: 'manager',
  params: Type.Object({ id: id() }),
  exists: async ({ params }: { readonly params: { readonly id: number } }) => {
    if (params.id !== THERE) throw thingUnknown();
  },
} as const;

/** Throws the refusals that a use case decides after the request has been parsed. */
function decide(label: string): void {
  if (label === OTHER_BUS) throw busUnknown();
  if (label === TAKEN) throw thingTaken();
}

const labelled = Type.Object({ label: sized({ max: 9 }) });
const jsonRoute = (method: Method): Route =>
  route({
    ...common,
    method,
    path: '/api/things/:id',
    operationId: `${method}Thing`,
    idempotent: method === 'post',
    body: labelled,
    status: 200,
    response: labelled,
    handle: async ({ body }) => {
      decide(body.label);
      return body;
    },
  });

const routes: readonly Route[] = [
  jsonRoute('post'),
  jsonRoute('put'),
  jsonRoute('patch'),
  route({
    ...common,
    method: 'delete',
    path: '/api/things/:id',
    operationId: 'deleteThing',
    query: labelled,
    status: 204,
    handle: async ({ query }) => decide(query.label),
  }),
  uploadRoute({
    ...common,
    method: 'post',
    path: '/api/things/:id/papers',
    operationId: 'addPaper',
    idempotent: true,
    upload: { field: 'file', limitBytes: 10, tooLarge: () => invalidField('file', 'Too large.') },
    body: labelled,
    status: 201,
    response: labelled,
    handle: async ({ body }) => {
      decide(body.label);
      return body;
    },
  }),
  fileRoute({
    ...common,
    method: 'get',
    path: '/api/things/:id/file',
    operationId: 'downloadThing',
    query: labelled,
    mediaTypes: ['text/plain'],
    handle: async ({ query }) => {
      decide(query.label);
      return { content: Buffer.from('abc'), fileName: 'a.txt', mediaType: 'text/plain' };
    },
  }),
  listRoute(
    {
      cursors: signedStrings<{ readonly position: Position }>('thirty-two letters are long enough', 'cursor'),
      calendar: calendarOf('Asia/Kathmandu'),
    },
    {
      ...common,
      path: '/api/things/:id/parts',
      operationId: 'listParts',
      filters: { label: substring('A label.') },
      item: labelled,
      list: async ({ given }) => {
        decide(given.label ?? '');
        return { rows: [], next: undefined };
      },
      toItem: (row: { readonly label: string }) => row,
    },
  ),
];

/** Makes a valid request that sends `label` as a form, as JSON or in the query, whichever the route expects. */
function request(
  { upload, body }: Route,
  label: string,
): { readonly query: string; readonly body?: FormData | string } {
  if (upload) {
    const form = new FormData();
    form.append('label', label);
    form.append('file', new Blob(['abc']), 'a.txt');
    return { query: '', body: form };
  }
  return body ? { query: '', body: JSON.stringify({ label }) } : { query: `?label=${label}` };
}

/** A text that is longer than any field allows. */
const BAD = 'x'.repeat(101);

describe('the order of refusals', () => {
  let edge: Edge;

  before(async () => {
    edge = await startEdge({ routes });
  });
  after(() => edge.close());

  for (const one of routes) {
    const ask = async (token: string | undefined, thing: string | number, label: string) => {
      const { query, body } = request(one, label);
      const { status, json } = await edge.send(`${one.path.replace(':id', String(thing)).replace(':n', '0')}${query}`, {
        method: one.method.toUpperCase(),
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      return (json as { readonly code?: string } | undefined)?.code ?? status;
    };

    describe(`refusals of ${one.operationId}`, () => {
      it(`${one.operationId} checks in order: caller, permission, path, fields, ids in the fields, state`, async () => {
        // Each request also has all faults that are checked later.
        expect(await ask(undefined, 'none', BAD)).to.equal('TOKEN_MISSING');
        expect(await ask('nonsense', 'none', BAD)).to.equal('TOKEN_INVALID');
        expect(await ask('passenger', 'none', BAD)).to.equal('WRONG_ROLE');
        expect(await ask('suspended-clerk', 'none', BAD)).to.equal('POSITION_TOO_LOW');
        expect(await ask('suspended-manager', 'none', BAD)).to.equal(
          one.method === 'get' ? 'NOT_FOUND' : 'COMPANY_SUSPENDED',
        );
        expect(await ask('manager', 'none', BAD)).to.equal('NOT_FOUND');
        expect(await ask('manager', 2, BAD)).to.equal('THING_UNKNOWN');
        expect(await ask('manager', THERE, BAD)).to.equal('VALIDATION');
        expect(await ask('manager', THERE, OTHER_BUS)).to.equal('BUS_UNKNOWN');
        expect(await ask('manager', THERE, TAKEN)).to.equal('THING_TAKEN');
        expect(await ask('owner', THERE, 'fine')).to.be.oneOf([200, 201, 204]);
      });

      it(`${one.operationId} answers 404 for an unknown id in the path before it checks the request`, async () => {
        const { query } = request(one, 'fine');
        const garbled = async (thing: number) =>
          (
            await edge.send(
              `${one.path.replace(':id', String(thing)).replace(':n', '0')}${query === '' ? '?' : `${query}&`}a=1&a=2`,
              {
                method: one.method.toUpperCase(),
                headers: {
                  Authorization: 'Bearer manager',
                  'Idempotency-Key': 'k'.repeat(256),
                  ...(one.method !== 'get' && { 'Content-Type': 'text/plain' }),
                },
                ...(one.method !== 'get' && { body: '{' }),
              },
            )
          ).json.code;
        expect(await garbled(2)).to.equal('THING_UNKNOWN');
        expect(await garbled(THERE)).to.equal('VALIDATION');
      });
    });
  }
});
