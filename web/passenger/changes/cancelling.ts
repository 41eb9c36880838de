import { serviceNow } from '../../api/service-clock.ts';

export interface Tier {
  readonly hours: number;
  readonly fee_percent: number;
}

/** A period with the same cancellation fee. The fee rises towards departure. */
export interface Step {
  /** The end of the period, in milliseconds. */
  readonly until: number;
  /** The cancellation fee in rupees. */
  readonly fee: number;
  /** True when the whole price is kept as the fee. */
  readonly isAll: boolean;
}

const HOUR_MS = 3_600_000;

/**
 * The periods of the cancellation fee from `now` until departure. `tiers` are ordered by descending hours, as the API
 * gives them; after the last tier nothing is refunded. `total` is in rupees.
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
