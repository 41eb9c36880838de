import { type Instant, laterOf } from '../kernel/time.ts';
import { keptEventsSince } from './delivery.ts';
import type { ChosenType } from './event-types.ts';
import { numberEvents } from './number-events.ts';
import type { Owner } from './owner.ts';
import type { PlacedEvent } from './ports.ts';
import type { ListeningWorld } from './world.ts';

/** A reader's position in the list of events. All events up to it were read at the moment `at`. */
export interface FeedPosition {
  readonly place: number;
  readonly at: Instant;
}

export interface AskedEvents {
  readonly types?: readonly ChosenType[] | undefined;
  /** The position of the reader; undefined to begin with `since`, or with the oldest event. */
  readonly after?: FeedPosition | undefined;
  readonly since?: Instant | undefined;
  readonly limit: number;
}

export interface EventPage {
  readonly events: readonly PlacedEvent[];
  readonly next: FeedPosition;
  /** Whether events before these may be missing, because events are kept for 7 days only. */
  readonly gap: boolean;
}

export type ViewEvents = ReturnType<typeof viewEvents>;

/** Lists the owner's events of the last 7 days, oldest first. A reader who goes on misses none and gets none twice. */
export const viewEvents = (needs: ListeningWorld) => {
  const { clock, transact } = needs;
  const number = numberEvents(needs);

  return async (owner: Owner, { types, after, since, limit }: AskedEvents): Promise<EventPage> => {
    // Committed events have their places now, so that a reader finds them at once.
    await number();
    return transact(async ({ eventFeed }) => {
      const now = clock();
      const kept = keptEventsSince(now);
      const lastPlace = await eventFeed.lastPlace();
      const events = await eventFeed.list(
        { owner, types, since: laterOf(since ?? kept, kept), behind: after?.place ?? 0, limit },
        lastPlace,
      );
      const last = events.at(-1);
      const next =
        last && events.length === limit
          ? { place: last.place, at: last.at }
          : { place: Math.max(lastPlace, after?.place ?? 0), at: now };
      const from = after?.at ?? since;
      return { events, next, gap: from !== undefined && from < kept };
    });
  };
};
