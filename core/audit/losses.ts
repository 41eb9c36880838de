import { type Instant, toIso } from '../kernel/time.ts';
import type { Warning } from './finding.ts';

/** Ids that no row of a table has, between two rows. Rows are deleted from none of these tables within days. */
export interface NumberGap {
  readonly table: string;
  readonly first: number;
  readonly last: number;
  /** The moment of the row behind the gap. */
  readonly at: Instant;
}

/** An event that a process has published. */
export interface PublishedEvent {
  readonly id: string;
  readonly topic: string;
  readonly at: Instant;
}

export interface LossReader {
  /** Gaps in the ids of bookings, payments, refunds, ledger rows and scans, before rows made at `since` or later. */
  numberGaps(since: Instant): Promise<readonly NumberGap[]>;
  /** Those of these events that the database has. Published events are deleted after 7 days. */
  recordedEvents(ids: readonly string[]): Promise<readonly string[]>;
}

/** The published events that the database does not have, oldest first: a failover has lost their changes. */
export async function lostEvents(
  reader: Pick<LossReader, 'recordedEvents'>,
  published: readonly PublishedEvent[],
): Promise<readonly PublishedEvent[]> {
  const ids = [...new Set(published.map(({ id }) => id))];
  const recorded = new Set(ids.length === 0 ? [] : await reader.recordedEvents(ids));
  const lost = new Map(published.filter(({ id }) => !recorded.has(id)).map((event) => [event.id, event]));
  return [...lost.values()].sort((one, other) => one.at - other.at);
}

/** Losses that a failover to a lagging standby may cause. A gap alone proves nothing: a refused request leaves one. */
export const lossWarnings = async (
  reader: LossReader,
  since: Instant,
  published: readonly PublishedEvent[],
): Promise<readonly Warning[]> => [
  ...(await reader.numberGaps(since)).map(({ table, first, last, at }) => ({
    row: table,
    says: `${first === last ? `${first} is` : `${first} to ${last} are`} missing before ${toIso(at)}`,
  })),
  ...(
    await lostEvents(
      reader,
      published.filter((event) => event.at >= since),
    )
  ).map(({ id, topic, at }) => ({
    row: `event ${id}`,
    says: `an event on ${topic} was published at ${toIso(at)}, and the database does not have it`,
  })),
];
