import { expect } from 'chai';
import type { CityId } from '../../core/kernel/ids.ts';
import type { StopPassing } from '../../core/road/punctuality-ports.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { beforeCommit } from '../support/overlap.ts';

onEveryEngine('passings that several processes keep', (engine, database) => {
  it('one of several simultaneous passings of a stop is the first, so that its errors are counted once', async () => {
    const { id } = await aTrip(engine());
    const [city] = await engine().transact(({ catalogue }) => catalogue.saveCities(['Kathmandu']));
    const passing: StopPassing = { stop: 0, city: city as CityId, passedAt: START, late: 5, error30: 3, error90: null };
    const isFirst = await beforeCommit(
      database(),
      engine().transact,
      (transact) => transact(({ punctuality }) => punctuality.pass(id, passing)),
      () => engine().transact(({ punctuality }) => punctuality.pass(id, { ...passing, late: 6 })),
    );
    expect(isFirst).to.deep.equal([true, false]);
    expect(await database().knex('stop_passings').pluck('late'), 'the later one counts').to.deep.equal([6]);
  });
});
