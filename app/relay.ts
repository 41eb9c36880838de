import type { RelayOutbox } from '../core/kernel/relay-outbox.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly relayOutbox: RelayOutbox;
  /** Whether the broker can be reached: without it nothing is tried. */
  readonly brokerIsThere: () => boolean;
  /** Before this process was there, the broker may have been lost and come back. */
  readonly doubtful?: boolean;
  readonly log: Log;
}

export interface Relay {
  /** There may be something to tell. */
  readonly wake: () => void;
  /** The broker was lost, or may have been: then it may have forgotten what it acknowledged last. */
  readonly doubt: () => void;
  /** Tells what waits, once more, and stops. */
  readonly stop: () => Promise<void>;
}

/** Other processes record events too, and this one may have missed its call. */
const LOOK_EVERY_MS = 1_000;
/** Events come in swarms: one transaction for many is cheaper than one for each. */
const GATHER_MS = 20;
/** What just failed is left alone for a moment, whoever calls. */
const FAILED_MS = 250;
/** Another process is at it and may be about to stop. */
const ELSEWHERE_MS = 50;

/** Runs the relay whenever it is called, and now and then, one pass after the other. */
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

  /** Waits for a call, at most so long. A call that came before counts. */
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
  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

  /** Answers how long to rest. */
  const pass = async (): Promise<number> => {
    if (!brokerIsThere()) return LOOK_EVERY_MS;
    const doubted = doubts;
    try {
      const outcome = await relayOutbox(doubted > 0);
      if (failing) log.info('events are told again');
      failing = false;
      if (outcome === 'elsewhere') return ELSEWHERE_MS;
      if (doubts === doubted) doubts = 0;
      if (outcome > 0) log.debug({ events: outcome }, 'events told');
    } catch (error) {
      // Said once: it fails again and again until whatever is down is back, and nothing is lost meanwhile.
      if (!failing) log.error({ err: error }, 'events could not be told: they wait until they can');
      failing = true;
      await pause(FAILED_MS);
    }
    return LOOK_EVERY_MS;
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
    doubt: () => { doubts += 1; },
    async stop() {
      stopped.now = true;
      rouse();
      await ended;
    },
  };
}
