/**
 * Runs tasks of the same name one after another, across tabs. Over plain HTTP browsers have no locks, and tasks run at
 * once.
 */
export const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();
