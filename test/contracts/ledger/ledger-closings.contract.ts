import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { closeLedger } from '../../../core/ledger/close-ledger.ts';
import { settlement } from '../../../core/ledger/entries.ts';
import { START } from '../../support/clock.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { beforeCommit } from '../../support/overlap.ts';
import { aWorld } from '../../support/world.ts';

const settle = ({ transact }: Pick<Engine, 'transact'>, amount: number, at: Instant = START) =>
  transact(({ ledger }) => ledger.record(settlement(paisa(amount), paisa(1), 'ESEWA'), at));

const closeAt = ({ transact }: Engine, at: Instant) => closeLedger({ ...aWorld, transact, clock: () => at })();

const balanceOfBank = async ({ ledgerViews }: Engine) => (await ledgerViews.balances()).BANK;

const wrongBalances = async ({ auditReader }: Engine) =>
  (await auditReader.balances()).filter(({ kept, counted }) => kept !== counted);

onEveryEngine('balances and closings of the ledger', (engine) => {
  it('a ledger account’s balance stays right when the ledger job stores balances repeatedly and in parallel', async () => {
    const close = (minutes: number) => closeAt(engine(), minutesAfter(START, minutes));
    await close(0);
    await settle(engine(), 100, minutesAfter(START, 1));
    await settle(engine(), 20, minutesAfter(START, 5));
    await Promise.all([close(5), close(5), close(5)]);
    expect(await balanceOfBank(engine())).to.equal(120);
    await settle(engine(), 3, minutesAfter(START, 5));
    expect(await balanceOfBank(engine())).to.equal(123);
    await close(7);
    await close(9);
    await settle(engine(), 4_000, minutesAfter(START, 9));
    expect(await balanceOfBank(engine())).to.equal(4_123);
    expect(await wrongBalances(engine())).to.deep.equal([]);
  });

  it('ledger account balances include a row that is older than the stored balances, because another process’s clock was ahead', async () => {
    await settle(engine(), 100);
    await closeAt(engine(), hoursAfter(START, 5.75));
    await settle(engine(), 20, minutesAfter(START, 1));
    expect(await balanceOfBank(engine())).to.equal(120);
    await closeAt(engine(), minutesAfter(START, 2));
    await settle(engine(), 3, minutesAfter(START, 3));
    expect(await balanceOfBank(engine())).to.equal(123);
    expect(await wrongBalances(engine())).to.deep.equal([]);
  });

  it('ledger account balances include rows dated in the past and in the future, before and after the ledger job counts them', async () => {
    await settle(engine(), 100, hoursAfter(START, -400));
    await settle(engine(), 20, hoursAfter(START, 400));
    expect(await balanceOfBank(engine())).to.equal(120);
    await closeAt(engine(), START);
    expect(await balanceOfBank(engine())).to.equal(120);
    await closeAt(engine(), hoursAfter(START, 500));
    expect(await balanceOfBank(engine())).to.equal(120);
    expect(await wrongBalances(engine())).to.deep.equal([]);
  });

  it('ledger account balances include every row while the ledger job counts the rows in slices', async () => {
    for (const amount of [1, 20, 300, 4_000]) await settle(engine(), amount);
    for (let slice = 0; slice < 4; slice += 1) {
      await engine().transact(({ ledger }) => ledger.close(START, 3));
      expect(await balanceOfBank(engine())).to.equal(4_321);
    }
    expect(await wrongBalances(engine())).to.deep.equal([]);
  });
});

onEveryEngine('closings of the ledger', (engine, database, kind) => {
  const unclosed = () => database().knex('unclosed_entries').orderBy('entry_id').pluck<number[]>('at');

  it('one run of the ledger job counts at most the given number of rows into the stored balances', async () => {
    for (const amount of [1, 20, 300, 4_000]) await settle(engine(), amount);
    const close = () => engine().transact(({ ledger }) => ledger.close(START, 3));
    expect([await close(), await close(), await close(), await close()]).to.deep.equal([3, 3, 2, 0]);
    expect(await unclosed()).to.deep.equal([]);
  });

  it('one run of the ledger job counts no rows that are dated after the run into the stored balances', async () => {
    const later = minutesAfter(START, 1);
    await settle(engine(), 20, later);
    await settle(engine(), 100);
    expect(await closeAt(engine(), START)).to.equal(2);
    expect((await unclosed()).map(Number)).to.deep.equal([later, later]);
    expect(await closeAt(engine(), later)).to.equal(2);
    expect(await unclosed()).to.deep.equal([]);
  });

  // SQLite has one writer at a time, so no row is committed after a row with a higher id.
  const onSeveralConnections = kind === 'Postgres' ? it : () => undefined;
  onSeveralConnections('balances include a row that is committed after a closing of rows with higher ids', async () => {
    await beforeCommit(
      database(),
      engine().transact,
      (transact) => settle({ transact }, 100),
      async () => {
        await settle(engine(), 20);
        expect(await closeAt(engine(), minutesAfter(START, 1))).to.equal(2);
        expect(await balanceOfBank(engine())).to.equal(20);
      },
    );
    expect(await balanceOfBank(engine())).to.equal(120);
    await closeAt(engine(), minutesAfter(START, 1));
    expect(await balanceOfBank(engine())).to.equal(120);
    expect(await wrongBalances(engine())).to.deep.equal([]);
  });

  onSeveralConnections('a ledger row is added to the balances only once by twenty closings at once', async () => {
    for (let amount = 0; amount < 40; amount += 1) await settle(engine(), 1);
    const counts = await Promise.all(Array.from({ length: 20 }, () => closeAt(engine(), START)));
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(80);
    expect(await wrongBalances(engine())).to.deep.equal([]);
  });
});
