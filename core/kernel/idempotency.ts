import type { UserId } from './ids.ts';
import type { Instant } from './time.ts';

/** A request that its sender may repeat without having its effect twice: whose it is, where it goes, and the key that the sender chose. */
export interface RequestKey {
  readonly userId: UserId;
  readonly path: string;
  readonly key: string;
}

/** The first answer, as it was sent. */
export interface KeptAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** What became of an attempt to be the first: it is; the first still runs; the key belongs to another body; or the first answer. */
export type Reservation = 'first' | 'running' | 'other body' | KeptAnswer;

export interface Turn {
  /** A digest of the body's bytes. */
  readonly bodyHash: string;
  readonly now: Instant;
  /** When a first request that has not answered is given up for dead, so that the next one is let in. Also names the turn: no two share it. */
  readonly runningUntil: Instant;
  /** What is older is forgotten. */
  readonly keptSince: Instant;
}

/** First answers to requests that carried a key: one a key, however many ask at once and in however many processes. */
export interface Idempotency {
  reserve(request: RequestKey, turn: Turn): Promise<Reservation>;
  /** Keeps the answer of the turn that ends at `runningUntil`. A turn that was given up for dead changes nothing any more. */
  keep(request: RequestKey, runningUntil: Instant, answer: KeptAnswer): Promise<void>;
  /** Forgets the turn, as if it had never been asked for. */
  release(request: RequestKey, runningUntil: Instant): Promise<void>;
  /** Forgets keys first used before `before`, at most `limit`; answers how many. */
  prune(before: Instant, limit: number): Promise<number>;
}
