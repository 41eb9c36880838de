import type { TObject, TSchema } from '@sinclair/typebox';
import { documentedProblems } from './problem-codes.ts';
import type { Extra, Route } from './route.ts';

/** JSON as it is printed. */
type Printed = { [key: string]: unknown };

interface Subject {
  readonly version: string;
  /** Where the service is reached. */
  readonly baseUrl: string;
  readonly routes: readonly Route[];
  readonly extras?: readonly Extra[];
}

const ABOUT = `Search buses, hold seats, book, pay, cancel, ride and rate.

**Signing in.** Send the access token of a sign-in as \`Authorization: Bearer <token>\`. When it has run out, exchange the refresh token for a new pair.

**Errors** are problem details (RFC 9457): \`code\` is stable and for programs, \`detail\` is for people. A validation error lists the fields in \`errors\`.

**Texts** are trimmed and normalised; a number or boolean in the place of a text is read as one. A missing text is an empty one.

**Moments** are ISO 8601 in UTC, **amounts** are NPR with at most two decimals.`;

const TAGS: readonly (readonly [RegExp, string, string])[] = [
  [/^\/api\/auth\//, 'Sessions and portals', 'Operators and administrators sign in here; sessions of everybody live here.'],
  [/^\/api\/passenger\//, 'Passenger account', 'Registration, sign-in and profile of passengers.'],
  [/^\/api\/(cities|trips(?!.*\/seats))/, 'Trips', 'What runs where and when. Open to everybody.'],
  [/^\/api\/trips\/:id\/seats/, 'Seats', 'The map of a trip, and holding seats on it.'],
  [/^\/api\/bookings/, 'Bookings', 'From the booking to the rating.'],
  [/^\/api\/payments\//, 'Payment gateway', 'Where the gateway sends browsers back to.'],
  [/^/, 'Service', 'For those who run it.'],
];

const tagOf = ({ path }: { readonly path: string }): string => TAGS.find(([pattern]) => pattern.test(path))?.[1] ?? 'Service';

/** Prints the routes as an OpenAPI 3.1 document: the very schemas that check requests and write answers. */
export function openApi({ version, baseUrl, routes, extras = [] }: Subject): Printed {
  const schemas: Printed = { Problem: PROBLEM };
  const print = (schema: TSchema): Printed => printed(schema, schemas);
  const paths: Record<string, Printed> = {};
  const used = new Set<string>();
  const add = (at: { readonly method: string; readonly path: string }, operation: Printed): void => {
    const tag = tagOf(at);
    used.add(tag);
    const path = at.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [at.method]: { tags: [tag], operationId: operationId(at), ...operation } };
  };
  for (const route of routes) add(route, operationOf(route, print));
  for (const { describes, ...extra } of extras) if (describes) add(extra, extraOf(describes, print));

  return {
    openapi: '3.1.0',
    info: { title: 'Bus tickets', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: baseUrl }],
    tags: TAGS.filter(([, name]) => used.has(name)).map(([, name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a sign-in.' } },
      headers: HEADERS,
      schemas,
    },
  };
}

const operationId = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  method + path.replace(/^\/api/, '').replace(/[^A-Za-z]+([A-Za-z])/g, (_, letter: string) => letter.toUpperCase()).replace(/[^A-Za-z]/g, '');

type Print = (schema: TSchema) => Printed;

function operationOf(route: Route, print: Print): Printed {
  const { summary, description, access } = route;
  const parameters = [...parametersOf('path', route.params, print), ...parametersOf('query', route.query, print), ...(route.idempotent ? [IDEMPOTENCY_KEY] : [])];
  const content = requestContent(route, print);
  return {
    summary,
    ...(description !== undefined && { description }),
    security: access === 'public' ? [] : access === 'optional' ? [{}, { accessToken: [] }] : [{ accessToken: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { content, ...(Object.values(content).some(isDemanding) && { required: true }) } }),
    responses: { ...successOf(route, print), ...problemsOf(route) },
  };
}

const isDemanding = (media: unknown): boolean => ((media as { schema: { required?: readonly string[] } }).schema.required ?? []).length > 0;

const IDEMPOTENCY_KEY: Printed = {
  name: 'Idempotency-Key', in: 'header', required: false,
  description: 'Chosen by the caller, new for each new request. Within 24 hours the same request with the same key has one effect: its first answer is repeated.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  example: '7d9f3f0e-5c9b-4e39-9d86-0a4d4b9a1c55',
};

const parametersOf = (place: 'path' | 'query', { properties, required = [] }: TObject, print: Print): readonly Printed[] =>
  Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...schema } = print(property);
    const [example] = (examples ?? []) as readonly unknown[];
    const needed = place === 'path' || (required.includes(name) && property['default'] === undefined) || property['needed'] === true;
    return { name, in: place, required: needed, ...(description !== undefined && { description }), schema, ...(example !== undefined && { example }) };
  });

