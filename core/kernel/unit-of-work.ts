/**
 * Runs work in one transaction, which is committed when the work returns and rolled back when it throws. The work uses
 * the stores only: no network, no hashing, no other transaction. After a deadlock or serialization failure the work
 * runs again from the start, so it must have no other effects.
 *
 * Calls of the stores take effect in the order in which they were made, even without an `await` in between. Under
 * `Promise.all`, a read sees the writes listed before it. This holds for the first statement of a call only. If a call
 * runs a second statement after an answer, a call that depends on both must await it.
 *
 * Stores throw once their transaction has ended. Under `Promise.all`, a branch that goes on after another one has
 * failed changes nothing any more.
 */
export type Transact<Stores> = <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>;
