/**
 * Runs work in one transaction, which is committed when the work returns and rolled back when it throws. The work uses
 * the stores only: no network, no hashing, no other transaction. After a deadlock or serialization failure it is run
 * again from the start, so it must have no other effects.
 */
export type Transact<Stores> = <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>;
