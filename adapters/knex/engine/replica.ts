import type { Sql } from './sql.ts';

/** The longest lag of a replica, in milliseconds. A replica that lags further behind is not read. */
export const MOST_LAG_MS = 15_000;

/** Milliseconds between two checks of a replica. */
const CHECK_EVERY_MS = 1_000;

interface Needs {
  readonly primary: Sql;
  readonly replica: Sql;
  /** Milliseconds of a clock that is never set back. */
  readonly now?: () => number;
  /** Called when reads move to the replica, and when they move back to the primary, with the reason. */
  readonly onMove?: (to: 'replica' | 'primary', why?: unknown) => void;
}

/** The readers of the replica, and the same readers of its primary. */
interface Sides<Readers> {
  readonly replica: Readers;
  readonly primary: Readers;
}

/**
 * Asks the readers of the replica, or those of the primary. A query that fails on the replica is repeated on the
 * primary.
 */
export type OnReplica = <Readers, Answer>(
  sides: Sides<Readers>,
  ask: (readers: Readers) => Promise<Answer>,
) => Promise<Answer>;

/** A position in the write-ahead log of the primary, and the moment at which the position was read. */
interface Mark {
  readonly position: string;
  readonly at: number;
}

/**
 * Lets a streaming replica answer while it is known to be less than MOST_LAG_MS behind. The primary answers when the
 * replica lags more or fails.
 *
 * The lag is measured by the log. The primary reports the position up to which it has written its log. The replica
 * reports whether it has replayed the log up to that position. The age of the last replayed transaction would be wrong
 * while nobody writes. Reading the state of the replication connection would need a privilege.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-RECOVERY-CONTROL
 */
export function onReplica({ primary, replica, now = () => performance.now(), onMove }: Needs): OnReplica {
  let checkedAt = -Infinity;
  /** The newest moment up to which the replica is known to have replayed the primary's log. */
  let provenAt = -Infinity;
  let open: Mark | undefined;
  let isUsed = false;

  const use = (used: boolean, why?: unknown): void => {
    if (used !== isUsed) onMove?.(used ? 'replica' : 'primary', why);
    isUsed = used;
  };

  async function mark(): Promise<Mark> {
    const at = now();
    const found = await primary.one<{ position: string }>`select pg_current_wal_lsn()::text as position`;
    if (!found) throw new Error('The primary told no position of its log.');
    return { position: found.position, at };
  }

  /**
   * Whether the replica has replayed the log up to a position. Always true if the server is no replica, such as the
   * primary under a second address.
   */
  const hasReplayed = async ({ position }: Mark): Promise<boolean> => {
    const found = await replica.one<{ caught_up: boolean }>`
      select case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn, false)
                  else true end as caught_up`;
    return found?.caught_up === true;
  };

  async function check(): Promise<void> {
    try {
      open ??= await mark();
      if (await hasReplayed(open)) {
        provenAt = open.at;
        open = undefined;
      }
    } catch (error) {
      provenAt = -Infinity;
      use(false, error);
    }
  }

  /** Whether the replica may answer. Starts a check if the last one is old, and never waits for it. */
  function isFresh(): boolean {
    if (now() - checkedAt >= CHECK_EVERY_MS) {
      checkedAt = Infinity;
      void check().finally(() => {
        checkedAt = now();
      });
    }
    const fresh = now() - provenAt <= MOST_LAG_MS;
    use(fresh, fresh ? undefined : new Error(`The replica is more than ${MOST_LAG_MS} ms behind.`));
    return fresh;
  }

  return async (sides, ask) => {
    if (!isFresh()) return ask(sides.primary);
    try {
      return await ask(sides.replica);
    } catch (error) {
      provenAt = -Infinity;
      use(false, error);
      return ask(sides.primary);
    }
  };
}
