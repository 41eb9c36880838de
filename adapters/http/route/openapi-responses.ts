import { documentedProblems } from './problem-codes.ts';
import type { Print, Printed } from './openapi-schemas.ts';
import type { Route } from './route.ts';

/* The responses of the OpenAPI document: headers, success and problems. */

const header = (description: string): Printed => ({ description, schema: { type: 'string' } });
export const HEADERS = {
  'X-Request-Id': header('The id of this request, also in the log.'),
  'Idempotency-Replayed': header('`true` when this is a repeated first response.'),
  ETag: header('Of exactly this answer, for `If-Match` or `If-None-Match`.'),
  'WWW-Authenticate': header('`Bearer`.'),
  'Retry-After': header('Seconds to wait.'),
};
const referTo = (...names: readonly (keyof typeof HEADERS)[]): Printed =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const commonHeaders = (idempotent = false): Printed =>
  referTo('X-Request-Id', ...(idempotent ? ['Idempotency-Replayed' as const] : []));

export function successOf({ sends, idempotent, tagged, revisionOf }: Route, print: Print): Printed {
  const headers = { ...commonHeaders(idempotent), ...(tagged && referTo('ETag')) };
  switch (sends.kind) {
    case 'json':
      return {
        ...Object.fromEntries(
          (sends.statusOf ? ([200, 201] as const) : [sends.status]).map((status) => [
            status,
            {
              description: status === 201 ? 'Created.' : 'Done.',
              headers,
              content: { 'application/json': { schema: print(sends.schema) } },
            },
          ]),
        ),
        ...(revisionOf && { 304: { description: 'You have it already.', headers } }),
      };
    case 'nothing':
      return { 204: { description: 'Done. There is no more to say.', headers } };
    case 'redirect':
      return {
        302: {
          description: 'The browser is redirected, whatever the outcome.',
          headers: { ...headers, Location: header('The page it goes to.') },
        },
        default: HTTP_PROBLEMS['default'],
      };
    case 'file':
      return {
        200: {
          description: 'The file.',
          headers: { ...headers, 'Content-Disposition': header('Holds its name.') },
          content: Object.fromEntries(
            sends.mediaTypes.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
          ),
        },
      };
  }
}

export const PROBLEM: Printed = {
  title: 'Problem',
  description: 'Problem details (RFC 9457).',
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', description: 'The status in words.', examples: ['Conflict'] },
    status: { type: 'integer', examples: [409] },
    code: { type: 'string', description: 'Stable, for programs.', examples: ['SEAT_SELECTION_EXPIRED'] },
    detail: { type: 'string', description: 'For people.' },
    errors: {
      description: 'The fields with faults. Only in validation errors.',
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

export const problemsOf = (route: Route): Printed =>
  Object.fromEntries(
    documentedProblems(route).map(({ status, title, codes }) => [
      status,
      {
        description: `${title}: ${codes.map((code) => `\`${code}\``).join(', ') || 'see `code`'}.`,
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

export const httpProblem = (description: string, status = 0): Printed => ({
  description,
  headers: { ...commonHeaders(), ...(status === 401 && referTo('WWW-Authenticate')) },
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Problems of HTTP itself, which occur before a route runs. Only routes without other problems document them. */
export const HTTP_PROBLEMS: Printed = {
  400: httpProblem('Bad Request: `MALFORMED_REQUEST`, such as a malformed `Host`.'),
  default: httpProblem('Other errors of HTTP itself, such as a wrong method.'),
};

const exampleOf = (status: number, title: string, code: string): Printed => ({
  type: 'about:blank',
  title,
  status,
  code,
  detail: 'A sentence for people: what went wrong and what to do about it.',
  ...(code === 'VALIDATION' && { errors: [{ field: 'email', message: 'must be text' }] }),
});
