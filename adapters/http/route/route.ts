import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Middleware } from 'koa';
import type { Origin } from '../../../core/accounts/account.ts';
import type { KeepResult } from '../../../core/platform/idempotency.ts';
import type { Language } from '../../../core/kernel/text.ts';
import type { Refuse } from '../../../core/kernel/refusal.ts';
import type { Access, CallerOf } from './access.ts';
import type { Deprecation } from './deprecation.ts';
import { type Limited, limitOf } from './limit-of.ts';
import type { LimitName } from './rate-limits.ts';
import type { FileResponse, HeadersOf, Redirect, Sends, Tagging } from './response.ts';

/** A request as handlers see it: plain values that the route's schemas have checked. */
export interface Request<Allowed extends Access = Access, Params = unknown, Query = unknown, Body = unknown> {
  readonly caller: CallerOf<Allowed>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly origin: Origin;
  readonly cookie: (name: string) => string | undefined;
  /**
   * Runs a use case and turns its result into the response. If the request has an Idempotency-Key, the effect and the
   * response are stored in one transaction. Therefore `toResponse` runs before the commit.
   */
  readonly once: <Result, Response>(
    toResponse: (result: Result) => Response,
    use: (keep?: KeepResult<Result>) => Promise<Result>,
  ) => Promise<Response>;
  /** Whether `If-Match` is absent, or names the object's present state. Only for routes with `tagged`. */
  readonly isKnown: (response: unknown) => boolean;
  /** The supported language that the caller prefers (`Accept-Language`). English if the caller names none. */
  readonly language: () => Language;
  /** The value of a header; empty if it is missing. */
  readonly header: (name: string) => string;
}

/** The values that handlers may return. Lists and objects of the core are read-only. */
type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

const NOTHING = Type.Object({});
type Nothing = typeof NOTHING;

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface Common<Allowed extends Access, Params extends TObject, Query extends TObject, Body extends TObject> {
  readonly method: Method;
  /** The path with its parameters, such as `:id`. */
  readonly path: string;
  /** The name of the route's function in generated clients: a verb and its object, such as `lockSeats`. */
  readonly operationId: string;
  readonly summary: string;
  /** Whole sentences: what changes and for whom, then limits and surprises. */
  readonly description: string;
  /** The content of the answer after success, such as `The buses of the company, newest first.` */
  readonly returns: string;
  readonly access: Allowed;
  /** Whether the staff of a suspended company or agent may call the route, although it changes something. */
  readonly whileSuspended?: boolean;
  readonly params?: Params;
  /**
   * Throws if the path names an object that is unknown, belongs to somebody else, or has no document. Runs before query
   * and body are checked, so that strangers learn nothing about existing objects. A change checks this again in its
   * transaction.
   */
  readonly exists?: (request: Pick<Request<Allowed, Static<Params>>, 'caller' | 'params'>) => Promise<unknown>;
  /** Throws if the caller may not do what the unvalidated body asks for. Runs before `exists`. */
  readonly admits?: (
    request: Pick<Request<Allowed, unknown, unknown, Record<string, unknown>>, 'caller' | 'body'>,
  ) => void;
  readonly query?: Query;
  readonly body?: Body;
  /** The largest allowed body, in KiB. 100 by default. */
  readonly bodyLimit?: BodyLimit;
  /** The refusals of this route, besides those that every route of this kind has. */
  readonly refuses?: readonly Refuse[];
  /** Whether a caller may send an Idempotency-Key. */
  readonly idempotent?: boolean;
  /** False if a repeated request with an Idempotency-Key is tried again after a refusal. */
  readonly keepsRefusals?: boolean;
  /** The rate limit. The default depends on the kind of route (`limitOf`). */
  readonly limit?: LimitName;
  /** The kind of document that this route draws. Tickets are drawn before other documents. Needs `exists`. */
  readonly draws?: 'ticket' | 'document';
  /** Points that a request costs of its rate limit, computed from the unvalidated body. 1 by default. */
  readonly cost?: (body: Readonly<Record<string, unknown>>) => number;
  /**
   * Whether the response contains a secret. A secret response is never cached, and never compressed: its compressed
   * length would reveal parts of the secret.
   */
  readonly secret?: boolean;
  /** The end of the route, or of some of its fields. Every answer names it. */
  readonly deprecated?: Deprecation;
}

