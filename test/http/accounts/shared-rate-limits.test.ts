import { expect } from 'chai';
import { rateLimits } from '../../../adapters/http/route/rate-limits.ts';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { postgresBudget } from '../../../adapters/knex/platform/rate-limits.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { patienceOf, refusalOf } from '../../support/patience.ts';
import { needs, postgresUrl } from '../../support/servers.ts';

describe('rate limits of several processes', () => {
  let databases: readonly Database[];
  const connect = connectingUntil(after);

  before(async function () {
    const url = await postgresUrl();
    needs(this, url);
    databases = [connect(url), connect(url)];
    await migrate(databases[0]!.knex);
    await databases[0]!.knex('rate_limits').delete();
  });

  it('rate limits of two processes count together through Postgres', async () => {
    const [one, other] = databases.map((database) =>
      rateLimits({
        openBudget: postgresBudget(database),
        report: (error) => {
          throw error as Error;
        },
      }),
    );
    let turn = 0;
    const taken = await patienceOf(
      { ...one!, take: (...args) => ((turn += 1) % 2 === 0 ? one! : other!).take(...args) },
      'checkout',
      () => ({ ip: '203.0.113.1', account: 'user 1' }),
    );
    expect(taken).to.equal(120);
    expect(await refusalOf(one!.take('checkout', { ip: '203.0.113.1', account: 'user 1' }))).to.include({
      code: 'RATE_LIMITED',
    });
    expect(await refusalOf(other!.take('checkout', { ip: '203.0.113.1', account: 'user 2' }))).to.equal(undefined);
  });

  it('rate limits are counted by each process alone while Postgres cannot be reached', async () => {
    const gone = connect('postgres://postgres@127.0.0.1:1/test');
    const limits = rateLimits({
      openBudget: postgresBudget(gone),
      report: (error) => {
        throw error as Error;
      },
    });
    expect(await refusalOf(limits.take('checkout', { ip: '203.0.113.1', account: 'user 1' }))).to.equal(undefined);
  });
});
