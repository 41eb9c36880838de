import { type Clock, type Instant, minutesAfter } from '../../core/kernel/time.ts';

/** A clock that only moves when it is set. */
export interface HandClock extends Clock {
  readonly set: (at: Instant) => void;
  readonly advance: (minutes: number) => void;
}

/** Friday 20 November 2026, 10:00 in Kathmandu. */
export const START = Date.UTC(2026, 10, 20, 4, 15) as Instant;

export function handClock(start: Instant = START): HandClock {
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
