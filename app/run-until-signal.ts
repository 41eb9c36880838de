import type { createLog } from './log.ts';
import type { Running } from './start.ts';

/** Milliseconds from a signal until the process ends, even if some requests are not answered. */
const EXIT_WITHIN_MS = 9_500;

/**
 * Starts the service, and runs it until SIGTERM or SIGINT. On the signal, finishes the requests that have arrived, and
 * exits with code 0. Logs an uncaught error and exits with code 1.
 */
export async function runUntilSignal(log: ReturnType<typeof createLog>, start: () => Promise<Running>): Promise<void> {
  const exit = (code: number): never => {
    log.flush();
    process.exit(code);
  };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'an uncaught error: the process ends');
      exit(1);
    });
  }

  let stopping = false;
  const starting = start();
  const stop = (signal: string): void => {
    // Ignores a second signal, which comes when npm also forwards the terminal's signal.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: finishing requests in flight');
    setTimeout(() => {
      log.error('not everything has finished in time');
      exit(0);
    }, EXIT_WITHIN_MS).unref();
    void starting
      .then((running) => running.close())
      .then(() => {
        log.info('stopped');
        exit(0);
      });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}
