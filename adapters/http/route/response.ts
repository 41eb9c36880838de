import { Readable } from 'node:stream';
import type { TSchema } from '@sinclair/typebox';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { Context } from 'koa';
import { attachment } from './content-disposition.ts';
import { entityTag, revisionTag } from './entity-tag.ts';
import { onFirstUse } from './on-first-use.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer | Readable | null;
  /** Whether the request failed, although it is answered like one that succeeded. Rate limits of failures count it. */
  readonly failed?: true | undefined;
}

export const hasFailed = ({ failed }: HttpResponse): boolean => failed === true;

/** Returns the body as text. Throws for a streamed body, because a stream can be read only once. */
export function textOf({ body }: Pick<HttpResponse, 'body'>): string {
  if (body instanceof Readable) throw new Error('A streamed body was read as text.');
  return String(body);
}

export function send(ctx: Context, { status, headers, body }: HttpResponse): void {
  for (const [name, value] of Object.entries(headers)) ctx.set(name, typeof value === 'string' ? value : [...value]);
  ctx.body = body;
  // The status is set last. Koa changes the status to 204 when the body is set to null.
  ctx.status = status;
}

export interface Redirect {
  readonly location: string;
  readonly cookies?: readonly string[];
  /** Whether the browser is led to an error. Rate limits of failures count it. */
  readonly failed?: true | undefined;
}

export interface FileResponse<MediaType extends string = string> {
  /** The whole body, or pieces of text that are made while they are sent. */
  readonly content: Uint8Array | AsyncIterable<string>;
  /** The file's name, which may contain any character. */
  readonly fileName: string;
  readonly mediaType: MediaType;
}

/** The kind of response that a route sends. */
export type Sends =
  | {
      readonly kind: 'json';
      readonly status: 200 | 201 | 202;
      readonly schema: TSchema;
      /**
       * Returns the status of an answer: 201 if the answer is about a new object, otherwise 200. Undefined on routes
       * with only one status.
       */
      readonly statusOf?: (answer: unknown) => 200 | 201;
      /** Whether an answer refuses all that the request asked for. */
      readonly isRefusal?: (answer: unknown) => boolean;
      /** Headers that are made from an answer, by their names. */
      readonly headersOf?: HeadersOf;
    }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'file'; readonly mediaTypes: readonly string[] };

/** Headers of a route's answers, by their names. */
export type HeadersOf = Readonly<
  Record<
    string,
    {
      /** The meaning of the header, for the documentation. */
      readonly description: string;
      /** The value for an answer. Undefined if the answer goes without the header. */
      readonly value: (answer: unknown) => string | undefined;
    }
  >
>;

interface Sender {
  readonly sends: Sends;
  readonly secret?: boolean;
  readonly tagged?: Tagging;
}

/** The source of an answer's `ETag`: the whole answer, or its field `revision`. */
export type Tagging = 'content' | 'revision';

/**
 * Headers of a response with a secret. Caches and search engines must not store the response. Browsers must not send
 * its URL as Referer.
 */
export const SECRET_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/**
 * Makes the function that turns a handler's result into a response. The serializer is compiled for the first response.
 */
export function rendererOf({ sends, secret, tagged }: Sender): (result: unknown) => HttpResponse {
  const common = secret ? SECRET_HEADERS : {};
  switch (sends.kind) {
    case 'json': {
      const serializer = onFirstUse(() => serializerOf(sends.schema as unknown as ResponseSchema));
      const headers = { ...common, 'Content-Type': 'application/json; charset=utf-8' };
      return (result) => {
        const body = serializer()(result);
        return {
          status: sends.statusOf?.(result) ?? sends.status,
          headers: {
            ...headers,
            ...(tagged && { ETag: tagOf(tagged, result, body) }),
            ...(sends.headersOf && headersIn(sends.headersOf, result)),
          },
          body,
          ...(sends.isRefusal?.(result) && { failed: true }),
        };
      };
    }
    case 'nothing':
      return () => ({ status: 204, headers: common, body: null });
    case 'redirect':
      return (result) => renderRedirect(result as Redirect);
    case 'file':
      return (result) => renderFile(result as FileResponse, common);
  }
}

const headersIn = (headersOf: HeadersOf, answer: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headersOf).flatMap(([name, { value }]) => {
      const text = value(answer);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const tagOf = (tagged: Tagging, result: unknown, body: string): string =>
  tagged === 'content' ? entityTag(body) : revisionTag((result as { readonly revision: number }).revision);

/**
 * Koa's own redirect rewrites the location, which could then lead to another host. Here the location is sent unchanged.
 */
const renderRedirect = ({ location, cookies = [], failed }: Redirect): HttpResponse => ({
  status: 302,
  headers: { ...SECRET_HEADERS, Location: location, ...(cookies.length > 0 && { 'Set-Cookie': cookies }) },
  body: null,
  failed,
});

/** Sends a file as an attachment: an uploaded file must never run as a page of this origin. */
const renderFile = (
  { content, fileName, mediaType }: FileResponse,
  headers: HttpResponse['headers'],
): HttpResponse => ({
  status: 200,
  headers: {
    ...headers,
    'Content-Type': mediaType,
    'Content-Disposition': attachment(fileName),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': 'sandbox',
  },
  body: content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content),
});

/** A response schema. If `oneOf` (fields.ts) made the schema, `by` names the property that tells the choices apart. */
type ResponseSchema = Schema & {
  readonly by?: string;
  readonly oneOf?: readonly { readonly properties: Readonly<Record<string, { readonly const?: unknown }>> }[];
};

/**
 * Makes the serializer of a schema. Finds the right choice of a `oneOf` by its property, because fast-json-stringify
 * would try one choice after another.
 */
function serializerOf(schema: ResponseSchema): (value: unknown) => string {
  const { by, oneOf: choices } = schema;
  if (by === undefined || !choices) return fastJson(schema);
  const serializers = new Map(choices.map((choice) => [choice.properties[by]?.const, fastJson(choice as Schema)]));
  return (value) => {
    const serialize = serializers.get((value as Readonly<Record<string, unknown>>)[by]);
    if (!serialize) throw new Error(`A response matches none of the choices that ${by} tells apart.`);
    return serialize(value);
  };
}
