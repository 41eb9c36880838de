import type { RoadWorld } from '../world.ts';
import type { Feed } from './ports.ts';

export type ViewFeed = ReturnType<typeof viewFeed>;

/** A read of the feed with the tag that asked for it. */
interface Read {
  readonly etag: string;
  readonly feed: Promise<Feed | undefined>;
}

/**
 * Reads the published feed. Undefined before the first one is made. The bytes are kept in memory, because they are
 * asked for far more often than they change. Those who ask for a new feed at once share one read of its bytes.
 */
export const viewFeed = ({ feedViews }: RoadWorld) => {
  let kept: Read | undefined;
  return async (): Promise<Feed | undefined> => {
    const head = await feedViews.head();
    if (!head) return undefined;
    const read: Read = kept?.etag === head.etag ? kept : { etag: head.etag, feed: feedViews.feed() };
    kept = read;
    let feed: Feed | undefined;
    try {
      feed = await read.feed;
      return feed;
    } finally {
      // A failure is not kept, nor a feed that was replaced between the two reads.
      if (kept === read && feed?.etag !== read.etag) kept = undefined;
    }
  };
};
