import type { RelayOutbox } from '../core/platform/relay-outbox.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly relayOutbox: RelayOutbox;
  /** Whether the broker can be reached. Otherwise nothing is published. */
  readonly brokerIsThere: () => boolean;
  /** Whether the broker may have restarted before this process started, and lost messages. */
  readonly doubtful?: boolean;
  readonly log: Log;
}

export interface Relay {
  /** Wakes the relay, because an event may be waiting. */
  readonly wake: () => void;
  /**
   * Call this when the connection to the broker was lost. The broker may have lost the last messages that it
   * acknowledged.
   */
  readonly doubt: () => void;
  /** Publishes waiting events one last time, and stops. */
  readonly stop: () => Promise<void>;
}

/**
 * Milliseconds between two checks without a wake-up. Other processes record events, too, and a wake-up may have been
 * missed.
 */
const CHECK_EVERY_MS = 1_000;
/**
 * Milliseconds in which events are collected. Events come in bursts, and one transaction for many is cheaper than one
 * for each.
 */
const GATHER_MS = 20;
/** The pause after a failure, in milliseconds. It also delays calls during the pause. */
const FAILED_MS = 250;
/** The pause while another process publishes, in milliseconds. That process may be about to stop. */
const ELSEWHERE_MS = 50;

/** Runs the relay whenever it is woken, and at least once a second, one pass after another. */
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
   * Waits to be woken, for at most this number of milliseconds. Returns at once if `wake` was called since the last
   * pass began.
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

  /** Returns the milliseconds until the next pass. */
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
      // The error is logged once, because every pass fails until the broker or the database is back. No event is lost
      // meanwhile.
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
