import type { RelayOutbox } from '../core/platform/relay-outbox.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly relayOutbox: RelayOutbox;
  /** Whether the broker can be reached. If not, no event is published. */
  readonly brokerIsThere: () => boolean;
  /** Whether the broker may have restarted and lost messages before this process started. False by default. */
  readonly doubtful?: boolean;
  readonly log: Log;
}

export interface Relay {
  /** Wakes the relay. Call this when an event may be waiting to be published. */
  readonly wake: () => void;
  /**
   * Call this when the connection to the broker was lost. The broker may have lost the last messages that it
   * acknowledged, so the relay publishes them again.
   */
  readonly doubt: () => void;
  /** Publishes the waiting events once more, and stops. */
  readonly stop: () => Promise<void>;
}

/**
 * Milliseconds between two checks if nobody calls `wake`. Other processes record events, too, and cannot wake the relay
 * of this process.
 */
const CHECK_EVERY_MS = 1_000;
/**
 * Milliseconds for which the relay collects events before it publishes them. Many events often come at once, and one
 * transaction for all of them is cheaper.
 */
const GATHER_MS = 20;
/** Milliseconds that the relay waits after a failure. `wake` does not shorten this. */
const FAILED_MS = 250;
/**
 * Milliseconds that the relay waits while another process publishes. The wait is short, because the other process may
 * be about to stop.
 */
const ELSEWHERE_MS = 50;

/** Runs the relay each time it is woken, and at least once a second. Passes never overlap. */
export function startRelay({ relayOutbox, brokerIsThere, doubtful = false, log }: Needs): Relay {
  const stopped = { now: false };
  let called = true;
  let failing = false;
  let doubts = doubtful ? 1 : 0;
  let rouse: () => void = () => undefined;

  const wake = (): void => {
    called = true;
    rouse();
  };

  /**
   * Waits until `wake` is called, but not longer than `milliseconds`. Returns at once if `wake` was called since the
   * last pass began.
   */
  const rest = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      if (called || stopped.now) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, milliseconds);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });

  /** Publishes waiting events. Returns the longest wait before the next pass, in milliseconds. */
  const pass = async (): Promise<number> => {
    if (!brokerIsThere()) return CHECK_EVERY_MS;
    const doubted = doubts;
    try {
      const outcome = await relayOutbox(doubted > 0);
      if (failing) log.info('events are published again');
      failing = false;
      if (outcome === 'elsewhere') return ELSEWHERE_MS;
      if (doubts === doubted) doubts = 0;
      if (outcome > 0) log.debug({ events: outcome }, 'events published');
    } catch (error) {
      // The error is logged once, because every pass fails until the broker or the database works again. No event is
      // lost in the meantime.
      if (!failing) log.error({ err: error }, 'events could not be published: they will be tried again');
      failing = true;
      await pause(FAILED_MS);
    }
    return CHECK_EVERY_MS;
  };

  const run = async (): Promise<void> => {
    while (!stopped.now) {
      called = false;
      await rest(await pass());
      await pause(GATHER_MS);
    }
    await pass();
  };
  const ended = run();

  return {
    wake,
    doubt: () => {
      doubts += 1;
    },
    async stop() {
      stopped.now = true;
      rouse();
      await ended;
    },
  };
}