/** The largest allowed body, in KiB. Every size has its own body reader. */
export type BodyLimit = 100 | 512;

type Handle<Allowed extends Access, Params extends TObject, Query extends TObject, Body extends TObject, Result> = (
  request: Request<Allowed, Static<Params>, Static<Query>, Static<Body>>,
) => Promise<Result>;

interface JsonSpec<
  Allowed extends Access,
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  Response extends TSchema,
> extends Common<Allowed, Params, Query, Body> {
  /** 202: the work that the answer is about goes on. */
  readonly status: 200 | 201 | 202;
  /** Set if an answer with a true `isNew`, which is not sent, gets status 201. Any other gets 200: `returnsKnown`. */
  readonly marksNew?: { readonly returnsKnown: string };
  /**
   * Whether an answer refuses all that the request asked for, although its status is 200. Without `keepsRefusals` it is
   * not stored under an Idempotency-Key.
   */
  readonly isRefusal?: (answer: unknown) => boolean;
  /** Headers that are made from the answer. A stored response, which a repeated request gets, goes without them. */
  readonly headersOf?: HeadersOf;
  /** The source of the answer's `ETag`. Undefined for no `ETag`. On a tagged route, a change checks `If-Match`. */
  readonly tagged?: Tagging;
  /**
   * Returns the revision that a GET would answer. A caller who names this revision in `If-None-Match` gets a 304.
   * Throws a 404 if the path names no object.
   */
  readonly revisionOf?: (request: Pick<Request<Allowed, Static<Params>>, 'caller' | 'params'>) => Promise<number>;
  /** The schema of the response. A property that the schema does not list is never sent. */
  readonly response: Response;
  readonly handle: Handle<Allowed, Params, Query, Body, Frozen<Static<Response>>>;
}

/** A route that answers without a body (204), such as most DELETE routes. */
interface EmptySpec<
  Allowed extends Access,
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
> extends Common<Allowed, Params, Query, Body> {
  readonly status: 204;
  readonly response?: undefined;
  readonly handle: Handle<Allowed, Params, Query, Body, void>;
}

interface RedirectSpec<Allowed extends Access, Params extends TObject, Query extends TObject> extends Common<
  Allowed,
  Params,
  Query,
  Nothing
> {
  readonly handle: Handle<Allowed, Params, Query, Nothing, Redirect>;
  /** Whether a GET changes something, as when a browser comes back from a gateway. A HEAD is then answered 405. */
  readonly changesOnGet?: true;
  /** The redirect after an error; the error itself is never shown. The first value of a repeated query key counts. */
  readonly otherwise?: Redirect;
}

interface FileSpec<
  Allowed extends Access,
  Params extends TObject,
  Query extends TObject,
  MediaType extends string,
> extends Common<Allowed, Params, Query, Nothing> {
  /** Media types that the file can have. The response names the actual one. */
  readonly mediaTypes: readonly MediaType[];
  readonly handle: Handle<Allowed, Params, Query, Nothing, FileResponse<MediaType>>;
}

/** An uploaded file, with the name that the sender gave it. Undefined if the form had no file. */
export type Upload = { readonly content: Uint8Array; readonly fileName: string } | undefined;

/** The form field that contains the file, and the largest size of the file. */
export interface UploadRule {
  readonly field: string;
  readonly limitBytes: number;
  readonly tooLarge: () => Error;
}

interface UploadSpec<
  Allowed extends Access,
  Params extends TObject,
  Fields extends TObject,
  Response extends TSchema,
> extends Common<Allowed, Params, Nothing, Fields> {
  readonly status: 200 | 201;
  readonly upload: UploadRule;
  /** The form's other fields, all of them texts. */
  readonly body?: Fields;
  readonly response: Response;
  readonly handle: (
    request: Request<Allowed, Static<Params>, unknown, Static<Fields>> & { readonly upload: Upload },
  ) => Promise<Frozen<Static<Response>>>;
}

