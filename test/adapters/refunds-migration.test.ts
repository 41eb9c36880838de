import { expect } from 'chai';
import { rollBack } from '../../adapters/knex/engine/migrate.ts';
import { migrationNames } from '../../adapters/knex/migrations/source.ts';
import type { RefundId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import { daysAfter } from '../../core/kernel/time.ts';
import type { NewRefund } from '../../core/payments/refund.ts';
import { START } from '../support/clock.ts';
import { aBookedTrip } from '../support/paying.ts';
import { aboutMigration } from '../support/migrating.ts';

const NAME = '0021-refunds';
const ACCOUNT = { kind: 'ESEWA', holder: 'Asha', number: '9812345678', bank: null } as const;

aboutMigration(NAME, 'the migration for refunds that are followed', (at) => {
  const back = async (isMeant = (name: string) => name >= NAME) => {
    for (const name of [...migrationNames].reverse())
      if (name >= NAME && isMeant(name)) await at.database.knex.migrate.down({ name });
  };
  let made = 0;
  const owed = async (traits: Partial<NewRefund> = {}): Promise<RefundId> => {
    const { booking } = await aBookedTrip(at.engine);
    return at.engine.transact(async ({ payments, refunds }) => {
      const money = { bookingId: booking.id, amount: paisa(120_000) };
      const begun = { gateway: 'ESEWA', transactionUuid: `uuid-${(made += 1)}`, createdAt: START };
      const paymentId = await payments.add({ ...money, ...begun, nextEnquiryAt: undefined });
      const reason = 'PASSENGER_CANCELLATION';
      return refunds.add({ ...money, paymentId, reason, dueAt: daysAfter(START, 7), ...traits }, START);
    });
  };
  const get = async (id: RefundId) => (await at.engine.transact(({ refunds }) => refunds.get(id)))!;

  it('keeps those that were due, and knows their company', async () => {
    const ids = [await owed(), await owed({ reason: 'OPERATOR_CANCELLATION' }), await owed({ reason: 'LATE_PAYMENT' })];
    const before = [];
    for (const id of ids) before.push(await get(id));
    await back();
    // The version before allows one a payment.
    const row = { ...(await at.database.knex('refunds').where({ id: ids[0] }).first()) };
    expect(Object.keys(row)).to.not.include('operator_id');
    delete row.id;
    expect(
      await at.database
        .knex('refunds')
        .insert(row)
        .catch(() => 'refused'),
    ).to.equal('refused');

    await at.forth();
    for (const [index, id] of ids.entries()) expect(await get(id)).to.deep.equal(before[index]);
    expect(new Set(before.map(({ operatorId }) => operatorId)).size).to.equal(3);
    const { paymentId, bookingId } = before[0]!;
    const more = { paymentId, bookingId, reason: 'GOODWILL', amount: paisa(1), dueAt: START } as const;
    const another = await at.engine.transact(({ refunds }) => refunds.add(more, START));
    expect(another).to.be.greaterThan(ids[2]!);
    expect(await at.engine.transact(({ refunds }) => refunds.ofPayment(paymentId))).to.have.length(2);
  });

  for (const [what, change] of [
    ['sent', (id: RefundId) => at.engine.transact(({ refunds }) => refunds.move(id, 'send', START))],
    [
      'given an account',
      async (id: RefundId) => {
        const { bookingId } = await get(id);
        return at.engine.transact(({ refunds }) => refunds.nameAccount(bookingId, ACCOUNT));
      },
    ],
    ['made for goodwill', () => owed({ reason: 'GOODWILL' })],
  ] as const)
    it(`is not rolled back once a refund was ${what}`, async () => {
      await change(await owed());
      await back((name) => name > NAME);
      expect(String(await rollBack(at.database.knex).catch(String))).to.match(/not rolled back.*refunds: 1/);
    });
});
