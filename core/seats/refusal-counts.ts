import type { Instant } from '../kernel/time.ts';

/** Codes of refusals that offices see counted for each door. */
export const COUNTED_REFUSALS = ['NOT_YET', 'DOOR_PASS_NEEDED', 'SEATS_PER_DAY', 'COUNTER_SHARE'] as const;
export type CountedRefusal = (typeof COUNTED_REFUSALS)[number];

/** Refused requests of this process that are not stored yet. */
export interface RefusalCounts {
  /** Counts a refused request at the door of a moment. Null counts nowhere. */
  readonly count: (opensAt: Instant | null, code: CountedRefusal) => void;
  /** Takes out all counts, so that they can be stored. */
  readonly take: () => readonly RefusalCount[];
}

export interface RefusalCount {
  readonly opensAt: Instant;
  readonly code: CountedRefusal;
  readonly refused: number;
}

/** Counts refusals in memory. A crash loses those since the last `take`. */
export function refusalCounts(): RefusalCounts {
  let counts = new Map<string, RefusalCount>();
  return {
    count(opensAt, code) {
      if (opensAt === null) return;
      const key = `${opensAt} ${code}`;
      counts.set(key, { opensAt, code, refused: (counts.get(key)?.refused ?? 0) + 1 });
    },
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      return taken;
    },
  };
}
