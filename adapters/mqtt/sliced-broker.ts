import { Aedes } from 'aedes';

/** The most subscriptions that are added or removed between two turns of the event loop. */
export const SLICE = 50;

const MOST_KEPT = 5_000;

/**
 * Runs small tasks in their order, at most `size` of them between two turns of the event loop. Between two slices the
 * process answers other requests, however many tasks wait.
 */
export function inSlices(size: number): (task: () => void) => void {
  /** Tasks from `next` on wait. Earlier ones are dropped many at a time, because moving the others costs time. */
  let tasks: (() => void)[] = [];
  let next = 0;
  let isScheduled = false;

  const runSlice = (): void => {
    const slice = tasks.slice(next, next + size);
    next += slice.length;
    if (next >= MOST_KEPT || next === tasks.length) [tasks, next] = [tasks.slice(next), 0];
    isScheduled = tasks.length > 0;
    if (isScheduled) setImmediate(runSlice);
    for (const task of slice) task();
  };

  return (task) => {
    tasks.push(task);
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(runSlice);
  };
}

/** A broker that adds and removes subscriptions in slices. Without them, a few clients could block the event loop. */
export class SlicedBroker extends Aedes {
  /** Runs a task after all subscriptions that were asked for before are added or removed. */
  readonly later = inSlices(SLICE);

  override subscribe(...subscription: Parameters<Aedes['subscribe']>): void {
    this.later(() => {
      super.subscribe(...subscription);
    });
  }

  override unsubscribe(...subscription: Parameters<Aedes['unsubscribe']>): void {
    this.later(() => {
      super.unsubscribe(...subscription);
    });
  }
}
