import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import type { NewSettlement } from '../../../core/ledger/ports.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';

const GIVEN: NewSettlement = {
  gateway: 'ESEWA',
  amount: paisa(500),
  fee: paisa(10),
  reference: 'ESEWA-1',
  forced: false,
};

const add = ({ transact }: Engine, traits: Partial<NewSettlement> = {}) =>
  transact(({ settlements }) => settlements.add({ ...GIVEN, ...traits }, START));

onEveryEngine('settlements', (engine) => {
  it('a gateway settlement’s reference is accepted only once for a gateway, even when settlements arrive at once', async () => {
    const ids = await Promise.all([add(engine()), add(engine()), add(engine())]);
    expect(ids.filter((id) => id !== undefined)).to.have.length(1);
    expect(await add(engine(), { amount: paisa(7), forced: true })).to.equal(undefined);
    expect(await add(engine(), { reference: 'ESEWA-2' })).to.be.a('number');
  });
});

onEveryEngine('the table of settlements', (engine, database) => {
  it('a gateway settlement stores its gateway and whether it was forced', async () => {
    await add(engine());
    await add(engine(), { reference: 'ESEWA-2', forced: true });
    const rows = await database().read.rows`select gateway, forced from settlements order by id`;
    expect(rows).to.deep.equal([
      { gateway: 'ESEWA', forced: false },
      { gateway: 'ESEWA', forced: true },
    ]);
  });
});
