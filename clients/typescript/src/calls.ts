import type { Operations } from './operations.gen.ts';

/* The types of calls, made from the types of the operations. */

/** The name of an operation of the API, such as `lockSeats`. */
export type OperationId = keyof Operations;

/** The argument of a call. */
export type Call<Id extends OperationId> = Omit<Operations[Id]['given'], 'url' | 'headers'> & {
  /** Headers that the request has besides those of the client, such as `If-Match` or `Accept-Language`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call, its waits and its retries. */
  readonly signal?: AbortSignal;
  /** The `Idempotency-Key` of the request. By default the client makes one for each call that can have one. */
  readonly idempotencyKey?: string;
};

/** The argument of any call, without the types of its operation. */
export interface AnyCall {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

/** A call needs no argument if no field of the argument is required. */
export type Arguments<Id extends OperationId> = object extends Call<Id> ? [call?: Call<Id>] : [call: Call<Id>];

type Success = 200 | 201 | 202 | 204;
type AnswersOf<Id extends OperationId> = Operations[Id]['answers'];

/** The body of a successful answer: JSON, a `Blob` for a file, or nothing. Unknown for operations that redirect. */
export type Answer<Id extends OperationId> = [keyof AnswersOf<Id> & Success] extends [never]
  ? unknown
  : AnswersOf<Id>[keyof AnswersOf<Id> & Success];

interface Page<Item = unknown> {
  readonly results: readonly Item[];
  readonly next_cursor: string | null;
}
interface Stream extends Page {
  readonly gap: boolean;
}

/** The operations that answer a list page by page. */
export type ListId = { [Id in OperationId]: Answer<Id> extends Page ? Id : never }[OperationId];
/** The lists that grow at their end, such as the events of a company. */
export type StreamId = { [Id in ListId]: Answer<Id> extends Stream ? Id : never }[ListId];

/** A row of a list. */
export type Item<Id extends OperationId> = Answer<Id> extends Page<infer Row> ? Row : never;

/** The argument with which a list is followed. */
export type Following<Id extends OperationId> = Omit<Call<Id>, 'idempotencyKey'> & {
  /** The place to go on from, which `onCursor` has told earlier. Without it, the list begins with its oldest rows. */
  readonly cursor?: string;
  /** Gets the place after the rows that the loop has finished. Keep it, and a restarted program misses nothing. */
  readonly onCursor?: (cursor: string) => unknown;
  /** Called when rows may have been missed, because the place is older than what the service keeps. */
  readonly onGap?: () => unknown;
  /** Milliseconds between two questions while nothing is new. 5000 by default. */
  readonly every?: number;
};

/** A client of the API: a function for each operation. */
export type Client = {
  readonly [Id in OperationId]: (...call: Arguments<Id>) => Promise<Answer<Id>>;
} & {
  /** Every list, with the rows of all its pages. */
  readonly all: {
    readonly [Id in ListId]: (...call: Arguments<Id>) => AsyncGenerator<Item<Id>, void, undefined>;
  };
  /** Lists that grow, followed for ever. The loop ends when it is left, when `signal` is aborted, or by a refusal. */
  readonly follow: {
    readonly [Id in StreamId]: (following?: Following<Id>) => AsyncGenerator<Item<Id>, never, undefined>;
  };
};
