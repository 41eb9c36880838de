import type { createLog } from './log.ts';
import type { Running } from './start.ts';

/** Whatever happens, a process that was told to stop is gone by then. */
const LAST_MOMENT_MS = 9_500;

/** Starts, and runs until SIGTERM or SIGINT; then lets what is in flight end, and exits with 0. What nobody caught is logged, and exits with 1. */
export async function untilStopped(log: ReturnType<typeof createLog>, start: () => Promise<Running>): Promise<void> {
  const exit = (code: number): never => {
    log.flush();
    process.exit(code);
  };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'an error that nobody caught: the process ends');
      exit(1);
    });
  }

  let stopping = false;
  const starting = start();
  const stop = (signal: string): void => {
    // Asked again, by a second signal or by npm that passes on the terminal's: it is at it.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: what is in flight is ended first');
    setTimeout(() => {
      log.error('not everything has ended in time');
      exit(0);
    }, LAST_MOMENT_MS).unref();
    void starting.then((running) => running.close()).then(() => {
      log.info('stopped');
      exit(0);
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await starting;
}
