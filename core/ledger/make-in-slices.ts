import type { KeyedMutex } from '../accounts/crypto-ports.ts';
import type { Instant } from '../kernel/time.ts';
import type { Transact } from '../kernel/unit-of-work.ts';

/** A statement that is being made. Nobody sees it until it is complete. */
interface Draft<Id> {
  readonly id: Id;
  /** The last local day of the statement, inclusive. */
  readonly until: string;
  /** The moment of the earliest ledger row on the draft; null before the first row. */
  readonly firstAt: Instant | null;
}

/** Makes statements of one kind for one owner. Each function runs in the transaction of `stores`. */
export interface StatementMaker<Stores, Id, Drafted extends Draft<Id>, Made> {
  /** Names the owner among the owners of all statements. */
  readonly owner: string;
  readonly until: string;
  /** The owner's unfinished draft, locked until the transaction ends. Throws if there is no such owner. */
  readonly lockDraft: (stores: Stores) => Promise<Drafted | undefined>;
  /** Begins a draft. Undefined if another transaction has begun one. Throws if there is nothing to state. */
  readonly begin: (stores: Stores) => Promise<Drafted | undefined>;
  /** Puts the next ledger rows on the draft, about `limit` rows. */
  readonly takeUp: (
    stores: Stores,
    draft: Drafted,
    limit: number,
  ) => Promise<{ readonly draft: Drafted; readonly isLast: boolean }>;
  readonly saveDraft: (stores: Stores, draft: Drafted) => Promise<void>;
  /** Turns a draft with all its rows into a statement. Throws if it has no rows. */
  readonly complete: (stores: Stores, draft: Drafted) => Promise<void>;
  /** Reads a finished statement for the caller. */
  readonly read: (stores: Stores, id: Id) => Promise<Made>;
}

/** The result of one transaction: a finished statement, or a draft that needs another transaction. */
type Step<Id, Made> =
  { readonly made: Made; readonly isMade: true } | { readonly isMade: false; readonly own: Id | undefined };

/**
 * The default of `rowsPerSlice`. It keeps SQLite's only connection busy for less than 100 ms; docs/money.md has the
 * figures.
 */
const ROWS_PER_SLICE = 1_000;

/** Use cases that make statements need this, besides their world. */
export interface SliceNeeds {
  /** The approximate number of ledger rows per transaction. */
  readonly rowsPerSlice?: number;
}

/**
 * Makes a statement of ledger rows that are on none yet, in as many transactions as its rows need. Simultaneous callers
 * run one after another. If another process left a draft unfinished, that draft is completed first. A caller who asked
 * for the same last day gets that statement.
 */
export async function makeInSlices<Stores, Id, Drafted extends Draft<Id>, Made>(
  {
    transact,
    mutex,
    rowsPerSlice = ROWS_PER_SLICE,
  }: SliceNeeds & { readonly transact: Transact<Stores>; readonly mutex: KeyedMutex },
  maker: StatementMaker<Stores, Id, Drafted, Made>,
): Promise<Made> {
  async function step(stores: Stores, own: Id | undefined): Promise<Step<Id, Made>> {
    const open = await maker.lockDraft(stores);
    if (own !== undefined && open?.id !== own) return { made: await maker.read(stores, own), isMade: true };
    const before = open ?? (await maker.begin(stores));
    if (!before) return { isMade: false, own: undefined };

    const { draft, isLast } = await maker.takeUp(stores, before, rowsPerSlice);
    const isOwn = draft.until === maker.until;
    if (!isLast) {
      await maker.saveDraft(stores, draft);
      return { isMade: false, own: isOwn ? draft.id : undefined };
    }
    await maker.complete(stores, draft);
    return isOwn ? { made: await maker.read(stores, draft.id), isMade: true } : { isMade: false, own: undefined };
  }

  // The mutex of a process allows only one statement of an owner at a time. So any other draft belongs to another
  // process.
  return mutex(`statement of ${maker.owner}`, async () => {
    for (let own: Id | undefined; ;) {
      const before = own;
      const done = await transact((stores) => step(stores, before));
      if (done.isMade) return done.made;
      own = done.own;
    }
  });
}

/** The earlier of two moments, one of which may be missing. */
export const earlier = (one: Instant | null, other: Instant | undefined): Instant | null =>
  other !== undefined && (one === null || other < one) ? other : one;
