import type { TObject, TSchema } from '@sinclair/typebox';
import { type Access, ruleOf } from './access.ts';
import { explainedCodes } from './problem-sentences.ts';
import {
  commonHeaders,
  HEADERS,
  httpProblem,
  HTTP_PROBLEMS,
  PROBLEM,
  problemsOf,
  shareProblems,
  successOf,
} from './openapi-responses.ts';
import { type Print, type Printed, printSchema } from './openapi-schemas.ts';
import { TAGS, tagOf } from './openapi-tags.ts';
import type { PlainRoute, Route, UploadRule } from './route.ts';

interface Subject {
  readonly version: string;
  /** The URL at which callers reach the service. */
  readonly baseUrl: string;
  readonly routes: readonly Route[];
  readonly plainRoutes?: readonly PlainRoute[];
  /** The requests that the service sends to the addresses of others. */
  readonly webhooks?: readonly Webhook[];
}

/** A request that the service sends. */
interface Webhook {
  readonly name: string;
  readonly summary: string;
  readonly headers: TObject;
  readonly body: TObject;
}

const ABOUT = `This service lets you search buses, hold seats, book, pay, cancel, ride and rate. It also lets you run a bus company, and the platform.

**Signing in.** Send the access token of a sign-in as \`Authorization: Bearer <token>\`. When it has run out, exchange the refresh token for a new pair. Programs of agents send their API key in the same header, under \`/api/agent\` only; they need no sign-in.

**Errors** are problem details (RFC 9457): \`code\` is stable and for programs, \`detail\` is for people. A validation error lists the fields in \`errors\`.

**Texts** are trimmed and normalised; a number or boolean where a text belongs is read as text. A missing text is the empty one, where that is long enough.

**Changes** (PATCH) concern the fields that are sent; null clears what may be null. **Long lists** come page by page: send \`next_cursor\` back as \`cursor\`.

**Moments** are ISO 8601 in UTC, **amounts** are NPR with at most two decimals.`;

/** Prints the routes as an OpenAPI 3.1 document, from the same schemas that check requests and write responses. */
export function openApi({ version, baseUrl, routes, plainRoutes = [], webhooks = [] }: Subject): Printed {
  const schemas: Printed = { Problem: PROBLEM };
  const print = (schema: TSchema): Printed => printSchema(schema, schemas);
  const paths: Record<string, Printed> = {};
  const securitySchemes: Printed = {
    accessToken: bearer('Is the access token that a sign-in has answered.', 'JWT'),
    agentKey: bearer('Is the API key of an agent, which begins with `bt_live_`, or with `bt_test_` in a sandbox.'),
  };
  const used = new Set<string>();
  const add = (at: { readonly method: string; readonly path: string }, operation: Printed): void => {
    const tag = tagOf(at);
    used.add(tag);
    const path = at.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [at.method]: { tags: [tag], ...operation } };
  };
  for (const route of routes) add(route, operationOf(route, print));
  for (const { describes, ...plain } of plainRoutes) {
    if (!describes) continue;
    add(plain, plainOperationOf(describes, print));
    if (describes.token) securitySchemes[describes.token.name] = bearer(describes.token.description);
  }
  const sent = Object.fromEntries(webhooks.map((webhook) => [webhook.name, { post: webhookOf(webhook, print) }]));

  return {
    openapi: '3.1.0',
    'x-problems': explainedCodes(routes),
    info: {
      title: 'Bus tickets',
      version,
      description: ABOUT,
      contact: { name: 'Support', url: `${baseUrl}/contact` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl(baseUrl) }],
    tags: TAGS.filter(([, name]) => used.has(name) || (name === 'Webhooks' && webhooks.length > 0)).map(
      ([, name, description]) => ({ name, description }),
    ),
    ...shareProblems(paths, { securitySchemes, headers: HEADERS, schemas }),
    ...(webhooks.length > 0 && { webhooks: sent }),
  };
}

/** The ways in which a caller may identify itself. An agent's program sends a key in place of an access token. */
function securityOf(access: Access): readonly Printed[] {
  const { token, agents } = ruleOf(access);
  return [...SECURITY[token], ...(agents && agents.scopes.length > 0 ? [{ agentKey: [] }] : [])];
}
/** A request that the service sends. Any status of success ends its delivery. */
const webhookOf = ({ summary, headers, body }: Webhook, print: Print): Printed => ({
  tags: ['Webhooks'],
  summary,
  security: [],
  parameters: parametersOf('header', headers, print),
  requestBody: { required: true, content: { 'application/json': { schema: print(body) } } },
  responses: {
    '2XX': { description: 'The event has arrived. The rest of the answer is thrown away.' },
    410: { description: 'The address is gone. The webhook is switched off.' },
    default: { description: 'The event has not arrived, and is sent again later.' },
  },
});

