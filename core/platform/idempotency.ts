import type { DeviceId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** The sender of a request: a user, or a phone of a company's crew. */
export type Sender = { readonly userId: UserId } | { readonly deviceId: DeviceId };

/** Identifies a request by a key that its sender chose. The sender may repeat the request without a second effect. */
export type RequestKey = Sender & { readonly path: string; readonly key: string };

/** The answer to the first request, as it was sent. */
export interface KeptAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * `first`: no earlier request has this key. `running`: the earlier one is not answered yet. `other body`: it had
 * another body. Otherwise its stored answer.
 */
export type Reservation = 'first' | 'running' | 'other body' | KeptAnswer;

export interface ReserveOptions {
  /** A digest of the body's bytes. */
  readonly bodyHash: string;
  readonly now: Instant;
  /**
   * When the reservation lapses if there is no answer, so that the next request may run. No two reservations of a key
   * share it, so it identifies them.
   */
  readonly runningUntil: Instant;
  /** Answers stored before this moment no longer count. */
  readonly keptSince: Instant;
}

/**
 * Stores a use case's result as the last step of its transaction, so that effect and result are both there or neither.
 * A repeated request gets this result and has no second effect. Throws, and so undoes the effect, if the reservation
 * has lapsed and another request runs instead.
 */
export type KeepResult<Result> = (result: Result, stores: { readonly idempotency: Idempotency }) => Promise<void>;

/** Answers to the first request with a key: one per key, across simultaneous requests and processes. */
export interface Idempotency {
  reserve(request: RequestKey, options: ReserveOptions): Promise<Reservation>;
  /**
   * Stores the answer for the reservation that lapses at `runningUntil`. False, with no effect, if another request has
   * the reservation by now or an answer is already stored.
   */
  keep(request: RequestKey, runningUntil: Instant, answer: KeptAnswer): Promise<boolean>;
  /** Deletes the reservation. */
  release(request: RequestKey, runningUntil: Instant): Promise<void>;
  /** Deletes up to `limit` keys that were first used before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}
