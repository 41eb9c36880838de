import type { components, paths } from './schema.d.ts';

/*
 * Types of API calls, derived from the service's OpenAPI document. Unknown paths and incomplete bodies do not compile.
 */

export type Schemas = components['schemas'];
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The API paths that support an HTTP method. */
export type PathOf<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends { responses: unknown } ? P : never;
}[keyof paths];

type Json<R> = R extends { content: { 'application/json': infer J } } ? J : undefined;

/** The body of a successful answer. */
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

/** The arguments of a call of the API. */
export type Call<V extends Verb, P extends keyof paths> = Given<Parameters<V, P>, 'path'> &
  Asked<Parameters<V, P>> &
  Sent<paths[P][V]> & {
    /** Idempotency-Key: a request repeated under the same key is done once. */
    readonly key?: string;
    /** If-Match: the ETag of the changed resource, where required. */
    readonly ifMatch?: string;
    readonly signal?: AbortSignal;
  };

/** A call needs no argument if no field of the argument is required. */
export type Arguments<V extends Verb, P extends keyof paths> =
  object extends Call<V, P> ? [call?: Call<V, P>] : [call: Call<V, P>];
