import { expect } from 'chai';
import { rollBack } from '../../adapters/knex/engine/migrate.ts';
import { migrationNames } from '../../adapters/knex/migrations/source.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import { aBooking, sellHeld, sitting } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { aPassengerId } from '../support/people.ts';
import { aboutMigration } from '../support/migrating.ts';

const NAME = '0015-office-bookings';

aboutMigration(NAME, 'the migration for offices that look bookings up', (at) => {
  const sold = async (): Promise<BookingId> => {
    const { id: tripId } = await aTrip(at.engine);
    const userId = await aPassengerId(at.engine);
    const { id, paymentDeadline } = await aBooking(at.engine, { userId, tripId });
    await at.engine.transact(async ({ seatLocks, mailQueue, payments, refunds }) => {
      await seatLocks.hold({ tripId, passenger: userId, wanted: [seat('A1')], expiresAt: paymentDeadline }, START);
      const seats = [sitting(seat('A1'), { name: 'ÉLODIE Rai' })];
      await sellHeld(seatLocks, { tripId, passenger: userId, booking: id, seats, paymentDeadline }, START);
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
    const before = (await at.engine.officeBookings.find(id))!;
    await at.back();
    await at.forth();
    expect(await at.engine.officeBookings.find(id)).to.deep.equal(before);
    for (const q of ['élodie', before.code.toLowerCase()])
      expect((await at.engine.officeBookings.list({ q }, { limit: 5 })).rows, q).to.have.length(1);
    expect(await at.engine.mailsWait(START)).to.equal(true);
    expect(await at.engine.outstandingRefunds(START)).to.deep.equal({ due: 1, overdue: 0 });
    await sold();
    expect((await at.engine.outstandingRefunds(START)).due).to.equal(2);
  });

  it('fills in more bookings than it looks at in one go', async () => {
    const id = await sold();
    const [row] = await at.database.knex<{ id: number; booking_code: string }>('bookings').where({ id });
    const copies = Array.from({ length: 1_001 }, (_, n) => ({ ...row, id: id + 1 + n, booking_code: `COPY-${n}-` }));
    await at.database.knex.batchInsert('bookings', copies, 50);
    await at.back();
    await at.forth();
    const found = await at.engine.officeBookings.list({ q: 'copy-1000-' }, { limit: 5 });
    expect(found.rows).to.have.length(1);
  });

  it('is not rolled back once an office has cancelled a booking', async () => {
    const id = await sold();
    await at.engine.transact(({ mailQueue }) => mailQueue.add({ kind: 'BOOKING_CANCELLED', bookingId: id }, START));
    for (const name of [...migrationNames].reverse()) if (name > NAME) await at.database.knex.migrate.down({ name });
    expect(String(await rollBack(at.database.knex).catch(String))).to.match(/not rolled back.*mail_queue: 1/);
    expect(await at.engine.mailsWait(START)).to.equal(true);
  });
});
