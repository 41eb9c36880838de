import { databaseUnavailable, Refusal } from '../core/kernel/refusal.ts';
import { isDamage } from '../adapters/knex/engine/errors.ts';
import type { Log } from './log.ts';

/** Milliseconds for which an outage with the same cause is not logged again. */
const QUIET_MS = 60_000;

interface Needs {
  readonly log: Pick<Log, 'error' | 'fatal'>;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed?: () => number;
}

/**
 * Logs requests that failed because of the service. An outage of the database fails hundreds of them for one reason, so
 * each reason is logged once a minute, with the number of requests that failed since.
 */
export function failureReport({ log, elapsed = () => performance.now() }: Needs) {
  const outages = new Map<string, { readonly since: number; failed: number }>();

  return (error: unknown, requestId?: string): void => {
    if (isDamage(error)) {
      log.fatal({ err: error, requestId }, 'the database is damaged: stop the service, and restore a backup');
      return;
    }
    if (!isOutage(error)) {
      log.error({ err: error, requestId }, 'a request failed');
      return;
    }
    const reason = reasonOf(error.cause);
    const known = outages.get(reason);
    const now = elapsed();
    if (known && now - known.since < QUIET_MS) {
      known.failed += 1;
      return;
    }
    const failed = 1 + (known?.failed ?? 0);
    outages.set(reason, { since: now, failed: 0 });
    log.error({ err: error, requestId, failed }, 'requests are answered 503, because of the database');
  };
}

const isOutage = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === databaseUnavailable.code;

/** The code of an error; without one its message without numbers, of which there are too many. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return typeof cause;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message.replaceAll(/\d+/g, '');
};
