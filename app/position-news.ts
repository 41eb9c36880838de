import type { TripId } from '../core/kernel/ids.ts';
import { Refusal } from '../core/kernel/refusal.ts';
import type { Notifier } from '../core/platform/outbox.ts';
import type { ViewPosition } from '../core/road/view-position.ts';
import { toPosition } from '../adapters/http/road/position.ts';
import type { Dependencies } from './dependencies.ts';
import type { Log } from './log.ts';

interface Needs extends Pick<Dependencies, 'random'> {
  readonly viewPosition: ViewPosition;
  readonly notifier: Notifier;
  readonly log: Log;
  /** The least milliseconds between two messages about a trip. */
  readonly everyMs?: number;
}

export interface PositionNews {
  /** Call this when something new is known of a trip's bus. */
  readonly tell: (id: TripId) => void;
  readonly stop: () => Promise<void>;
}

const EVERY_MS = 10_000;

/**
 * Publishes where buses are, as strangers see it. Each message has the newest position. A message that is lost is not
 * repeated, because the next one says more.
 */
export function startPositionNews({ random, viewPosition, notifier, log, everyMs = EVERY_MS }: Needs): PositionNews {
  /** The trips about which a message was published lately. True if something new is known since. */
  const quiet = new Map<TripId, boolean>();
  const timers = new Set<NodeJS.Timeout>();

  const publish = async (id: TripId): Promise<void> => {
    try {
      const { isPrivate: _isPrivate, ...position } = toPosition(await viewPosition(id, {}));
      const payload = JSON.stringify({ event_id: random.uuid(), ...position });
      await notifier.publish({ topic: `schedules/${id}/position`, payload });
    } catch (error) {
      if (!(error instanceof Refusal)) log.warn({ err: error, tripId: id }, 'a position was not published');
    }
  };

  const tell = (id: TripId): void => {
    if (quiet.has(id)) {
      quiet.set(id, true);
      return;
    }
    quiet.set(id, false);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const hasNews = quiet.get(id) === true;
      quiet.delete(id);
      if (hasNews) tell(id);
    }, everyMs);
    timer.unref();
    timers.add(timer);
    void publish(id);
  };

  return {
    tell,
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
