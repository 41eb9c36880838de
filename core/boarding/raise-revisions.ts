import { type Instant, daysAfter } from '../kernel/time.ts';
import type { ManifestChange } from './manifest-revision.ts';
import type { BoardingStores } from './world.ts';

/** Conductors read manifests of trips from yesterday on, so manifests of older trips need no new revision. */
const LOOKED_AT_DAYS = 2;

/** Raises the revisions of changed manifests and publishes them. Every transaction does this as its last step. */
export async function raiseRevisions(
  { manifestRevisions, events }: BoardingStores,
  changes: readonly ManifestChange[],
  now: Instant,
): Promise<void> {
  if (changes.length === 0) return;
  for (const raised of await manifestRevisions.raise(changes, daysAfter(now, -LOOKED_AT_DAYS)))
    await events.record({ type: 'manifest changed', ...raised }, now);
}
