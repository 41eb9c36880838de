import { expect } from 'chai';
import type { RefundId } from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import type { Position } from '../../../core/kernel/page.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import {
  adjusted,
  counterPayment,
  earned,
  onlinePayment,
  received,
  refundPaid,
  settlement,
} from '../../../core/ledger/entries.ts';
import type { NewEntry } from '../../../core/ledger/entry.ts';
import type { LedgerFilter } from '../../../core/ledger/ports.ts';
import { START } from '../../support/clock.ts';
import { anAdjustment } from '../../support/corrections.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aBookedTrip, paymentOf } from '../../support/paying.ts';

const MONEY = {
  total: paisa(1_001),
  commissionRate: basisPoints(750),
  commission: paisa(75),
  operatorEarning: paisa(926),
};

async function aPaidBooking(engine: Engine) {
  const { booking } = await aBookedTrip(engine);
  const transactionUuid = `00000000-0000-4000-8000-${String(booking.id).padStart(12, '0')}`;
  await engine.transact(({ payments }) =>
    payments.add({
      bookingId: booking.id,
      gateway: 'ESEWA',
      transactionUuid,
      amount: paisa(1_001),
      createdAt: START,
      nextEnquiryAt: undefined,
    }),
  );
  return { ...booking, ...MONEY, paymentId: (await paymentOf(engine, transactionUuid)).id };
}

const record = ({ transact }: Engine, entries: readonly NewEntry[], at = START) =>
  transact(({ ledger }) => ledger.record(entries, at));

