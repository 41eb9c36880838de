import { Refusal } from '../../../core/kernel/refusal.ts';
import type { Instant } from '../../../core/kernel/time.ts';

/** Plans of what is to happen, and when. They are written down in any order and carried out in that of time. */
export interface Agenda {
  /** Adds an action. Actions of the same time run in the order they were added. */
  at(when: Instant, action: () => Promise<unknown>): void;
  /**
   * Lets everything happen that is due by `until`, and forgets the rest. Answers what the service refused: in a
   * database that was used before, a seat may be sold already. Such a thing has not happened, and the rest goes on.
   */
  play(until: Instant): Promise<readonly Refusal[]>;
}

/** `turnTo` is called with the time of each thing, just before it happens. */
export function agendaOf(turnTo: (at: Instant) => void): Agenda {
  const planned: { readonly when: Instant; readonly action: () => Promise<unknown> }[] = [];
  return {
    at(when, action) {
      planned.push({ when, action });
    },
    async play(until) {
      const refusals: Refusal[] = [];
      const due = planned.splice(0).filter(({ when }) => when <= until);
      for (const { when, action } of due.sort((one, other) => one.when - other.when)) {
        turnTo(when);
        await action().catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          refusals.push(error);
        });
      }
      return refusals;
    },
  };
}
