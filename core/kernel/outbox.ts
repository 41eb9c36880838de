import type { Instant } from './time.ts';

/** What subscribers are told: where, and the JSON they get. Topics are relative to the service's prefix. */
export interface Announcement {
  readonly topic: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Writes an event beside the change it tells of, in the same transaction. */
export interface Recorder<Event> {
  record(event: Event, at: Instant): Promise<void>;
}

/** An event that waits to be told, in the order in which it was recorded. */
export interface OutboxEntry extends Announcement {
  readonly id: number;
}

/** Events recorded and not yet told. */
export interface Outbox {
  /** The oldest untold events, oldest first. */
  waiting(limit: number): Promise<readonly OutboxEntry[]>;
  /** Whether any does: one look at an index. */
  anyWaits(): Promise<boolean>;
  markSent(ids: readonly number[], at: Instant): Promise<void>;
  /** Makes wait again what was told within the last so many seconds before the newest was. */
  retellLast(seconds: number): Promise<void>;
  /** How many wait, and since when the oldest does. */
  backlog(): Promise<{ readonly count: number; readonly since: Instant | undefined }>;
  /** Forgets events told before `before`, at most `limit`; answers how many. */
  prune(before: Instant, limit: number): Promise<number>;
}

/**
 * Tells subscribers. Resolves when the broker has taken responsibility (MQTT QoS 1: PUBACK); rejects, within seconds, when it has not.
 * May be asked to publish before it is done with the last one: what it was asked first, it hands over first.
 */
export interface Notifier {
  publish(announcement: Announcement): Promise<void>;
}
