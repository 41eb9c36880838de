import { Refusal } from '../../../core/kernel/refusal.ts';
import type { Instant } from '../../../core/kernel/time.ts';

/** Actions with their times. Actions are added in any order, and run in order of time. */
export interface Agenda {
  /** Adds an action. Actions of the same time run in the order in which they were added. */
  at(when: Instant, action: () => Promise<unknown>): void;
  /**
   * Runs all actions that are due by `until`, and drops the rest. Returns the errors of refused actions; the others
   * still run. The service refuses a sale if its seat is already sold, as in a used database.
   */
  play(until: Instant): Promise<readonly Refusal[]>;
}

/** Makes an agenda. Calls `turnTo` with the time of each action, just before the action runs. */
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
