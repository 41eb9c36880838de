import type { AgentId, DeviceId, UserId } from '../kernel/ids.ts';
import type { Instant } from '../kernel/time.ts';

/** The sender of a request: a user, or a phone of a company's crew. */
export type Sender = { readonly userId: UserId } | { readonly deviceId: DeviceId };

/** The owner of request keys: a sender, or an agent, whoever sends for it. */
export type KeyOwner = Sender | { readonly agentId: AgentId };

/** Identifies a request by a key that its owner chose. The owner may repeat the request without a second effect. */
export type RequestKey = KeyOwner & { readonly path: string; readonly key: string };

/** The answer to the first request with a key, as it was sent. */
export interface KeptAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * `first`: no earlier request has this key. `running`: the earlier request is not answered yet. `other body`: the
 * earlier request had another body. A `KeptAnswer`: the stored answer to the earlier request.
 */
export type Reservation = 'first' | 'running' | 'other body' | KeptAnswer;

export interface ReserveOptions {
  /** A digest of the request body's bytes. */
  readonly bodyHash: string;
  readonly now: Instant;
  /**
   * The moment at which the reservation lapses if no answer is stored, so that the next request may run. No two
   * reservations of a key have the same moment, so the moment identifies the reservation.
   */
  readonly runningUntil: Instant;
  /** Answers stored before this moment no longer count. */
  readonly keptSince: Instant;
}

/**
 * Stores a use case's result as the last step of its transaction. So the change and its result are stored together or
 * not at all. A repeated request gets this result and changes nothing again. Throws if the reservation has lapsed and
 * another request runs instead. The error rolls the change back.
 */
export type KeepResult<Result> = (result: Result, stores: { readonly idempotency: Idempotency }) => Promise<void>;

/**
 * Stored answers to the first request with a key. Each key has one answer, even if requests come at the same time in
 * several processes.
 */
export interface Idempotency {
  reserve(request: RequestKey, options: ReserveOptions): Promise<Reservation>;
  /**
   * Stores the answer for the request key's reservation that lapses at `runningUntil`. Returns false and stores nothing
   * if another request holds the reservation by now, or if an answer is already stored.
   */
  keep(request: RequestKey, runningUntil: Instant, answer: KeptAnswer): Promise<boolean>;
  /** Deletes the request key's reservation that lapses at `runningUntil`, so that the next request may run. */
  release(request: RequestKey, runningUntil: Instant): Promise<void>;
  /** Deletes up to `limit` request keys that were first used before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}
