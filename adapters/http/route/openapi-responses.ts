import { documentedProblems } from './problem-codes.ts';
import type { Print, Printed } from './openapi-schemas.ts';
import type { HeadersOf } from './response.ts';
import type { Route } from './route.ts';

/* The responses of the OpenAPI document: headers, success and problems. */

const header = (description: string): Printed => ({ description, schema: { type: 'string' } });
export const HEADERS = {
  'X-Request-Id': header('Identifies this request. The log of the service has the id, too.'),
  'Idempotency-Replayed': header(
    'Is `true` if this is the stored response to an earlier request with the same key; absent otherwise.',
  ),
  ETag: header('Names the version of the answered object. Send it in `If-Match` or `If-None-Match`.'),
  'WWW-Authenticate': header('Names the kind of token that the request needs, always `Bearer`.'),
  'Retry-After': header('Gives the number of seconds to wait before the next try.'),
};
const referTo = (...names: readonly (keyof typeof HEADERS)[]): Printed =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const commonHeaders = (idempotent = false): Printed =>
  referTo('X-Request-Id', ...(idempotent ? ['Idempotency-Replayed' as const] : []));

const describedHeaders = (headersOf: HeadersOf): Printed =>
  Object.fromEntries(Object.entries(headersOf).map(([name, { description }]) => [name, header(description)]));

export function successOf({ sends, returns, marksNew, idempotent, tagged, method }: Route, print: Print): Printed {
  const headers = { ...commonHeaders(idempotent), ...(tagged && referTo('ETag')) };
  switch (sends.kind) {
    case 'json':
      return {
        ...Object.fromEntries(
          (sends.statusOf ? ([200, 201] as const) : [sends.status]).map((status) => [
            status,
            {
              description: status === 200 ? (marksNew?.returnsKnown ?? returns) : returns,
              headers: { ...headers, ...(sends.headersOf && describedHeaders(sends.headersOf)) },
              content: { 'application/json': { schema: print(sends.schema) } },
            },
          ]),
        ),
        ...(tagged &&
          method === 'get' && {
            304: {
              description: 'Nothing has changed since the answer with the sent `ETag`. There is no body.',
              headers,
            },
          }),
      };
    case 'nothing':
      return { 204: { description: returns, headers } };
    case 'redirect':
      return {
        302: {
          description: returns,
          headers: { ...headers, Location: header('Is the address of the page to which the browser goes.') },
        },
        default: HTTP_PROBLEMS.default,
      };
    case 'file':
      return {
        200: {
          description: returns,
          headers: {
            ...headers,
            'Content-Disposition': header('Gives the name under which the file is saved, as an attachment.'),
          },
          // A media type without a schema is how OpenAPI 3.1 describes bytes.
          content: Object.fromEntries(sends.mediaTypes.map((type) => [type, {}])),
        },
      };
  }
}

export const PROBLEM: Printed = {
  title: 'Problem',
  description: 'Describes an error (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', description: 'Gives the HTTP status in words.', examples: ['Conflict'] },
    status: { type: 'integer', description: 'Gives the HTTP status as a number.', examples: [409] },
    code: {
      type: 'string',
      description: 'Names the error, for programs. The name stays the same in every version and language.',
      examples: ['SEAT_SELECTION_EXPIRED'],
    },
    detail: { type: 'string', description: 'Is the sentence to show to a person.' },
    errors: {
      description: 'Lists the fields with faults. Only validation errors have this list.',
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'Names the field in the request.' },
          message: { type: 'string', description: 'Tells the fault of the field, in words that follow its name.' },
        },
      },
    },
  },
};

export const problemsOf = (route: Route): Printed =>
  Object.fromEntries(
    documentedProblems(route).map(({ status, title, codes }) => [
      status,
      {
        description: refusalIn(title, codes),
        headers: {
          ...commonHeaders(route.idempotent),
          ...(status === 401 && referTo('WWW-Authenticate')),
          ...([429, 503].includes(status) && referTo('Retry-After')),
        },
        content: {
          'application/problem+json': {
            schema:
              codes.length > 0
                ? { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] }
                : { $ref: '#/components/schemas/Problem' },
            example: exampleOf(status, title, codes[0] ?? 'CODE'),
          },
        },
      },
    ]),
  );

