import type { BasisPoints } from '../kernel/money.ts';

/** From `hours` before the departure on, up to the next tier, a cancellation costs `fee`. */
export interface RefundTier {
  readonly hours: number;
  readonly fee: BasisPoints;
}

/** Tiers in the order in which they are looked at: descending hours. Undefined if some hours are given twice. */
export function inOrder(tiers: readonly RefundTier[]): readonly RefundTier[] | undefined {
  if (new Set(tiers.map(({ hours }) => hours)).size !== tiers.length) return undefined;
  return [...tiers].sort((one, other) => other.hours - one.hours);
}

/** As people write them, with the fee in percent. */
export const toldTiers = (tiers: readonly RefundTier[]) =>
  tiers.map(({ hours, fee }) => ({ hours, fee_percent: fee / 100 }));
