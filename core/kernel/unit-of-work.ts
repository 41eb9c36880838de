/**
 * Runs work against stores that share one transaction.
 * Commits when the work returns, undoes everything when it throws.
 * The work touches stores only: no network, no hashing, no second transact. It may be run again from the start
 * when the database asks for that (serialization failure, deadlock), so it changes nothing but the stores.
 */
export type Transact<Stores> = <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>;
