import { expect } from 'chai';
import type { BookingMove } from '../../core/bookings/booking.ts';
import type { Paisa } from '../../core/kernel/money.ts';
import { NOTHING, paisa } from '../../core/kernel/money.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { aPassengerId } from '../support/people.ts';
import { aboutMigration } from '../support/migrating.ts';

const NAME = '0025-manifests';

aboutMigration(NAME, 'the migration for manifests', (at) => {
  it('knows of older bookings whose ticket was good once', async () => {
    const [userId, { id: tripId }] = [await aPassengerId(at.engine), await aTrip(at.engine)];
    const ended = async (move: BookingMove | undefined, fee: Paisa, ...before: readonly BookingMove[]) => {
      const { id } = await aBooking(at.engine, { userId, tripId });
      await at.engine.transact(async ({ bookings }) => {
        for (const one of before) await bookings.move(id, one);
        if (move) await bookings.move(id, move, { reason: '', by: 'PASSENGER', at: START, fee });
      });
      return id;
    };
    const good = await ended(undefined, NOTHING, 'confirm');
    const unpaid = await ended('cancelUnpaid', NOTHING);
    const refunded = await ended('refund', NOTHING, 'confirm');
    const kept = await ended('cancelPaid', paisa(120_000), 'confirm', 'complete');
    const expired = await ended(undefined, NOTHING, 'expire');
    const revoked = () =>
      at.database.knex('bookings').where('ticket_revoked', true).orderBy('id').pluck<number[]>('id');
    expect(await revoked()).to.deep.equal([refunded, kept]);

    await at.database.knex.migrate.down({ name: NAME });
    await at.forth();
    expect(await revoked()).to.deep.equal([refunded, kept]);
    expect(await at.database.knex('bookings').pluck('id')).to.have.members([good, unpaid, refunded, kept, expired]);
  });
});
