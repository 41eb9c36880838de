import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { aBooking, aPayment } from '../../support/bookings.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { type Known, bodyOf, formDataOf, formOf, headerValue, pathPiece, queryOf } from '../../support/hostile.ts';
import { type Answer, type Api, type Json, onEveryServer, startApi } from '../../support/http.ts';
import type { EngineName } from '../../support/test-engines.ts';
import { aNewcomer } from '../../support/office.ts';
import { aPassenger, anAdmin, anOperator } from '../../support/people.ts';
import { adminTokenOf, authenticate, staffTokenOf, tokenOf } from '../../support/plain-tokens.ts';

/** The number of requests for each operation. HOSTILE_RUNS sends more, with new seeds each time. */
const runsOn = (engine: EngineName): number => Number(process.env['HOSTILE_RUNS'] ?? (engine === 'SQLite' ? 12 : 8));
const SEED = process.env['HOSTILE_RUNS'] === undefined ? { seed: 20_261_121 } : {};

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly described: Json;
}

/** The operations of the API. The document is the same on every server. */
async function operations(): Promise<{ readonly document: Json; readonly all: readonly Operation[] }> {
  const api = await startApi();
  const { json: document } = await api.get('/api/openapi.json');
  await api.close();
  const all = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  );
  return { document, all };
}

const { document, all } = await operations();
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema({
  $id: 'document',
  ...document,
});
const pointerTo = (...steps: readonly string[]): string =>
  `document#/${steps.map((step) => encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/')}`;

/** Steps to the description of a response, which many operations share. */
function placeOf(path: string, method: string, status: number): readonly string[] {
  const own = ['paths', path, method.toLowerCase(), 'responses', String(status)];
  const shared = at(document, own)?.$ref as string | undefined;
  return shared === undefined ? own : shared.split('/').slice(1);
}

const at = (from: Json, steps: readonly string[]): Json => steps.reduce((value, step) => value?.[step], from);

/** Expects that the OpenAPI document describes the answer: its status, media type and shape. */
function expectDocumented({ method, path, described }: Operation, { status, headers, json, text }: Answer): void {
  expect(status, text).to.be.below(500);
  const place = placeOf(path, method, status);
  const response = described.responses[status] && at(document, place);
  expect(response, `${status} is not documented: ${text}`).to.be.an('object');
  expect(headers.get('x-request-id')).to.match(/^[\w.-]{8,64}$/);
  const mediaType = headers.get('content-type')?.replace(/;.*/, '');
  if (!response.content) {
    expect([mediaType, text]).to.deep.equal([undefined, '']);
    expect(headers.has('location'), 'says where to go').to.equal(status !== 204);
  } else expect(Object.keys(response.content as object).map((type) => type.replace(/;.*/, ''))).to.include(mediaType);
  if (mediaType === undefined || !/json$/.test(mediaType)) return;
  // `getSchema` compiles each schema only once.
  const isValid = ajv.getSchema(pointerTo(...place, 'content', mediaType, 'schema'))!;
  expect(isValid(json), `${text} is not as documented: ${ajv.errorsText(isValid.errors)}`).to.equal(true);
}

onEveryServer(
  'hostile requests',
  (api, engine) => {
    const runs = runsOn(engine);
    let known: Known;
    let tokens: Readonly<Record<string, readonly string[]>>;

    before(async () => {
      ({ known, tokens } = await furnish(api()));
      // Before the first feed is made, its request is 503.
      await api().useCases.makeFeed();
    });

    for (const operation of all) {
      const { method, path, described } = operation;
      const content = (described.requestBody?.content ?? {}) as Readonly<Record<string, { readonly schema: Json }>>;
      const form = content['multipart/form-data'];
      const parameters = (described.parameters ?? []) as readonly Json[];

      it(`hostile requests to ${method} ${path} get only answers that the API documentation lists`, async function () {
        this.timeout(Math.max(180_000, runs * 200));
        const office = /^\/api\/(operator|admin)\//.exec(path)?.[1] ?? 'passenger';
        const fitting = tokens[office]!;
        const requests = fc.record({
          place: path.includes('{id}')
            ? pathPiece(idsFor(path, known)).map((piece) => path.replace('{id}', piece))
            : fc.constant(path),
          query: queryOf(
            parameters.filter((parameter) => parameter.in === 'query'),
            known,
          ),
          token: fc.oneof(
            { weight: 9, arbitrary: fc.constantFrom(fitting[0], fitting[0], ...fitting) },
            { weight: 1, arbitrary: fc.constantFrom(...Object.values(tokens).flat(), undefined, 'nonsense', 'a b') },
          ),
          key: parameters.some(({ name }) => name === 'Idempotency-Key') ? fc.option(headerValue) : fc.constant(null),
          body:
            method === 'GET'
              ? fc.constant(undefined)
              : form
                ? formOf(form.schema, known)
                : bodyOf(content['application/json']?.schema ?? {}, known),
          type: fc.oneof(
            { weight: 19, arbitrary: fc.constant('application/json') },
            {
              weight: 1,
              arbitrary: fc.constantFrom(
                'text/plain',
                'application/json; charset=utf-16',
                'multipart/form-data; boundary=x',
                '',
              ),
            },
          ),
        });
        await fc.assert(
          fc.asyncProperty(requests, async ({ place, query, token, key, body, type }) => {
            expectDocumented(
              operation,
              await api().send(`${place}?${query}`, {
                method,
                headers: {
                  ...(token !== undefined && { Authorization: `Bearer ${token}` }),
                  ...(key !== null && { 'Idempotency-Key': key }),
                  ...(typeof body === 'string' && { 'Content-Type': type }),
                },
                ...(body !== undefined && { body: typeof body === 'string' ? body : formDataOf(body) }),
              }),
            );
          }),
          { numRuns: runs, ...SEED },
        );
      });
    }
  },
  { overrides: { authenticate } },
);

