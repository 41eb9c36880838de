import { setTimeout as pause } from 'node:timers/promises';
import { databaseUnavailable } from '../../../core/kernel/refusal.ts';

interface Needs<Client> {
  /** Milliseconds after which a commit counts as stuck, if commits wait for a standby or none got through meanwhile. */
  readonly limitMs: number;
  /** Ends a connection at once, whatever it waits for. */
  readonly end: (client: Client, why: Error) => void;
  /**
   * Returns whether commits wait for a standby. Transactions that only read get through meanwhile, and show nothing.
   */
  readonly waitsForStandby: () => Promise<boolean>;
  /** Returns whether a commit gets through. Makes no commit while earlier ones still hang in the server. */
  readonly probe: () => Promise<boolean>;
  readonly probeEveryMs?: number;
}

/** Refuses transactions while no commit gets through. */
export interface CommitWatch<Client> {
  /** Throws the refusal `databaseUnavailable` while no commit gets through. */
  readonly admit: () => void;
  /** Runs a transaction on a connection, which is ended when commits turn out to be stuck. */
  readonly during: <Result>(client: Client, work: Promise<Result>) => Promise<Result>;
  /** Waits for the answer to a commit. */
  readonly committing: <Answer>(client: Client, commit: Promise<Answer>) => Promise<Answer>;
}

const PROBE_EVERY_MS = 500;

const stuck = (limitMs: number): Error =>
  Object.assign(new Error(`No commit got through for ${limitMs} ms.`), { code: 'ETIMEDOUT' });

/**
 * Watches the commits of a pool. A primary that waits for its synchronous standby goes on to answer, and confirms no
 * commit. Each transaction would then hold its connection, its locks and its caller until it is given up, and each
 * connection that is given up stays in the server. So the first commit that is stuck ends all transactions that run,
 * and no other transaction begins until a commit gets through.
 */
export function commitWatch<Client>({
  limitMs,
  end,
  waitsForStandby,
  probe,
  probeEveryMs = PROBE_EVERY_MS,
}: Needs<Client>): CommitWatch<Client> {
  const running = new Set<Client>();
  let committedAt = -Infinity;
  let isStuck = false;

  const heal = async (): Promise<void> => {
    while (isStuck) {
      await pause(probeEveryMs, undefined, { ref: false });
      isStuck = !(await probe().catch(() => false));
    }
  };

  const give = (client: Client): void => {
    end(client, stuck(limitMs));
    if (isStuck) return;
    isStuck = true;
    for (const other of running) end(other, stuck(limitMs));
    void heal();
  };

  return {
    admit: () => {
      if (isStuck) throw databaseUnavailable(stuck(limitMs));
    },
    async during(client, work) {
      running.add(client);
      return work.finally(() => running.delete(client));
    },
    async committing(client, commit) {
      let timer: NodeJS.Timeout | undefined;
      let since = performance.now();
      let isAnswered = false;
      const look = async (): Promise<void> => {
        const isHanging = committedAt < since || (await waitsForStandby().catch(() => true));
        if (isAnswered) return;
        // A commit that is slow among others which get through is left to the limit for silent connections.
        if (isHanging) give(client);
        else {
          since = performance.now();
          timer = setTimeout(() => void look(), limitMs);
        }
      };
      if (Number.isFinite(limitMs)) timer = setTimeout(() => void look(), limitMs);
      try {
        const answer = await commit;
        committedAt = performance.now();
        return answer;
      } finally {
        isAnswered = true;
        clearTimeout(timer);
      }
    },
  };
}
