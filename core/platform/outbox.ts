import type { Instant } from '../kernel/time.ts';

/**
 * A message to subscribers. The topic is relative to the service's prefix. The JSON is stored and published as the same
 * text.
 */
export interface Announcement {
  readonly topic: string;
  readonly payload: string;
}

/** Records an event in the transaction of the change that caused it. */
export interface Recorder<Event> {
  record(event: Event, at: Instant): Promise<void>;
}

/** A recorded event. Events of one topic are published in the order of their ids. */
export interface OutboxEntry extends Announcement {
  readonly id: number;
}

/** Recorded events, which are published after the commit. */
export interface Outbox {
  /** The oldest pending events, oldest first. */
  pending(limit: number): Promise<readonly OutboxEntry[]>;
  /** Whether any event is pending. Reads one index entry. */
  hasPending(): Promise<boolean>;
  markSent(ids: readonly number[], at: Instant): Promise<void>;
  /** Makes events pending again that were published in the last `seconds` before the latest one. */
  requeueRecent(seconds: number): Promise<void>;
  /** The number of pending events, and the moment of the oldest. */
  backlog(): Promise<{ readonly count: number; readonly since: Instant | undefined }>;
  /** Deletes up to `limit` events that were published before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

/**
 * Publishes events. Resolves when the broker has acknowledged the event (MQTT QoS 1: PUBACK). Rejects within seconds
 * otherwise. The next event may be given before that: the order is kept.
 */
export interface Notifier {
  publish(announcement: Announcement): Promise<void>;
}