/** The ids to put into a path, by the segment before `{id}`: `/trips/{id}`. Small numbers if no ids are known. */
const idsFor = (path: string, known: Known): readonly unknown[] =>
  known[/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? ''] ?? [1, 2, 3, 4, 5, 6, 7];

interface Furnished {
  readonly known: Known;
  /** Tokens by role: passengers, operators, admins. */
  readonly tokens: Readonly<Record<string, readonly string[]>>;
}

/** Fills a service with people, trips and bookings of every kind. Returns their ids and tokens. */
async function furnish({ dependencies, useCases }: Api): Promise<Furnished> {
  const [asha, bikram] = [
    await aPassenger(dependencies, { email: 'asha@example.com', phone: '9812345678' }),
    await aPassenger(dependencies, { email: 'bikram@example.com' }),
  ];
  const operator = await anOperator(dependencies, { email: 'sita@example.com' });
  const stranger = await anOperator(dependencies, { email: 'hari@example.com' });
  const admin = await anAdmin(dependencies, { email: 'anil@example.com' });
  const { operatorId } = operator;
  const staff = [];
  for (let turn = 0; turn < 5; turn += 1)
    staff.push(await useCases.inviteStaff({ userId: operator.id, operatorId }, aNewcomer()));
  const trips = [
    await aTrip(dependencies, { bus: { operatorId } }),
    await aTrip(dependencies, { bus: { operatorId }, seats: 14 }),
    await aTrip(dependencies, { status: 'CANCELLED' }),
    await aTrip(dependencies, { departsAt: hoursAfter(START, -9), arrivesAt: hoursAfter(START, -2) }),
  ];
  const tripId = (await aTrip(dependencies, { seats: Array.from({ length: 12 }, (_, index) => `C${index}`) })).id;
  const bookings = [];
  for (const [index, status] of (
    ['PENDING_PAYMENT', 'CONFIRMED', 'CHECKED_IN', 'COMPLETED', 'CANCELLED', 'REFUNDED', 'EXPIRED'] as const
  ).entries()) {
    bookings.push(await aBooking(dependencies, { userId: asha.id, tripId, seats: [seat(`C${index}`)], status }));
  }
  bookings.push(
    await aBooking(dependencies, { userId: asha.id, tripId: trips[3]!.id, seats: [seat('A1')], status: 'COMPLETED' }),
    await aBooking(dependencies, { userId: bikram.id, tripId, seats: [seat('C9')] }),
  );
  const payments = [];
  for (const booking of bookings) payments.push(await aPayment(dependencies, booking));
  const emails = [
    'asha@example.com',
    'bikram@example.com',
    'sita@example.com',
    'nobody@example.com',
    ' ASHA@example.com ',
  ];
  const known: Known = {
    bookings: bookings.map(({ id }) => id),
    trips: [...trips.map(({ id }) => id), tripId],
    schedule_id: [...trips.map(({ id }) => id), tripId],
    item: ['A1', 'A2', 'B1', 'C10', 'Z9'],
    seat_number: ['A1', 'A2', 'C10'],
    seats: [1, 2, 0, 15],
    email: emails,
    identifier: [...emails, '9812345678'],
    portal: ['operator', 'admin', 'OPERATOR', 'passenger'],
    password: ['himal-2026', 'x'],
    // Only other companies may be suspended, so that the calling company never is.
    operators: [stranger.operatorId, stranger.operatorId + 1],
    staff: staff.map(({ id }) => id),
    payments,
    template: ['2x2-40', 'micro-14'],
    deck_count: [1, 2],
    deck: [1, 1, 2],
    row: [1, 2, 3],
    col: [1, 2, 3, 4],
    rows: [3, 10],
    cols: [4, 8],
    cursor: [''],
    subject: ['', 'bus:1', 'user:1'],
    q: ['', 'a', 'blue', '9812'],
    origin: ['Kathmandu', 'pokhara'],
    destination: ['Pokhara', 'KATHMANDU'],
  };
  return {
    known,
    tokens: {
      passenger: [tokenOf(asha.id), tokenOf(bikram.id)],
      operator: [
        staffTokenOf('OWNER', operator.id, operatorId),
        staffTokenOf('OWNER', stranger.id, stranger.operatorId),
        staffTokenOf('CLERK', operator.id, operatorId),
      ],
      admin: [adminTokenOf(admin.id)],
    },
  };
}
