/**
 * Runs work in one transaction, which is committed when the work returns and rolled back when it throws. The work uses
 * the stores only: no network, no hashing, no other transaction. After a deadlock or serialization failure it is run
 * again from the start, so it must have no other effects.
 *
 * Calls of the stores take effect in the order in which they were made, also when none was awaited in between: under
 * `Promise.all`, a read sees the writes listed before it. That holds for the first statement of a call. Statements that
 * follow an answer come later, so a call that reads what another one does in two steps awaits that one.
 *
 * Stores throw once their transaction has ended. Under `Promise.all`, a branch that is left behind by the failure of
 * another one changes nothing any more.
 */
export type Transact<Stores> = <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>;
