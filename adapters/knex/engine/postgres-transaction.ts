import type pg from 'pg';
import { fenced } from './fenced.ts';
import { type PgSender, type PgStatement, postgresSql } from './pg-driver.ts';
import { type Asked, exchange } from './pg-exchange.ts';
import type { Work } from './sql.ts';

const alone = (text: string): PgStatement => ({ name: '', text, values: [] });

/**
 * The isolation level is read committed, whatever the default of the database. After waiting for a lock, a statement
 * must see what the holder of the lock has committed.
 */
const BEGIN = alone('begin isolation level read committed');

/** The statements of one transaction, in order. */
interface Conversation extends PgSender {
  /** Whether nothing has been sent or posted yet. */
  readonly isSilent: () => boolean;
  /** Whether `begin` failed, which leaves the connection in an unknown state. */
  readonly isLost: () => boolean;
  /** The error of the first posted statement that failed. */
  readonly failure: () => { readonly reason: unknown } | undefined;
}

/**
 * Sends the statements of a transaction in few pieces. A posted statement is sent with the next awaited statement.
 * Statements of the same round of the event loop are sent together. `begin` is sent with the first piece. The next
 * pieces wait for the answer to `begin`: without it, each statement would take effect on its own.
 */
function converse(client: pg.ClientBase): Conversation {
  let state: 'silent' | 'opening' | 'begun' | 'lost' = 'silent';
  let failure: { readonly reason: unknown } | undefined;
  let lossReason: Error | undefined;
  let toSend: Asked[] = [];
  let isSending = false;

  const begin: Asked = {
    statement: BEGIN,
    resolve: () => {
      state = 'begun';
      if (toSend.length > 0) sendSoon();
    },
    reject: (error) => {
      state = 'lost';
      lossReason = error;
      sendAll();
    },
    skipped: () => undefined,
  };

  function sendAll(): void {
    isSending = false;
    if (state === 'opening') return;
    const together = toSend;
    toSend = [];
    if (state === 'lost') for (const { skipped } of together) skipped(lossReason as Error);
    else if (state === 'begun') exchange(client, together);
    else {
      state = 'opening';
      exchange(client, [begin, ...together]);
    }
  }

  function sendSoon(): void {
    if (isSending) return;
    isSending = true;
    process.nextTick(sendAll);
  }

  return {
    send: (statement) =>
      new Promise((resolve, reject) => {
        toSend.push({ statement, resolve, reject, skipped: reject });
        sendSoon();
      }),
    post(statement) {
      const reject = (error: Error): void => {
        failure ??= { reason: error };
      };
      toSend.push({ statement, resolve: () => undefined, reject, skipped: () => undefined });
    },
    isSilent: () => state === 'silent' && toSend.length === 0,
    isLost: () => state === 'lost',
    failure: () => failure,
  };
}

interface Handling {
  /** Called if the connection must not be used again. */
  readonly discard: (error: unknown) => void;
  /** Waits for the answer to the commit. */
  readonly committing: <Answer>(client: pg.ClientBase, commit: Promise<Answer>) => Promise<Answer>;
}

/** Runs work in one transaction. */
export async function transactOn<Result>(
  client: pg.ClientBase,
  work: Work<Result>,
  { discard, committing }: Handling,
): Promise<Result> {
  const conversation = converse(client);
  const { sql, end, failure } = fenced(postgresSql(conversation));
  let answer: string | undefined;
  try {
    const result = await work(sql).finally(end);
    if (conversation.isSilent()) return result;
    // After a failed statement, Postgres answers a commit with ROLLBACK.
    answer = (await committing(client, conversation.send(alone('commit')))).command;
    const why = conversation.failure() ?? failure();
    if (why) throw why.reason;
    if (answer !== 'COMMIT')
      throw new Error(`The transaction was not committed: Postgres answered ${answer} to its commit.`);
    return result;
  } catch (error) {
    if (conversation.isLost()) discard(error);
    else if (answer === undefined && !conversation.isSilent())
      await conversation.send(alone('rollback')).catch(discard);
    // Throws the error of the posted statement that failed first, because all later failures follow from it.
    throw conversation.failure()?.reason ?? error;
  }
}
