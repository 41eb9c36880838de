import { type Instant, daysAfter } from '../kernel/time.ts';
import type { Recorder } from '../platform/outbox.ts';
import type { ManifestChanged, ManifestChange, ManifestRevisions } from './manifest-revision.ts';

interface Stores {
  readonly manifestRevisions: ManifestRevisions;
  readonly events: Recorder<ManifestChanged>;
}

/** Conductors read manifests of trips from yesterday on, so manifests of older trips need no new revision. */
const LOOKED_AT_DAYS = 2;

/** Raises the revisions of changed manifests and publishes them. Every transaction does this as its last step. */
export async function raiseRevisions(
  { manifestRevisions, events }: Stores,
  changes: readonly ManifestChange[],
  now: Instant,
): Promise<void> {
  if (changes.length === 0) return;
  for (const raised of await manifestRevisions.raise(changes, daysAfter(now, -LOOKED_AT_DAYS)))
    await events.record({ type: 'manifest changed', ...raised }, now);
}
