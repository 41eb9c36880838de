import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../engine/database.ts';

interface Budget {
  readonly name: string;
  readonly points: number;
  readonly duration: number;
}

/**
 * Budgets in the table `rate_limits`, shared by all processes. While the database does not answer, each process counts
 * alone.
 */
export const postgresBudget =
  ({ knex }: Pick<Database, 'knex'>) =>
  ({ name, points, duration }: Budget): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: knex,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration,
      // Once a key is over its budget, later requests are refused without asking the database.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration }),
    });
