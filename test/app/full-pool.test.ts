import { expect } from 'chai';
import { type Storage, openStorage, storeNeeds } from '../../app/storage.ts';
import { systemClock } from '../../app/system-clock.ts';
import { minutesAfter } from '../../core/kernel/time.ts';
import { freshDatabase, needs } from '../support/servers.ts';

/** More transactions than the pool has connections. */
const TRANSACTIONS = 12;

describe('a pool whose connections are all in use', () => {
  let storage: Storage | undefined;
  let open: () => void = () => undefined;
  after(async () => {
    open();
    await storage?.close();
  });

  it('a full pool of database connections is no outage: the look at the database and the heartbeat have their own', async function () {
    const databaseUrl = await freshDatabase();
    needs(this, databaseUrl);
    const { transact, transactAside, ping } = (storage = await openStorage({ databaseUrl }, storeNeeds()));
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const now = systemClock();
    const lease = (name: string) => ({ name, holder: 'test' });
    let begun = 0;
    const transactions = Array.from({ length: TRANSACTIONS }, (_none, index) =>
      transact(async ({ leases }) => {
        await leases.take(lease(`lease ${index}`), minutesAfter(now, 1), now);
        begun += 1;
        await gate;
      }),
    );
    while (begun < 10) await new Promise(setImmediate);
    await ping();
    const beat = { name: 'here/1', version: '0.1.0', clock: now };
    expect(await transactAside(({ processBeats }) => processBeats.beat(beat))).to.be.a('number');
    open();
    const ended = await Promise.allSettled(transactions);
    expect(ended.filter(({ status }) => status === 'fulfilled')).to.have.length.at.least(10);
  });
});
