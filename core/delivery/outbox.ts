import type { Instant } from '../kernel/time.ts';

/**
 * A message to subscribers: its topic, relative to the service's prefix, and its JSON, which is stored and published as
 * the same text.
 */
export interface Announcement {
  readonly topic: string;
  readonly payload: string;
}

/** Records an event in the transaction of the change that caused it. */
export interface Recorder<Event> {
  record(event: Event, at: Instant): Promise<void>;
}

/** A recorded event. Events are published in the order of their ids. */
export interface OutboxEntry extends Announcement {
  readonly id: number;
}

/** Events that were recorded, to be published after the commit. */
export interface Outbox {
  /** The oldest pending events, oldest first. */
  pending(limit: number): Promise<readonly OutboxEntry[]>;
  /** Whether there are any; takes one look at an index. */
  hasPending(): Promise<boolean>;
  markSent(ids: readonly number[], at: Instant): Promise<void>;
  /** Makes the events pending again that were published within so many seconds before the last one. */
  requeueRecent(seconds: number): Promise<void>;
  /** How many are pending, and since when the oldest is. */
  backlog(): Promise<{ readonly count: number; readonly since: Instant | undefined }>;
  /** Deletes up to `limit` events that were published before `before`, and returns how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

/**
 * Publishes events. Resolves when the broker has taken responsibility for one (MQTT QoS 1: PUBACK), and rejects within
 * seconds if it has not. It may be given the next before that: it keeps their order.
 */
export interface Notifier {
  publish(announcement: Announcement): Promise<void>;
}
