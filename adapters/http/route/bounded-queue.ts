import pLimit from 'p-limit';

interface Bounds {
  /** The most tasks that run at the same time. */
  readonly concurrency: number;
  /** The most tasks that wait. */
  readonly maxWaiting: number;
  /** Makes the error that refuses a task when too many wait. */
  readonly whenFull: () => Error;
}

type Queue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Runs a few tasks at a time, lets a limited number wait, and refuses the rest. */
function boundedQueue({ concurrency, maxWaiting, whenFull }: Bounds): Queue {
  const limit = pLimit(concurrency);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting) throw whenFull();
    return limit(task);
  };
}

/** A queue for each key, so that many tasks of one key do not delay the tasks of other keys. */
export function boundedQueueByKey(
  bounds: Bounds,
): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const queues = new Map<string, { readonly queue: Queue; tasks: number }>();

  return async (key, task) => {
    const entry = queues.get(key) ?? { queue: boundedQueue(bounds), tasks: 0 };
    queues.set(key, entry);
    entry.tasks += 1;
    try {
      return await entry.queue(task);
    } finally {
      entry.tasks -= 1;
      if (entry.tasks === 0) queues.delete(key);
    }
  };
}
