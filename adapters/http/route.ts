import { Type } from '@sinclair/typebox';
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Middleware } from 'koa';
import type { Caller, Origin } from '../../core/accounts/caller.ts';
import type { RefusalKind } from '../../core/kernel/refusal.ts';

/** Who may call: anybody; anybody, known if they show a valid token; any signed-in user; a signed-in passenger. */
export type Access = 'public' | 'optional' | 'user' | 'passenger';

type CallerOf<Allowed extends Access> = Allowed extends 'user' | 'passenger' ? Caller : Allowed extends 'optional' ? Caller | undefined : undefined;

/** A request as handlers see it: plain values, already in shape. */
export interface Request<Allowed extends Access = Access, Params = unknown, Query = unknown, Body = unknown> {
  readonly caller: CallerOf<Allowed>;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly origin: Origin;
  readonly cookie: (name: string) => string | undefined;
}

/** What handlers may answer with: lists and objects of the core are read-only. */
type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Frozen<Item>[] : Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

const NOTHING = Type.Object({});
type Nothing = typeof NOTHING;

interface Common<Allowed extends Access, Params extends TObject, Query extends TObject, Body extends TObject> {
  readonly method: 'get' | 'post' | 'put';
  /** With `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Allowed;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The refusals that belong to this route, by kind with their codes, beside those that every route of its kind may answer with. */
  readonly refuses?: Readonly<Partial<Record<RefusalKind, readonly string[]>>>;
  /** Whether an Idempotency-Key is honoured. */
  readonly idempotent?: boolean;
  /** Which rate limit applies, beside the general one. */
  readonly limit?: LimitName;
  /** Whether the answer holds a secret, so that nobody keeps a copy. */
  readonly secret?: boolean;
}

export type LimitName = 'sign-in' | 'code' | 'registration' | 'hold' | 'checkout' | 'upload' | 'none';

type Handle<Allowed extends Access, Params extends TObject, Query extends TObject, Body extends TObject, Result> =
  (request: Request<Allowed, Static<Params>, Static<Query>, Static<Body>>) => Promise<Result>;

interface JsonSpec<Allowed extends Access, Params extends TObject, Query extends TObject, Body extends TObject, Answer extends TSchema>
  extends Common<Allowed, Params, Query, Body> {
  readonly status: 200 | 201;
  /** Also the serializer: a key it does not list never leaves. */
  readonly answer: Answer;
  readonly handle: Handle<Allowed, Params, Query, Body, Frozen<Static<Answer>>>;
}

export interface Redirect {
  readonly location: string;
  readonly cookies?: readonly string[];
}

interface RedirectSpec<Allowed extends Access, Params extends TObject, Query extends TObject> extends Common<Allowed, Params, Query, Nothing> {
  readonly handle: Handle<Allowed, Params, Query, Nothing, Redirect>;
  /**
   * Where the browser goes when something breaks: a route that has it shows no browser an error, whatever the request. Of a query key
   * given twice the first counts.
   */
  readonly otherwise?: Redirect;
}

export interface FileAnswer {
  readonly content: Uint8Array;
  readonly fileName: string;
}

interface FileSpec<Allowed extends Access, Params extends TObject, Query extends TObject> extends Common<Allowed, Params, Query, Nothing> {
  readonly mediaType: string;
  readonly handle: Handle<Allowed, Params, Query, Nothing, FileAnswer>;
}

/** An uploaded file, or undefined when the form had none. */
export type Upload = { readonly content: Uint8Array } | 'too large' | undefined;

/** Which field of the form holds the file, and how long it may be. */
export interface UploadRule {
  readonly field: string;
  readonly limitBytes: number;
}

interface UploadSpec<Allowed extends Access, Answer extends TSchema> extends Common<Allowed, Nothing, Nothing, Nothing> {
  readonly status: 200;
  readonly upload: UploadRule;
  readonly answer: Answer;
  readonly handle: (request: Request<Allowed> & { readonly upload: Upload }) => Promise<Frozen<Static<Answer>>>;
}

/** What a route sends back, decided when it is written. */
export type Sends =
  | { readonly kind: 'json'; readonly status: 200 | 201; readonly answer: TSchema }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'file'; readonly mediaType: string };

/** A route with its types forgotten: the server runs it, openapi.ts prints it. */
export interface Route extends Common<Access, TObject, TObject, TObject> {
  readonly params: TObject;
  readonly query: TObject;
  /** Undefined where no body is looked at. */
  readonly body?: TObject;
  readonly upload?: UploadRule;
  readonly sends: Sends;
  /** Of a redirect that never shows an error. */
  readonly otherwise?: Redirect;
  readonly handle: (request: Request & { readonly upload?: Upload }) => Promise<unknown>;
}

const plain = (spec: { readonly params?: TObject; readonly query?: TObject }, sends: Sends): Route =>
  // The one place where a route forgets its types: the server has checked by the same schemas that the types come from.
  ({ ...spec, params: spec.params ?? NOTHING, query: spec.query ?? NOTHING, sends }) as unknown as Route;

/** A route that takes and gives JSON: schema, documentation and handler in one. */
export const route = <Allowed extends Access, Answer extends TSchema, Params extends TObject = Nothing, Query extends TObject = Nothing, Body extends TObject = Nothing>(
  spec: JsonSpec<Allowed, Params, Query, Body, Answer>): Route => plain(spec, { kind: 'json', status: spec.status, answer: spec.answer });

/** A route that sends a browser elsewhere (302). */
export const redirectRoute = <Allowed extends Access, Params extends TObject = Nothing, Query extends TObject = Nothing>(
  spec: RedirectSpec<Allowed, Params, Query>): Route => plain(spec, { kind: 'redirect' });

/** A route that hands out a file to keep. */
export const fileRoute = <Allowed extends Access, Params extends TObject = Nothing, Query extends TObject = Nothing>(
  spec: FileSpec<Allowed, Params, Query>): Route => plain(spec, { kind: 'file', mediaType: spec.mediaType });

/** A route that takes a file from a multipart form. */
export const uploadRoute = <Allowed extends Access, Answer extends TSchema>(spec: UploadSpec<Allowed, Answer>): Route =>
  plain(spec, { kind: 'json', status: spec.status, answer: spec.answer });

/** Something served beside the API, such as a page, a picture or a probe, that answers by itself. */
export interface Extra {
  readonly method: 'get' | 'post';
  /** May hold `:name` parameters. Every other method on it is a 405. */
  readonly path: string;
  readonly serve: Middleware;
  /** For the OpenAPI document: pages and pictures are not in it. */
  readonly describes?: {
    readonly summary: string;
    readonly description?: string;
    /** What its answers mean, by status. */
    readonly answers: Readonly<Record<string, { readonly description: string; readonly mediaType: string; readonly schema?: TSchema }>>;
  };
}
