import type { components, paths } from './schema.d.ts';

/*
 * The types of calls, taken from the service's own OpenAPI document: a path that does not exist, or a body that lacks
 * a field, does not compile.
 */

export type Schemas = components['schemas'];
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that know a verb. */
export type PathOf<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends { responses: unknown } ? P : never;
}[keyof paths];

type Json<R> = R extends { content: { 'application/json': infer J } } ? J : undefined;

/** What a call answers when all is well. */
export type Answer<V extends Verb, P extends keyof paths> = paths[P][V] extends { responses: infer R }
  ? Json<R[keyof R & (200 | 201 | 202 | 204)]>
  : never;

type Parameters<V extends Verb, P extends keyof paths> = paths[P][V] extends { parameters: infer A } ? A : never;
type Given<A, K extends string> = A extends { [N in K]: infer G }
  ? { readonly [N in K]: G }
  : { readonly [N in K]?: never };
type Asked<A> = A extends { query?: infer Q } ? { readonly query?: Q } : { readonly query?: never };
type Sent<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? { readonly body: B }
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? { readonly body?: B }
    : { readonly body?: never };

/** What a call has to be given. */
export type Call<V extends Verb, P extends keyof paths> = Given<Parameters<V, P>, 'path'> &
  Asked<Parameters<V, P>> &
  Sent<paths[P][V]> & {
    /** Repeated under the same key, a change is made once (Idempotency-Key). */
    readonly key?: string;
    /** The ETag of what is changed, where an operation asks for it (If-Match). */
    readonly ifMatch?: string;
    readonly signal?: AbortSignal;
  };

/** Nothing need be given where nothing has to be. */
export type Arguments<V extends Verb, P extends keyof paths> =
  object extends Call<V, P> ? [call?: Call<V, P>] : [call: Call<V, P>];
