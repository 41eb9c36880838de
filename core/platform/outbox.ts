import type { Instant } from '../kernel/time.ts';

/**
 * A message to subscribers. The topic is relative to the service's topic prefix. The payload is JSON, stored and
 * published as the same text.
 */
export interface Announcement {
  readonly topic: string;
  readonly payload: string;
}

/** Records an event in the same transaction as the change that caused it. */
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
  /** Makes the last published events pending again: those published at most `seconds` before the latest one. */
  requeueRecent(seconds: number): Promise<void>;
  /** The number of pending events, and the moment of the oldest. */
  backlog(): Promise<{ readonly count: number; readonly since: Instant | undefined }>;
  /** Deletes at most `limit` events that were published before `before`. Returns the number of deleted events. */
  prune(before: Instant, limit: number): Promise<number>;
}

/**
 * Publishes events. Resolves when the broker has acknowledged the event (MQTT QoS 1: PUBACK). Rejects within seconds if
 * the broker does not. Callers may publish the next event before that: the broker gets all events in order.
 */
export interface Notifier {
  publish(announcement: Announcement): Promise<void>;
}