/** Says what a problem response is, such as ``The request is refused (Conflict) with the code `TRIP_DEPARTED`.`` */
function refusalIn(title: string, codes: readonly string[]): string {
  const names = codes.map((code) => `\`${code}\``);
  if (names.length === 0) return `The request is refused (${title}). The field \`code\` names the reason.`;
  const [last, rest] = [names.at(-1), names.slice(0, -1).join(', ')];
  return `The request is refused (${title}) with the code ${rest === '' ? last : `${rest} or ${last}`}.`;
}

/**
 * Names a problem response by its status and codes, such as `Conflict.TRIP_DEPARTED`. The name ends in `.Replayable`
 * where the operation takes an `Idempotency-Key`, because that response has a header more.
 */
function nameOf({ headers, content }: SharedProblem): string {
  const { example, schema } = content['application/problem+json'];
  const codes = schema.allOf?.[1].properties.code.enum ?? [];
  return [
    example.title.replace(/\W/g, ''),
    ...codes,
    ...('Idempotency-Replayed' in headers ? ['Replayable'] : []),
  ].join('.');
}

/** The parts of a printed problem response that its name is made from. */
interface SharedProblem {
  readonly headers: Printed;
  readonly content: {
    readonly 'application/problem+json': {
      readonly example: { readonly title: string };
      readonly schema: {
        readonly allOf?: readonly [unknown, { readonly properties: { readonly code: { readonly enum: string[] } } }];
      };
    };
  };
}

const isProblem = (response: Printed): response is Printed & SharedProblem => {
  const media = (response['content'] as Printed | undefined)?.['application/problem+json'] as Printed | undefined;
  return media?.['example'] !== undefined;
};

/**
 * Moves every problem response that several operations have to `components.responses`, and refers to it. Otherwise the
 * same few problems make up two thirds of the document.
 */
export function shareProblems(
  paths: Readonly<Record<string, Printed>>,
  components: Printed,
): { readonly paths: Printed; readonly components: Printed } {
  const all = Object.values(paths)
    .flatMap((operations) => Object.values(operations) as readonly { readonly responses: Record<string, Printed> }[])
    .map(({ responses }) => responses);
  const uses = new Map<string, number>();
  const problems = all.flatMap((responses) => Object.values(responses)).filter(isProblem);
  for (const problem of problems) {
    const text = JSON.stringify(problem);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const shared: Printed = { ...HTTP_RESPONSES };
  for (const responses of all)
    for (const [status, response] of Object.entries(responses)) {
      if (!isProblem(response) || uses.get(JSON.stringify(response)) === 1) continue;
      const name = nameOf(response);
      shared[name] = response;
      responses[status] = referToResponse(name);
    }
  return { paths, components: { ...components, responses: shared } };
}

export const httpProblem = (description: string, status = 0): Printed => ({
  description,
  headers: { ...commonHeaders(), ...(status === 401 && referTo('WWW-Authenticate')) },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Problems of HTTP itself, by their names in `components.responses`. */
const HTTP_RESPONSES = {
  MalformedRequest: httpProblem(
    'The request itself is malformed, such as its `Host` (Bad Request). The code is `MALFORMED_REQUEST`.',
  ),
  HttpError: httpProblem('The request fails by another error of HTTP itself, such as a wrong method.'),
};
const referToResponse = (name: string): Printed => ({ $ref: `#/components/responses/${name}` });

/** Problems of HTTP itself, which occur before a route runs. Only routes without other problems document them. */
export const HTTP_PROBLEMS = {
  400: referToResponse('MalformedRequest'),
  default: referToResponse('HttpError'),
};

const exampleOf = (status: number, title: string, code: string): Printed => ({
  type: 'about:blank',
  title,
  status,
  code,
  detail: 'A sentence for people: what went wrong and what to do about it.',
  ...(code === 'VALIDATION' && { errors: [{ field: 'email', message: 'must be text' }] }),
});
