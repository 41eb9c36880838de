import type { Instant } from '../kernel/time.ts';
import type { RequestKey } from './idempotency.ts';

/**
 * Attempts that came to nothing while the database could not be told: it may take them for running until their
 * reservations lapse. Each is known by the moment at which its reservation does.
 */
export interface EndedAttempts {
  readonly add: (request: RequestKey, runningUntil: Instant, now: Instant) => void;
  readonly of: (request: RequestKey) => readonly Instant[];
  /** Once the reservations of these are gone. */
  readonly forget: (request: RequestKey, gone: readonly Instant[]) => void;
}

const nameOf = (request: RequestKey): string =>
  JSON.stringify(['userId' in request ? request.userId : [request.deviceId], request.path, request.key]);

export function endedAttempts(): EndedAttempts {
  /** Whatever was added last is last, so what has lapsed is in front. */
  const ended = new Map<string, readonly Instant[]>();
  const of: EndedAttempts['of'] = (request) => ended.get(nameOf(request)) ?? [];

  function forgetLapsed(now: Instant): void {
    for (const [name, moments] of ended) {
      if (moments.some((moment) => moment > now)) return;
      ended.delete(name);
    }
  }

  return {
    of,
    add(request, runningUntil, now) {
      forgetLapsed(now);
      const moments = of(request);
      ended.delete(nameOf(request));
      ended.set(nameOf(request), [...moments, runningUntil]);
    },
    forget(request, gone) {
      const left = of(request).filter((moment) => !gone.includes(moment));
      if (left.length > 0) ended.set(nameOf(request), left);
      else ended.delete(nameOf(request));
    },
  };
}
