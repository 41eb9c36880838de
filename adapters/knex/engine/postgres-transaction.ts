import type pg from 'pg';
import { fenced } from './fenced.ts';
import { postgresSql, sendOpening } from './pg-driver.ts';
import type { PgSender, PgStatement } from './pg-driver.ts';
import type { Work } from './sql.ts';

const alone = (text: string): PgStatement => ({ name: '', text, values: [] });

/** The statements of one transaction, in order. */
interface Conversation extends PgSender {
  /** Whether nothing has been sent or posted yet. */
  readonly isSilent: () => boolean;
  /** Whether begin failed: then the state of the connection is unknown. */
  readonly isLost: () => boolean;
  /** The error of the first posted statement that failed. */
  readonly failure: () => { readonly reason: unknown } | undefined;
}

/**
 * Begin is sent with the first statement that somebody waits for. The next statements are held back until that one is
 * answered: had begin failed, each of them would take effect on its own.
 */
function converse(client: pg.ClientBase): Conversation {
  let state: 'silent' | 'opening' | 'begun' | 'lost' = 'silent';
  let failure: { readonly reason: unknown } | undefined;
  let lostBecause: Error | undefined;
  const posted: PgStatement[] = [];
  const held: (() => void)[] = [];

  const recordFailure = (error: unknown): void => {
    failure ??= { reason: error };
  };

  const open = (statement: PgStatement): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      state = 'opening';
      sendOpening(client, posted, statement, ({ answered, error, result }) => {
        state = answered > 0 ? 'begun' : 'lost';
        if (error) {
          if (answered <= posted.length) recordFailure(error);
          lostBecause = error;
          reject(error);
        } else resolve(result);
        for (const go of held.splice(0)) go();
      });
    });

  const send = (statement: PgStatement): Promise<pg.QueryResult> => {
    switch (state) {
      case 'silent':
        return open(statement);
      case 'opening':
        return new Promise((resolve, reject) => {
          held.push(() => {
            send(statement).then(resolve, reject);
          });
        });
      case 'begun':
        return client.query(statement);
      case 'lost':
        return Promise.reject(lostBecause ?? new Error('The transaction did not begin.'));
    }
  };

  return {
    send,
    post(statement) {
      if (state === 'silent') posted.push(statement);
      else send(statement).catch(recordFailure);
    },
    isSilent: () => state === 'silent' && posted.length === 0,
    isLost: () => state === 'lost',
    failure: () => failure,
  };
}

/** Runs work in one transaction. Calls `discard` when the connection must not be used again. */
export async function transactOn<Result>(
  client: pg.ClientBase,
  work: Work<Result>,
  discard: (error: unknown) => void,
): Promise<Result> {
  const conversation = converse(client);
  const { sql, end, failure } = fenced(postgresSql(conversation));
  let answer: string | undefined;
  try {
    const result = await work(sql).finally(end);
    if (conversation.isSilent()) return result;
    // After a failed statement, Postgres answers a commit with ROLLBACK.
    answer = (await conversation.send(alone('commit'))).command;
    const why = conversation.failure() ?? failure();
    if (why) throw why.reason;
    if (answer !== 'COMMIT')
      throw new Error(`The transaction was not committed: Postgres answered ${answer} to its commit.`);
    return result;
  } catch (error) {
    if (conversation.isLost()) discard(error);
    else if (answer === undefined && !conversation.isSilent())
      await conversation.send(alone('rollback')).catch(discard);
    // When a posted statement failed, everything after it failed because of it: its error is the cause.
    throw conversation.failure()?.reason ?? error;
  }
}
