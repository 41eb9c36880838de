import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { OpenBudget } from '../../adapters/http/route/rate-limits.ts';
import type { Clock } from '../../core/kernel/time.ts';

/** Rate limit budgets whose windows follow a clock that tests control. */
export const budgetsBy =
  (clock: Clock): OpenBudget =>
  ({ name, points, duration }) => {
    const windows = new Map<string, { spent: number; readonly endsAt: number }>();
    const windowOf = (key: string) => {
      const known = windows.get(key);
      if (known && clock() < known.endsAt) return known;
      const opened = { spent: 0, endsAt: clock() + duration * 1_000 };
      windows.set(key, opened);
      return opened;
    };
    const stateOf = ({ spent, endsAt }: ReturnType<typeof windowOf>): RateLimiterRes =>
      new RateLimiterRes(Math.max(0, points - spent), endsAt - clock(), spent, spent === 1);

    return Object.assign(new RateLimiterMemory({ keyPrefix: name, points, duration }), {
      consume: async (key: string | number) => {
        const window = windowOf(String(key));
        window.spent += 1;
        if (window.spent > points) throw stateOf(window);
        return stateOf(window);
      },
      reward: async (key: string | number) => {
        const window = windowOf(String(key));
        window.spent -= 1;
        return stateOf(window);
      },
    });
  };
