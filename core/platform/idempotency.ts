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
   * The moment at which the reservation lapses without an answer, so that the next request may run. No two reservations
   * of a key share this moment, so it identifies them.
   */
  readonly runningUntil: Instant;
  /** Answers stored before this moment no longer count. */
  readonly keptSince: Instant;
}

/**
 * Stores a use case's result as the last step of its transaction. Effect and result are stored together or not at all.
 * A repeated request gets this result and has no second effect. Throws if the reservation has lapsed and another
 * request runs instead. The throw undoes the effect.
 */
export type KeepResult<Result> = (result: Result, stores: { readonly idempotency: Idempotency }) => Promise<void>;

/** Answers to the first request with a key. Each key has one answer, across simultaneous requests and processes. */
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
