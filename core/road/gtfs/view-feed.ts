import type { RoadWorld } from '../world.ts';
import type { Feed } from './ports.ts';

export type ViewFeed = ReturnType<typeof viewFeed>;

/**
 * Reads the published feed. Undefined before the first one is made. The bytes are kept in memory, because they are
 * asked for far more often than they change.
 */
export const viewFeed = ({ feedViews }: RoadWorld) => {
  let kept: Feed | undefined;
  return async (): Promise<Feed | undefined> => {
    const head = await feedViews.head();
    if (!head || head.etag !== kept?.etag) kept = await feedViews.feed();
    return kept;
  };
};
