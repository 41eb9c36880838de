import { expect } from 'chai';
import type { Database } from '../../../adapters/knex/engine/database.ts';
import { migrate, rollBack } from '../../../adapters/knex/schema/migrate.ts';
import { knexTransact } from '../../../adapters/knex/stores.ts';
import { knexViews } from '../../../adapters/knex/views.ts';
import { storeNeeds } from '../../../app/storage.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { onlinePayment, refundPaid, settlement } from '../../../core/ledger/entries.ts';
import { START } from '../../support/clock.ts';
import { connectingUntil } from '../../support/connecting.ts';
import { aPaidBooking, aRefund } from '../../support/refunds.ts';
import { freshDatabase, needs } from '../../support/servers.ts';
import { enginesOf } from '../../support/test-engines.ts';

for (const kind of enginesOf('of SQL')) {
  describe(`the migration to balances of gateways (${kind})`, function () {
    this.timeout(300_000);
    const connect = connectingUntil(afterEach);
    let database: Database;

    beforeEach(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      needs(this, url);
      database = connect(url, { unhurried: true });
      await migrate(database.knex);
    });

    const rollBackThisStep = async (): Promise<void> => {
      while (!(await rollBack(database.knex)).includes('0018-gateway-balances'));
    };

    it('the migration to one balance for each gateway assigns all earlier money to eSewa', async () => {
      const engine = { transact: knexTransact(database, storeNeeds()), ...knexViews(database.read) };
      const { booking, paymentId } = await aPaidBooking(engine);
      await engine.transact(({ ledger }) =>
        ledger.record(onlinePayment(booking, { paymentId, gateway: 'ESEWA' }), START),
      );
      await engine.transact(({ ledger }) => ledger.close(START, 1));
      await rollBackThisStep();
      await database.knex('ledger_entries').insert({
        at: START,
        kind: 'SETTLEMENT',
        debit: 'BANK',
        credit: 'GATEWAY',
        amount_paisa: 70_000,
        gateway: 'ESEWA',
      });
      await migrate(database.knex);
      expect((await engine.ledgerViews.balances()).gateways).to.deep.equal({ ESEWA: 50_000 });
      await engine.transact(({ ledger }) => ledger.record(settlement(paisa(1), paisa(0), 'KHALTI'), START));
      await engine.transact(({ ledger }) => ledger.close(START, 100));
      expect((await engine.ledgerViews.balances()).gateways).to.deep.equal({ ESEWA: 50_000, KHALTI: -1 });
      const wrong = (await engine.auditReader.balances()).filter(({ kept, counted }) => kept !== counted);
      expect(wrong).to.deep.equal([]);
    });

    it('the migration to balances per gateway keeps eSewa as the payer of refunds that eSewa paid for counter sales', async () => {
      const engine = { transact: knexTransact(database, storeNeeds()), ...knexViews(database.read) };
      const [byEsewa, byBank] = [
        await aPaidBooking(engine, { gateway: 'CASH' }),
        await aPaidBooking(engine, { gateway: 'CASH' }),
      ];
      const drawnFrom = [];
      for (const [paid, from] of [
        [byEsewa, { gateway: 'ESEWA' }],
        [byBank, 'BANK'],
      ] as const) {
        const { id: refundId } = await aRefund(engine, { paid, reason: 'GOODWILL' });
        const { booking, paymentId } = paid;
        const row = refundPaid(booking, { paymentId, refundId, amount: paisa(100_000), from });
        await engine.transact(({ ledger }) => ledger.record(row, START));
        drawnFrom.push({ id: refundId, drawn_from: from === 'BANK' ? null : 'ESEWA' });
      }
      await rollBackThisStep();
      await migrate(database.knex);
      expect(await database.knex('refunds').select('id', 'drawn_from').orderBy('id')).to.deep.equal(drawnFrom);
    });
  });
}
