import type { Operations } from '../../clients/typescript/src/operations.gen.ts';

/*
 * Types of API calls, derived from the service's OpenAPI document. Unknown paths and incomplete bodies do not compile.
 */

export type { Schemas } from '../../clients/typescript/src/operations.gen.ts';
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Operation = Operations[keyof Operations];

/** The operations of an HTTP method, by their paths. */
type ByPath<V extends Verb> = {
  [O in Extract<Operation, { method: V }> as O['given']['url']]: O;
};
interface ByVerb {
  readonly get: ByPath<'get'>;
  readonly post: ByPath<'post'>;
  readonly put: ByPath<'put'>;
  readonly patch: ByPath<'patch'>;
  readonly delete: ByPath<'delete'>;
}

/** The API paths that support an HTTP method. */
export type PathOf<V extends Verb> = keyof ByVerb[V] & string;
type OperationAt<V extends Verb, P> = P extends keyof ByVerb[V] ? ByVerb[V][P] : never;

/** The body of a successful answer. */
export type Answer<V extends Verb, P extends PathOf<V>> =
  OperationAt<V, P> extends { answers: infer R } ? R[keyof R & (200 | 201 | 202 | 204)] : never;

type Given<V extends Verb, P extends PathOf<V>> = OperationAt<V, P> extends { given: infer G } ? G : never;

/** The arguments of a call of the API. */
export type Call<V extends Verb, P extends PathOf<V>> = Readonly<Omit<Given<V, P>, 'url' | 'headers'>> & {
  /** Idempotency-Key: a request repeated under the same key is done once. */
  readonly key?: string;
  /** If-Match: the ETag of the changed resource, where required. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
};

/** A call needs no argument if no field of the argument is required. */
export type Arguments<V extends Verb, P extends PathOf<V>> =
  object extends Call<V, P> ? [call?: Call<V, P>] : [call: Call<V, P>];
