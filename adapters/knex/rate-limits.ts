import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from './database.ts';

interface Budget {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/** Budgets in the table `rate_limits`, shared by every process. While the database does not answer, each process keeps its own. */
export const postgresBudget = ({ knex }: Pick<Database, 'knex'>) => ({ name, points, duration }: Budget): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: knex, storeType: 'knex', tableName: 'rate_limits', tableCreated: true, keyPrefix: name, points, duration,
    // Who is refused already asks the database no more.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration }),
  });
