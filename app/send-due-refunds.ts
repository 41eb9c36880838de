import type { SendAutomaticRefunds } from '../core/refunds/send-automatic-refunds.ts';
import type { Log } from './log.ts';

interface Needs {
  readonly sendAutomaticRefunds: SendAutomaticRefunds;
  readonly log: Log;
}

/**
 * Asks gateways for due refunds without waiting for their answers. A gateway that hangs delays neither the next run nor
 * a shutdown. If a shutdown interrupts an attempt, a later run asks the gateway for its outcome.
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
