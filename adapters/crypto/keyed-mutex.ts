import pLimit, { type LimitFunction } from 'p-limit';
import type { KeyedMutex } from '../../core/accounts/crypto-ports.ts';

/** Holds one mutex for each key. A mutex exists only while a caller holds it or waits for it. */
export function keyedMutex(): KeyedMutex {
  const mutexes = new Map<string, { readonly run: LimitFunction; users: number }>();

  return async (key, work) => {
    const mutex = mutexes.get(key) ?? { run: pLimit(1), users: 0 };
    mutexes.set(key, mutex);
    mutex.users += 1;
    try {
      return await mutex.run(work);
    } finally {
      mutex.users -= 1;
      if (mutex.users === 0) mutexes.delete(key);
    }
  };
}
