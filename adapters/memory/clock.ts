import { type Clock, type Instant, minutesAfter } from '../../core/kernel/time.ts';

/** A clock that only moves when it is set. */
export interface HandClock extends Clock {
  readonly set: (at: Instant) => void;
  readonly advance: (minutes: number) => void;
}

export function clockFrom(start: Instant): HandClock {
  let now = start;
  return Object.assign(() => now, {
    set: (at: Instant) => {
      now = at;
    },
    advance: (minutes: number) => {
      now = minutesAfter(now, minutes);
    },
  });
}
