import { serviceNow } from '../../api/service-clock.ts';

export interface Tier {
  readonly hours: number;
  readonly fee_percent: number;
}

/** What a cancellation costs up to a moment. */
export interface Step {
  /** Milliseconds. */
  readonly until: number;
  /** Rupees. */
  readonly fee: number;
  /** Nothing comes back. */
  readonly isAll: boolean;
}

const HOUR_MS = 3_600_000;

/**
 * What cancelling costs from `now` on, step by step until the bus leaves. `tiers` by descending hours, as a trip tells
 * them; after the last of them everything is kept. `total` in rupees.
 */
export function stepsOf(tiers: readonly Tier[], departure: string, total: number, now = serviceNow()): readonly Step[] {
  const leaves = Date.parse(departure);
  return [...tiers, { hours: 0, fee_percent: 100 }]
    .map(({ hours, fee_percent }) => ({
      until: leaves - hours * HOUR_MS,
      fee: Math.round(total * fee_percent) / 100,
      isAll: fee_percent >= 100,
    }))
    .reduce<readonly Step[]>((steps, step) => {
      const [last] = steps.slice(-1);
      if (step.until <= Math.max(now, last?.until ?? 0)) return steps;
      return last?.fee === step.fee ? [...steps.slice(0, -1), step] : [...steps, step];
    }, []);
}
