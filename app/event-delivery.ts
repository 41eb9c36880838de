import { setTimeout as pauseFor } from 'node:timers/promises';
import { type DeliverNeeds, type EventDelivery, deliverEvents } from '../core/listening/deliver-events.ts';
import type { DisableUnreadable } from '../core/listening/disable-webhook.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly delivery: EventDelivery;
  readonly log: Log;
}

export interface RunningDelivery {
  /** Looks for due deliveries at once. Call this after a commit that may have added some. */
  readonly wake: () => void;
  /** Begins no more attempts, and waits for those that run, at most a few seconds. */
  readonly stop: () => Promise<void>;
}

/**
 * Milliseconds between two looks if nobody calls `wake`. Other processes add deliveries, too, and cannot wake this one.
 */
const LOOK_EVERY_MS = 1_000;
/** Milliseconds for which several calls of `wake` count as one. */
const GATHER_MS = 20;
/** Milliseconds between two renewals of the claims of attempts that run. */
const RENEW_EVERY_MS = 500;
/** Milliseconds for which attempts may go on at a stop. An attempt that is cut off is made again later. */
const STOP_MS = 3_000;

interface DeliveringNeeds extends DeliverNeeds {
  readonly disableUnreadable: DisableUnreadable;
  readonly webhooksLocal: boolean;
  readonly log: Log;
}

/** Disables endpoints whose secret cannot be read, and starts to send events to the others. */
export async function startDelivering({ log, ...needs }: DeliveringNeeds): Promise<RunningDelivery> {
  if (needs.webhooksLocal)
    log.warn('WEBHOOKS_LOCAL=on: whoever may add webhooks can make this service call machines of its own network');
  const unreadable = await needs.disableUnreadable();
  if (unreadable > 0)
    log.warn({ webhooks: unreadable }, 'webhooks are switched off, because their secrets need another APP_SECRET');
  return startEventDelivery({ delivery: deliverEvents(needs), log });
}

/** Sends events to endpoints whenever it is woken, and at least once a second. */
export function startEventDelivery({ delivery, log }: Needs): RunningDelivery {
  const state = { called: true, stopped: false, failing: false };
  let rouse: () => void = () => undefined;

  const wake = (): void => {
    state.called = true;
    rouse();
  };

  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      if (state.called || state.stopped) {
        resolve();
        return;
      }
      const timer = setTimeout(resolve, LOOK_EVERY_MS);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!state.stopped) {
      state.called = false;
      try {
        await delivery.begin(wake);
        if (state.failing) log.info('events are sent to webhooks again');
        state.failing = false;
      } catch (error) {
        // The error is logged once, because every look fails until the database works again. No event is lost.
        if (!state.failing) log.error({ err: error }, 'events could not be sent to webhooks: they will be tried again');
        state.failing = true;
        state.called = false;
      }
      await rest();
      await pauseFor(GATHER_MS);
    }
  };
  const ended = run();
  // A renewal that fails is repeated soon. If all fail, another process makes the attempts, too, which is allowed.
  const renewing = setInterval(() => void delivery.renew().catch(() => undefined), RENEW_EVERY_MS);

  return {
    wake,
    async stop() {
      state.stopped = true;
      rouse();
      await ended;
      await Promise.race([delivery.settled(), pauseFor(STOP_MS, undefined, { ref: false })]);
      clearInterval(renewing);
    },
  };
}
