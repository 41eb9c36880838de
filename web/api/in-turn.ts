/** Runs work of the same name one after another, across tabs. Plain http has no locks, so work then runs at once. */
export const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();
