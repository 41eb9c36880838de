import { Refusal } from '../../../core/kernel/refusal.ts';
import type { Instant } from '../../../core/kernel/time.ts';

/** Plans of what is to happen, and when. They are written down in any order and carried out in that of time. */
export interface Agenda {
  /** Adds a deed. Deeds of one moment are carried out in the order in which they were added. */
  at(when: Instant, deed: () => Promise<unknown>): void;
  /**
   * Lets everything happen that is due by `until`, and forgets the rest. Answers what the service refused: in a
   * database that was used before, a seat may be sold already. Such a thing has not happened, and the rest goes on.
   */
  play(until: Instant): Promise<readonly Refusal[]>;
}

/** `turnTo` is called with the time of each thing, just before it happens. */
export function agendaOf(turnTo: (at: Instant) => void): Agenda {
  const planned: { readonly when: Instant; readonly deed: () => Promise<unknown> }[] = [];
  return {
    at(when, deed) {
      planned.push({ when, deed });
    },
    async play(until) {
      const refusals: Refusal[] = [];
      const due = planned.splice(0).filter(({ when }) => when <= until);
      for (const { when, deed } of due.sort((one, other) => one.when - other.when)) {
        turnTo(when);
        await deed().catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          refusals.push(error);
        });
      }
      return refusals;
    },
  };
}