function requestContent({ body, upload }: Route, print: Print): Printed | undefined {
  if (upload) return { 'multipart/form-data': { schema: { type: 'object', required: [upload.field], properties: { [upload.field]: { type: 'string', contentMediaType: 'application/octet-stream' } } } } };
  return body && Object.keys(body.properties).length > 0 ? { 'application/json': { schema: print(body) } } : undefined;
}

const header = (description: string): Printed => ({ description, schema: { type: 'string' } });
const HEADERS = {
  'X-Request-Id': header('Names this request, in the log too.'),
  'Idempotency-Replayed': header('`true` when this is the first answer, repeated.'),
  'WWW-Authenticate': header('`Bearer`.'),
  'Retry-After': header('Seconds to wait.'),
};
const referTo = (...names: readonly (keyof typeof HEADERS)[]): Printed => Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const commonHeaders = (idempotent = false): Printed => referTo('X-Request-Id', ...(idempotent ? ['Idempotency-Replayed' as const] : []));

function successOf({ sends, idempotent }: Route, print: Print): Printed {
  const headers = commonHeaders(idempotent);
  switch (sends.kind) {
    case 'json':
      return { [sends.status]: { description: sends.status === 201 ? 'Created.' : 'Done.', headers, content: { 'application/json': { schema: print(sends.answer) } } } };
    case 'redirect':
      return { 302: { description: 'The browser is sent on, whatever the outcome.', headers: { ...headers, Location: header('Where to.') } } };
    case 'file':
      return { 200: {
        description: 'The file.', headers: { ...headers, 'Content-Disposition': header('Its name.') },
        content: { [sends.mediaType]: { schema: { type: 'string', contentMediaType: sends.mediaType } } },
      } };
  }
}

const PROBLEM: Printed = {
  title: 'Problem',
  description: 'Problem details (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', description: 'The status in words.', examples: ['Conflict'] },
    status: { type: 'integer', examples: [409] },
    code: { type: 'string', description: 'Stable: for programs.', examples: ['SEAT_SELECTION_EXPIRED'] },
    detail: { type: 'string', description: 'For people.' },
    errors: {
      description: 'Of a validation error: the fields concerned.',
      type: 'array',
      items: { type: 'object', required: ['field', 'message'], properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
};

const problemsOf = (route: Route): Printed =>
  Object.fromEntries(documentedProblems(route).map(({ status, title, codes }) => [status, {
    description: `${title}: ${codes.map((code) => `\`${code}\``).join(', ') || 'see `code`'}.`,
    headers: { ...commonHeaders(route.idempotent), ...(status === 401 && referTo('WWW-Authenticate')), ...([429, 503].includes(status) && referTo('Retry-After')) },
    content: { 'application/problem+json': {
      schema: codes.length > 0 ? { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] } : { $ref: '#/components/schemas/Problem' },
      example: exampleOf(status, title, codes[0] ?? 'CODE'),
    } },
  }]));

const exampleOf = (status: number, title: string, code: string): Printed => ({
  type: 'about:blank', title, status, code, detail: 'What went wrong and what to do about it, in a sentence for people.',
  ...(code === 'VALIDATION' && { errors: [{ field: 'email', message: 'must be text' }] }),
});

const extraOf = ({ summary, description, answers }: NonNullable<Extra['describes']>, print: Print): Printed => ({
  summary,
  ...(description !== undefined && { description }),
  security: [],
  responses: Object.fromEntries(Object.entries(answers).map(([status, answer]) =>
    [status, { description: answer.description, headers: commonHeaders(), content: { [answer.mediaType]: { schema: answer.schema ? print(answer.schema) : { type: 'string' } } } }])),
});

/** Keywords that only this service knows. */
const INTERNAL = new Set(['text', 'needed', 'shown']);

/**
 * A schema as readers should see it. Texts are strings, though numbers are taken for them too; what has a default need not be sent,
 * unless it is needed; what is judged later, in the order of the rules, says itself how it is shown;
 * an object with a title is printed once and referred to.
 */
function printed(schema: TSchema, shared: Printed): Printed {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    return typeof value === 'object' && value !== null ? node(value as Printed) : value;
  };
  const node = (given: Printed): Printed => {
    const plain = Object.fromEntries(Object.entries(given).filter(([key]) => !INTERNAL.has(key)).map(([key, value]) => [key, key === 'default' || key === 'examples' ? value : walk(value)]));
    Object.assign(plain, given['shown']);
    if (given['text'] !== undefined) {
      plain['type'] = 'string';
      if (plain['default'] === '') delete plain['default'];
    }
    if (given['type'] !== 'object') return plain;
    plain['required'] = requiredOf(given);
    if ((plain['required'] as readonly string[]).length === 0) delete plain['required'];
    if (typeof given['title'] !== 'string') return plain;
    shared[given['title']] = plain;
    return { $ref: `#/components/schemas/${given['title']}` };
  };
  return node(schema);
}

function requiredOf({ properties = {}, required = [] }: { readonly properties?: Record<string, Printed>; readonly required?: readonly string[] }): readonly string[] {
  return Object.entries(properties)
    .filter(([name, property]) => property['needed'] === true || (required.includes(name) && property['default'] === undefined))
    .map(([name]) => name);
}
