import type { Fault } from '../kernel/refusal.ts';
import { minutesBetween } from '../kernel/time.ts';
import type { Instant } from '../kernel/time.ts';

/** When a bus is to leave, and when it is to arrive. */
export interface Times {
  readonly departsAt: Instant;
  readonly arrivesAt: Instant;
}

/** Three days: no bus is on the road for longer. */
const LONGEST_MINUTES = 3 * 24 * 60;

/** What is wrong with times that a company gives a trip, by the names of the API. */
export function timeFaults({ departsAt, arrivesAt }: Times, now: Instant): readonly Fault[] {
  const fault = arrivalFault(minutesBetween(departsAt, arrivesAt));
  return [
    ...(departsAt <= now ? [{ field: 'departure_time', message: 'must be in the future' }] : []),
    ...(fault === undefined ? [] : [{ field: 'arrival_time', message: fault }]),
  ];
}

function arrivalFault(minutes: number): string | undefined {
  if (minutes <= 0) return 'must be after departure_time';
  return minutes > LONGEST_MINUTES ? 'must be at most three days after departure_time' : undefined;
}