onEveryEngine('the ledger', (engine) => {
  it('the ledger stores rows as written, and lists a booking’s rows oldest first', async () => {
    const booking = await aPaidBooking(engine());
    const other = await aPaidBooking(engine());
    await record(engine(), earned(booking), minutesAfter(START, 5));
    await record(engine(), onlinePayment(booking, { paymentId: booking.paymentId, gateway: 'ESEWA' }), START);
    await record(engine(), onlinePayment(other, { paymentId: other.paymentId, gateway: 'ESEWA' }));
    const rows = await engine().ledgerViews.ofBooking(booking.id);
    const about = {
      bookingId: booking.id,
      operatorId: booking.operatorId,
      refundId: null,
      statementId: null,
      adjustmentId: null,
      receiptId: null,
      agentId: null,
      agentPaymentId: null,
    };
    expect(rows.map(({ id: _, ...row }) => row)).to.deep.equal([
      {
        ...about,
        at: START,
        kind: 'PAYMENT',
        debit: 'GATEWAY',
        credit: 'UNEARNED',
        amount: 1_001,
        paymentId: booking.paymentId,
        gateway: 'ESEWA',
      },
      ...(['OPERATOR', 'COMMISSION'] as const).map((credit) => ({
        ...about,
        at: minutesAfter(START, 5),
        kind: 'EARNED',
        debit: 'UNEARNED',
        credit,
        amount: credit === 'OPERATOR' ? 926 : 75,
        paymentId: null,
        gateway: null,
      })),
    ]);
    expect(new Set(rows.map(({ id }) => id))).to.have.property('size', 3);
  });

  it('the ledger refuses to record the same payment, refund or earnings of a booking twice', async () => {
    const [booking, other] = [await aPaidBooking(engine()), await aPaidBooking(engine())];
    const paid = (refundId: RefundId, { id, operatorId, paymentId } = booking) =>
      refundPaid({ id, operatorId }, { paymentId, refundId, amount: paisa(1), from: { gateway: 'ESEWA' } });
    const refundOf = ({ id: bookingId, paymentId }: typeof booking) =>
      engine().transact(({ refunds }) =>
        refunds.add({ paymentId, bookingId, reason: 'GOODWILL', amount: paisa(1), dueAt: START }, START),
      );
    const [refund, second] = [await refundOf(booking), await refundOf(booking)];
    const flows = [
      onlinePayment(booking, { paymentId: booking.paymentId, gateway: 'ESEWA' }),
      earned(booking),
      paid(refund),
    ];
    for (const rows of flows) await record(engine(), rows);
    for (const rows of [...flows, counterPayment(other, booking.paymentId), earned(booking).slice(1)])
      expect(
        await record(engine(), rows).then(
          () => 'written',
          () => 'refused',
        ),
        rows[0]!.kind,
      ).to.equal('refused');
    for (const rows of [
      onlinePayment(other, { paymentId: other.paymentId, gateway: 'ESEWA' }),
      earned(other),
      paid(second),
    ])
      await record(engine(), rows);
    expect((await engine().ledgerViews.list({}, { limit: 99 })).rows).to.have.length(8);
  });

  it('the ledger refuses a second row for the same adjustment or the same receipt', async () => {
    const { operatorId } = await aPaidBooking(engine());
    const [adjustmentId, receiptId] = [
      await anAdjustment(engine()),
      await engine().transact(({ receipts }) =>
        receipts.add({ operatorId, amount: paisa(5), reference: 'NIC-1' }, START),
      ),
    ];
    const said = { debit: 'FEES', credit: 'GATEWAY', amount: paisa(5), operatorId: null, gateway: 'ESEWA' } as const;
    const flows = [
      adjusted({ id: adjustmentId, ...said }),
      received({ receiptId: receiptId!, operatorId, amount: paisa(5) }),
    ];
    for (const rows of flows) await record(engine(), rows);
    for (const rows of flows)
      expect(
        await record(engine(), rows).then(
          () => 'written',
          () => 'refused',
        ),
        rows[0]!.kind,
      ).to.equal('refused');
    expect((await engine().ledgerViews.list({}, { limit: 9 })).rows).to.have.length(2);
  });

  it('the ledger skips rows with an amount of zero, and refuses negative amounts', async () => {
    await record(engine(), settlement(paisa(500), paisa(0), 'ESEWA'));
    expect((await engine().ledgerViews.list({}, { limit: 9 })).rows).to.have.length(1);
    await record(engine(), settlement(paisa(0), paisa(0), 'ESEWA'));
    await record(engine(), []);
    expect((await engine().ledgerViews.list({}, { limit: 9 })).rows).to.have.length(1);
    const refused = record(engine(), settlement(paisa(500), paisa(-1), 'ESEWA'));
    expect(await refused.then(() => 'written', String)).to.include('-1 paisa');
    expect((await engine().ledgerViews.list({}, { limit: 9 })).rows).to.have.length(1);
  });

  it('the ledger writes 1,400 rows at once and keeps their order', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => settlement(paisa(index + 1), paisa(1), 'ESEWA')).flat();
    await record(engine(), rows);
    const { rows: newest } = await engine().ledgerViews.list({}, { limit: 1_400 });
    expect(newest.map(({ amount }) => amount)).to.deep.equal(rows.map(({ amount }) => amount).reverse());
  });

  it('a ledger account’s balance is its debits minus its credits', async () => {
    const nothing = {
      GATEWAY: 0,
      CASH: 0,
      BANK: 0,
      UNEARNED: 0,
      OPERATOR: 0,
      COMMISSION: 0,
      REFUND_DUE: 0,
      FEES: 0,
      TRANSFER: 0,
      AGENT: 0,
      gateways: {},
    };
    expect(await engine().ledgerViews.balances()).to.deep.equal(nothing);
    const [online, sold] = [await aPaidBooking(engine()), await aPaidBooking(engine())];
    await record(engine(), onlinePayment(online, { paymentId: online.paymentId, gateway: 'ESEWA' }));
    await record(engine(), counterPayment(sold, sold.paymentId));
    await record(engine(), earned(online));
    await record(engine(), settlement(paisa(600), paisa(30), 'ESEWA'));
    expect(await engine().ledgerViews.balances()).to.deep.equal({
      ...nothing,
      GATEWAY: 1_001 - 630,
      BANK: 600,
      FEES: 30,
      CASH: 1_001,
      UNEARNED: -1_001,
      OPERATOR: -926,
      COMMISSION: -75,
      gateways: { ESEWA: 371 },
    });
  });

  it('the balances of all gateways add up to the balance of the account GATEWAY, before and after they are stored', async () => {
    const [first, second] = [await aPaidBooking(engine()), await aPaidBooking(engine())];
    await record(engine(), onlinePayment(first, { paymentId: first.paymentId, gateway: 'ESEWA' }));
    await engine().transact(({ ledger }) => ledger.close(START, 1));
    await record(engine(), onlinePayment(second, { paymentId: second.paymentId, gateway: 'KHALTI' }));
    await record(engine(), settlement(paisa(400), paisa(1), 'KHALTI'));
    const told = { GATEWAY: 1_601, BANK: 400, FEES: 1, gateways: { ESEWA: 1_001, KHALTI: 600 } };
    for (const limit of [1, 2, 100]) {
      await engine().transact(({ ledger }) => ledger.close(START, limit));
      expect(await engine().ledgerViews.balances()).to.deep.include(told);
      const held = await engine().transact(async ({ ledger }) => [
        await ledger.heldBy('ESEWA'),
        await ledger.heldBy('KHALTI'),
        await ledger.heldBy('FONEPAY'),
      ]);
      expect(held).to.deep.equal([1_001, 600, 0]);
    }
    const wrong = (await engine().auditReader.balances()).filter(({ kept, counted }) => kept !== counted);
    expect(wrong).to.deep.equal([]);
  });

  describe('the list of the ledger', () => {
    const walk = async (filter: LedgerFilter, limit = 2) => {
      const seen: string[] = [];
      let after: Position | undefined;
      do {
        const { rows, next } = await engine().ledgerViews.list(filter, { limit, ...(after && { after }) });
        seen.push(...rows.map(({ debit, credit, amount }) => `${debit}/${credit} ${amount}`));
        after = next;
      } while (after);
      return seen;
    };

    it('the ledger’s list is newest first, and filtered by account on either side, kind, company and time', async () => {
      const [booking, other] = [await aPaidBooking(engine()), await aPaidBooking(engine())];
      await record(engine(), onlinePayment(booking, { paymentId: booking.paymentId, gateway: 'ESEWA' }));
      await record(
        engine(),
        onlinePayment(other, { paymentId: other.paymentId, gateway: 'ESEWA' }),
        minutesAfter(START, 1),
      );
      await record(engine(), earned(booking), minutesAfter(START, 2));
      await record(engine(), settlement(paisa(600), paisa(30), 'ESEWA'), minutesAfter(START, 3));
      const payment = 'GATEWAY/UNEARNED 1001';
      const earning = ['UNEARNED/COMMISSION 75', 'UNEARNED/OPERATOR 926'];
      const settled = ['FEES/GATEWAY 30', 'BANK/GATEWAY 600'];
      for (const limit of [1, 2, 9])
        expect(await walk({}, limit)).to.deep.equal([...settled, ...earning, payment, payment]);
      for (const limit of [1, 2, 9])
        expect(await walk({ account: 'UNEARNED' }, limit)).to.deep.equal([...earning, payment, payment]);
      expect(await walk({ account: 'GATEWAY', kind: 'SETTLEMENT' })).to.deep.equal(settled);
      expect(await walk({ operatorId: booking.operatorId })).to.deep.equal([...earning, payment]);
      expect(await walk({ operatorId: booking.operatorId, account: 'GATEWAY' })).to.deep.equal([payment]);
      await record(engine(), settlement(paisa(7), paisa(0), 'KHALTI'), minutesAfter(START, 4));
      for (const limit of [1, 9])
        expect(await walk({ gateway: 'ESEWA' }, limit)).to.deep.equal([...settled, payment, payment]);
      expect(await walk({ gateway: 'KHALTI', kind: 'SETTLEMENT' })).to.deep.equal(['BANK/GATEWAY 7']);
      expect(await walk({ gateway: 'FONEPAY' })).to.deep.equal([]);
      expect(await walk({ kind: 'PAYMENT', during: { start: minutesAfter(START, 1) } })).to.deep.equal([payment]);
      expect(await walk({ during: { end: minutesAfter(START, 2) } })).to.deep.equal([payment, payment]);
    });
  });
});

