import type { BasisPoints } from '../kernel/money.ts';

/** A cancellation at least `hours` before departure costs `fee`, unless a tier with more hours applies. */
export interface RefundTier {
  readonly hours: number;
  readonly fee: BasisPoints;
}

/** Sorts tiers by descending hours. Undefined if two tiers have the same hours. */
export function inOrder(tiers: readonly RefundTier[]): readonly RefundTier[] | undefined {
  if (new Set(tiers.map(({ hours }) => hours)).size !== tiers.length) return undefined;
  return [...tiers].sort((one, other) => other.hours - one.hours);
}

/** Tiers by the API's names, with the fee in percent. */
export const toldTiers = (tiers: readonly RefundTier[]) =>
  tiers.map(({ hours, fee }) => ({ hours, fee_percent: fee / 100 }));
