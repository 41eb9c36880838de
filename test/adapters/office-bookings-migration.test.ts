import { expect } from 'chai';
import { connectDatabase } from '../../adapters/knex/engine/database.ts';
import type { Database } from '../../adapters/knex/engine/database.ts';
import { migrate, rollBack } from '../../adapters/knex/engine/migrate.ts';
import { migrationNames } from '../../adapters/knex/migrations/source.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import { aBooking, sitting } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { engineOn } from '../support/engines.ts';
import type { Engine } from '../support/engines.ts';
import { aPassengerId } from '../support/people.ts';
import { freshDatabase } from '../support/servers.ts';

const NAME = '0015-office-bookings';

for (const kind of ['SQLite', 'Postgres'] as const) {
  describe(`the migration for offices that look bookings up (${kind})`, function () {
    this.timeout(60_000);
    let database: Database;
    let engine: Engine;

    beforeEach(async function () {
      const url = kind === 'SQLite' ? 'sqlite::memory:' : await freshDatabase();
      if (url === '') this.skip();
      database = connectDatabase(url, { unhurried: true });
      await migrate(database.knex);
      engine = engineOn(database);
    });
    afterEach(() => database.close());

    const back = async () => {
      for (const name of [...migrationNames].reverse()) if (name >= NAME) await database.knex.migrate.down({ name });
    };
    const sold = async (): Promise<BookingId> => {
      const { id: tripId } = await aTrip(engine);
      const userId = await aPassengerId(engine);
      const { id, paymentDeadline } = await aBooking(engine, { userId, tripId });
      await engine.transact(async ({ seatLocks, mailQueue, payments, refunds }) => {
        await seatLocks.hold({ tripId, passenger: userId, wanted: [seat('A1')], expiresAt: paymentDeadline }, START);
        const seats = [sitting(seat('A1'), { name: 'ÉLODIE Rai' })];
        await seatLocks.sell({ tripId, passenger: userId, booking: id, seats, paymentDeadline }, START);
        await mailQueue.add({ kind: 'BOOKING_CONFIRMED', bookingId: id }, START);
        const money = { bookingId: id, amount: paisa(120_000) };
        const paymentId = await payments.add({
          ...money,
          gateway: 'ESEWA',
          transactionUuid: `uuid-${id}`,
          createdAt: START,
          nextEnquiryAt: undefined,
        });
        await refunds.add({ ...money, paymentId, reason: 'LATE_PAYMENT', dueAt: daysAfter(START, 7) }, START);
      });
      return id;
    };

    it('has bookings found that were made before, by code, passenger and company, and keeps refunds and mails', async () => {
      const id = await sold();
      const before = (await engine.officeBookings.find(id))!;
      await back();
      await migrate(database.knex);
      expect(await engine.officeBookings.find(id)).to.deep.equal(before);
      for (const q of ['élodie', before.code.toLowerCase()])
        expect((await engine.officeBookings.list({ q }, { limit: 5 })).rows, q).to.have.length(1);
      expect(await engine.mailsWait(START)).to.equal(true);
      expect(await engine.outstandingRefunds(START)).to.deep.equal({ due: 1, overdue: 0 });
      await sold();
      expect((await engine.outstandingRefunds(START)).due).to.equal(2);
    });

    it('fills in more bookings than it looks at in one go', async () => {
      const id = await sold();
      const [row] = await database.knex<{ id: number; booking_code: string }>('bookings').where({ id });
      const copies = Array.from({ length: 1_001 }, (_, n) => ({ ...row, id: id + 1 + n, booking_code: `COPY-${n}-` }));
      await database.knex.batchInsert('bookings', copies, 50);
      await back();
      await migrate(database.knex);
      const found = await engine.officeBookings.list({ q: 'copy-1000-' }, { limit: 5 });
      expect(found.rows).to.have.length(1);
    });

    it('is not rolled back once an office has cancelled a booking', async () => {
      const id = await sold();
      await engine.transact(({ mailQueue }) => mailQueue.add({ kind: 'BOOKING_CANCELLED', bookingId: id }, START));
      for (const name of [...migrationNames].reverse()) if (name > NAME) await database.knex.migrate.down({ name });
      expect(String(await rollBack(database.knex).catch(String))).to.match(/not rolled back.*mail_queue: 1/);
      expect(await engine.mailsWait(START)).to.equal(true);
    });
  });
}