/** Any route, without its own types. The server runs it, and the OpenAPI document describes it. */
export interface Route extends Common<Access, TObject, TObject, TObject> {
  readonly params: TObject;
  readonly query: TObject;
  /** The schema of the body. Undefined if the route has no body. */
  readonly body?: TObject;
  readonly upload?: UploadRule;
  readonly sends: Sends;
  readonly marksNew?: { readonly returnsKnown: string };
  readonly tagged?: Tagging;
  readonly revisionOf?: (request: Pick<Request, 'caller' | 'params'>) => Promise<number>;
  /** Whether a GET changes something. A HEAD must change nothing, so it is answered 405. */
  readonly changesOnGet?: true;
  /** The redirect after an error. Only routes that never show an error have this. */
  readonly otherwise?: Redirect;
  readonly handle: (request: Request & { readonly upload?: Upload }) => Promise<unknown>;
}

type Spec = Pick<Common<Access, TObject, TObject, TObject>, 'params' | 'query'> & Limited;

const plain = (spec: Spec, sends: Sends): Route =>
  // Only this function drops the types of a route. The server checks requests with the schemas that the types come
  // from, so this is safe.
  ({
    ...spec,
    params: spec.params ?? NOTHING,
    query: spec.query ?? NOTHING,
    limit: limitOf(spec),
    sends,
  }) as unknown as Route;

/** A route that takes JSON and answers JSON or nothing. Schema, documentation and handler are in one place. */
export const route = <
  Allowed extends Access,
  Response extends TSchema,
  Params extends TObject = Nothing,
  Query extends TObject = Nothing,
  Body extends TObject = Nothing,
>(
  spec: JsonSpec<Allowed, Params, Query, Body, Response> | EmptySpec<Allowed, Params, Query, Body>,
): Route =>
  plain(
    spec,
    spec.status === 204
      ? { kind: 'nothing' }
      : {
          kind: 'json',
          status: spec.status,
          schema: spec.response,
          ...(spec.marksNew && { statusOf: (answer) => ((answer as { isNew?: boolean }).isNew ? 201 : 200) }),
          ...(spec.isRefusal && { isRefusal: spec.isRefusal }),
          ...(spec.headersOf && { headersOf: spec.headersOf }),
        },
  );

/** A route that redirects the browser (302). */
export const redirectRoute = <
  Allowed extends Access,
  Params extends TObject = Nothing,
  Query extends TObject = Nothing,
>(
  spec: RedirectSpec<Allowed, Params, Query>,
): Route => plain(spec, { kind: 'redirect' });

/** A route that sends a file for download. */
export const fileRoute = <
  Allowed extends Access,
  MediaType extends string,
  Params extends TObject = Nothing,
  Query extends TObject = Nothing,
>(
  spec: FileSpec<Allowed, Params, Query, MediaType>,
): Route => plain(spec, { kind: 'file', mediaTypes: spec.mediaTypes });

/** A route that takes a file and other fields from a multipart form. */
export const uploadRoute = <
  Allowed extends Access,
  Response extends TSchema,
  Params extends TObject = Nothing,
  Fields extends TObject = Nothing,
>(
  spec: UploadSpec<Allowed, Params, Fields, Response>,
): Route => plain(spec, { kind: 'json', status: spec.status, schema: spec.response });

/** A URL outside the API, such as a page, a picture or a health check. The route writes its own response. */
export interface PlainRoute {
  readonly method: 'get' | 'post';
  /** The path with its parameters, such as `:name`. Other methods on this path are answered 405. */
  readonly path: string;
  readonly serve: Middleware;
  /** The entry in the OpenAPI document. Pages and pictures have none. */
  readonly describes?: {
    readonly operationId: string;
    /** The bearer token that only this route takes, if it takes one. */
    readonly token?: { readonly name: string; readonly description: string };
    readonly summary: string;
    readonly description: string;
    /** The meaning of each response, by status. A response without a media type is a problem (RFC 9457). */
    readonly responses: Readonly<
      Record<string, { readonly description: string; readonly mediaType?: string; readonly schema?: TSchema }>
    >;
  };
}