const bearer = (description: string, bearerFormat?: string): Printed => ({
  type: 'http',
  scheme: 'bearer',
  ...(bearerFormat !== undefined && { bearerFormat }),
  description,
});

/**
 * The URL of the service in the document. An absolute URL also works for a client that is generated from a copy of the
 * document. A URL at `localhost` is relative instead, because that name means another machine for every reader.
 */
function serverUrl(baseUrl: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  return hostname === 'localhost' ? pathname : baseUrl;
}

function operationOf(route: Route, print: Print): Printed {
  const { operationId, summary, description, access } = route;
  const parameters = [
    ...parametersOf('path', route.params, print),
    ...parametersOf('query', route.query, print),
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(route.tagged && route.method !== 'get' ? [IF_MATCH] : []),
    ...(route.tagged && route.method === 'get' ? [IF_NONE_MATCH] : []),
  ];
  const content = requestContent(route, print);
  return {
    operationId,
    summary,
    description,
    ...(route.deprecated && !route.deprecated.fields && { deprecated: true }),
    security: securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...(content && {
      requestBody: { content, ...(Object.values(content).some(hasRequiredFields) && { required: true }) },
    }),
    responses: {
      ...successOf(route, print),
      ...problemsOf(route),
      ...(route.otherwise !== undefined && HTTP_PROBLEMS),
    },
  };
}

const plainOperationOf = (
  { operationId, summary, description, responses, token }: NonNullable<PlainRoute['describes']>,
  print: Print,
): Printed => ({
  operationId,
  summary,
  description,
  security: token ? [{}, { [token.name]: [] }] : [],
  responses: {
    ...Object.fromEntries(
      Object.entries(responses).map(([status, { description: meaning, mediaType, schema }]) => [
        status,
        mediaType === undefined
          ? httpProblem(meaning, Number(status))
          : {
              description: meaning,
              headers: commonHeaders(),
              content: { [mediaType]: { schema: schema ? print(schema) : { type: 'string' } } },
            },
      ]),
    ),
    ...HTTP_PROBLEMS,
  },
});

/** Security schemes of the OpenAPI document, by how a route treats an access token. */
const SECURITY = {
  ignored: [],
  optional: [{}, { accessToken: [] }],
  ifShown: [{}, { accessToken: [] }],
  required: [{ accessToken: [] }],
} as const;

const hasRequiredFields = (media: unknown): boolean =>
  ((media as { schema: { required?: readonly string[] } }).schema.required ?? []).length > 0;

const IDEMPOTENCY_KEY: Printed = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Is a text that the caller chooses, a new one for each new request. Within 24 hours, the same request with the same key has its effect only once, and its first response is repeated.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
};

const IF_MATCH: Printed = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'Repeats the `ETag` of the object that you have read. If the object has changed since, the request changes nothing (412).',
  schema: { type: 'string' },
};

const IF_NONE_MATCH: Printed = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'Repeats the `ETag` of the answer that you have. If nothing has changed since, the answer is an empty 304.',
  schema: { type: 'string' },
};

const parametersOf = (
  place: 'path' | 'query' | 'header',
  { properties, required = [] }: TObject,
  print: Print,
): readonly Printed[] =>
  Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...schema } = print(property);
    const [example] = (examples ?? []) as readonly unknown[];
    const needed =
      place === 'path' || (required.includes(name) && property['default'] === undefined) || property['needed'] === true;
    return {
      name,
      in: place,
      required: needed,
      ...(description !== undefined && { description }),
      schema,
      ...(example !== undefined && { example }),
    };
  });

function requestContent({ body, upload }: Route, print: Print): Printed | undefined {
  if (upload) return { 'multipart/form-data': { schema: formOf(upload, body && print(body)) } };
  return body && Object.keys(body.properties).length > 0 ? { 'application/json': { schema: print(body) } } : undefined;
}

/**
 * The schema of an upload form: its file and its other fields. The file is a binary string, because generators take a
 * field without a type for an unknown value, and their code for sending it does not compile.
 */
const formOf = ({ field }: UploadRule, { required = [], properties }: Printed = {}): Printed => ({
  type: 'object',
  required: [...(required as readonly string[]), field],
  properties: {
    ...(properties as Printed | undefined),
    [field]: {
      type: 'string',
      format: 'binary',
      description: 'Is the file itself, as a part of the form with a file name.',
    },
  },
});
