import type { LimitName, RateLimits } from '../../adapters/http/route/rate-limits.ts';
import type { Refusal } from '../../core/kernel/refusal.ts';

export const refusalOf = (outcome: Promise<unknown>): Promise<Refusal | undefined> =>
  outcome.then(
    () => undefined,
    (error: unknown) => error as Refusal,
  );

/** Counts the attempts that a rate limit allows before its first refusal; Infinity without a refusal. */
export async function patienceOf(
  limits: RateLimits,
  limit: LimitName,
  requester: (turn: number) => { ip: string; account?: string },
): Promise<number> {
  for (let turn = 0; turn < 5_000; turn += 1) {
    if (await refusalOf(limits.take(limit, requester(turn)))) return turn;
  }
  return Infinity;
}
