import { expect } from 'chai';
import type { Knex } from 'knex';
import { writeFirstEntries } from '../../adapters/knex/migrations/first-entries.ts';
import { aBusyDay, markPublished } from '../support/audited-day.ts';
import { cancellingOn } from '../support/cancelling.ts';
import { emptyLedger, onEveryDatabase } from '../support/engines.ts';
import { earnDue } from '../support/entries.ts';

onEveryDatabase('the ledger of what was paid before there was one', (engine, database) => {
  const rows = (): Promise<readonly object[]> =>
    database()
      .knex('ledger_entries')
      .select('at', 'kind', 'debit', 'credit', 'amount_paisa', 'booking_id', 'operator_id', 'payment_id', 'refund_id')
      .orderBy(['booking_id', 'at', 'kind', 'debit', 'credit', 'amount_paisa']);

  it('has the rows that would have been written at the time, of every kind', async () => {
    const day = await aBusyDay(engine());
    const { clock, expire } = day.paying;
    const late = await day.book('B4');
    await day.pay(late);
    clock.set(day.bus.departsAt);
    await expire();
    await earnDue(engine(), clock);
    await cancellingOn(day.paying).cancelForOffice({ role: 'ADMIN', userId: day.asha }, late);
    await markPublished(engine());
    expect((await day.audit()).findings).to.deep.equal([]);
    const before = await rows();
    expect(before).to.have.length.above(20);

    await emptyLedger(database());
    await database().knex('bookings').update({ earned_at: null, earns_at: 0 });
    expect((await day.audit()).findings).to.not.deep.equal([]);
    await database().knex.transaction((all: Knex.Transaction) => writeFirstEntries(all, clock()));
    expect(await rows()).to.deep.equal(before);
    expect((await day.audit()).findings).to.deep.equal([]);
  });
});
