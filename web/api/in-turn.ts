/** Work of one name waits for its turn, across tabs too. Over plain http there are no locks, and nobody waits. */
export const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work();
