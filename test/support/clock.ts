import { clockFrom } from '../../adapters/memory/clock.ts';
import type { Instant } from '../../core/kernel/time.ts';

export type { HandClock } from '../../adapters/memory/clock.ts';

/** Friday 20 November 2026, 10:00 in Kathmandu. */
export const START = Date.UTC(2026, 10, 20, 4, 15) as Instant;

/** A clock that starts at START, and only moves when it is set. */
export const handClock = (start = START) => clockFrom(start);
