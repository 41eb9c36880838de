import type { SendAutomaticRefunds } from '../core/refunds/send-automatic-refunds.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly sendAutomaticRefunds: SendAutomaticRefunds;
  readonly log: Log;
}

/**
 * Begins due refunds and does not wait for gateways. A gateway that hangs delays neither the next round nor a shutdown.
 * An attempt that a shutdown interrupts is looked up later.
 */
export const sendDueRefunds =
  ({ sendAutomaticRefunds, log }: Needs) =>
  async (): Promise<number> => {
    const { begun, done } = await sendAutomaticRefunds();
    void done.catch((error: unknown) =>
      log.error({ err: error }, 'refunds could not be attempted: they will be tried again'),
    );
    return begun;
  };