onEveryEngine('the table of the ledger', (engine, database) => {
  it('the ledger’s table refuses changed and deleted rows', async () => {
    await record(engine(), settlement(paisa(600), paisa(30), 'ESEWA'));
    const rows = () => database().knex('ledger_entries');
    const refusal = (work: PromiseLike<unknown>) => Promise.resolve(work).then(() => 'done', String);
    expect(await refusal(rows().update({ amount_paisa: 1 }))).to.include('only ever added to');
    expect(await refusal(rows().where({ amount_paisa: 30 }).delete())).to.include('only ever added to');
    if (database().dialect === 'postgres')
      expect(await refusal(database().knex.raw('truncate ledger_entries cascade'))).to.include('only ever added to');
    expect(await engine().ledgerViews.balances()).to.include({ BANK: 600, FEES: 30 });
  });

  it('the ledger’s table refuses a zero amount, an unknown account or kind, and the same account on both sides', async () => {
    const row = { at: START, kind: 'SETTLEMENT', debit: 'BANK', credit: 'GATEWAY', amount_paisa: 1 };
    const refusal = (traits: object) =>
      database()
        .knex('ledger_entries')
        .insert({ ...row, ...traits })
        .then(() => 'done', String);
    for (const traits of [{ amount_paisa: 0 }, { debit: 'PURSE' }, { credit: 'BANK' }, { kind: 'GIFT' }])
      expect(await refusal(traits)).to.match(/check/i);
    expect(await refusal({})).to.equal('done');
  });
});
