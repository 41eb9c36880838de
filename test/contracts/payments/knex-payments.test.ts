import { expect } from 'chai';
import { type Database, connectDatabase } from '../../../adapters/knex/engine/database.ts';
import { migrate } from '../../../adapters/knex/schema/migrate.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { daysAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { START } from '../../support/clock.ts';
import { type Engine, engineOn } from '../../support/engines.ts';
import { aBookedTrip } from '../../support/paying.ts';

/** The columns under test are for people who read the database. No use case reads them. */
describe('the tables of payments', () => {
  let database: Database;
  let engine: Engine;

  before(async () => {
    database = connectDatabase('sqlite::memory:');
    await migrate(database.knex);
    engine = engineOn(database);
  });
  after(() => database.close());

  const LATER = minutesAfter(START, 3);
  const row = async (table: string): Promise<unknown> =>
    (await database.knex(table).orderBy('id', 'desc').first()) as unknown;

  it('the database row of a payment has the payment’s gateway, newest reference and newest answer', async () => {
    const { booking } = await aBookedTrip(engine);
    await engine.transact(async ({ payments }) => {
      const id = await payments.add({
        bookingId: booking.id,
        gateway: 'ESEWA',
        transactionUuid: 'u',
        amount: paisa(240_050),
        createdAt: START,
        nextEnquiryAt: undefined,
      });
      await payments.move(id, 'reportPending', minutesAfter(START, 1), { raw: 'first' });
      await payments.move(id, 'doubt', minutesAfter(START, 2));
      await payments.move(id, 'complete', LATER, { reference: '000AWEO', raw: 'last' });
      await payments.move(id, 'refundFully', LATER);
    });
    expect(await row('payments')).to.deep.include({
      gateway: 'ESEWA',
      amount_paisa: 240_050,
      status: 'FULL_REFUND',
      gateway_reference: '000AWEO',
      raw_response: 'last',
      created_at: START,
      updated_at: LATER,
    });
  });

  it('the database row of a callback has its time, and the row of a refund has its due date', async () => {
    const { booking } = await aBookedTrip(engine);
    await engine.transact(async ({ payments, refunds, callbacks }) => {
      const paymentId = await payments.add({
        bookingId: booking.id,
        gateway: 'ESEWA',
        transactionUuid: 'v',
        amount: paisa(100),
        createdAt: START,
        nextEnquiryAt: undefined,
      });
      await refunds.add(
        { paymentId, bookingId: booking.id, reason: 'LATE_PAYMENT', amount: paisa(100), dueAt: daysAfter(LATER, 7) },
        LATER,
      );
      await callbacks.add(
        { paymentId, transactionUuid: 'v', payload: '(empty)', signatureValid: false, source: 'ENQUIRY' },
        LATER,
      );
    });
    expect(await row('refunds')).to.deep.include({
      booking_id: booking.id,
      reason: 'LATE_PAYMENT',
      amount_paisa: 100,
      status: 'DUE',
      due_at: daysAfter(LATER, 7),
      created_at: LATER,
    });
    expect(await row('payment_webhook_logs')).to.deep.include({
      transaction_uuid: 'v',
      raw_payload: '(empty)',
      signature_valid: 0,
      received_at: LATER,
    });
  });
});
