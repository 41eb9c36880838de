import type { Clock, Instant } from '../core/kernel/time.ts';

export const systemClock: Clock = () => Date.now() as Instant;
