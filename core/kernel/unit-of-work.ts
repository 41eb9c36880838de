/**
 * Runs work in one transaction. It commits when the work returns, and rolls back when the work throws. The work uses
 * the stores only: no network, no hashing, no other transaction. After a deadlock or serialization failure the work
 * runs again from the start, so it must have no other effects.
 *
 * Calls of the stores take effect in the order in which they were made, even without an `await` in between. So under
 * `Promise.all`, a read sees the writes listed before it. This is true only of the first SQL statement of each call.
 * Some calls run a second statement once the first is answered. Work that depends on the second statement must await
 * the call.
 *
 * If a request that changes something began the transaction, the request's caller is judged again first. The
 * transaction is rolled back if the caller may no longer act.
 *
 * Stores throw once their transaction has ended. So under `Promise.all`, a branch that continues after another branch
 * has failed changes nothing.
 */
export type Transact<Stores> = <Result>(work: (stores: Stores) => Promise<Result>) => Promise<Result>;

/**
 * Runs work for the service itself, although a person's request led to it. Transactions that the work begins do not
 * judge the caller of the request again. Only for work that must be finished whatever has become of the caller, such as
 * storing what a gateway has answered.
 */
export type AsService = <Result>(work: () => Promise<Result>) => Promise<Result>;
