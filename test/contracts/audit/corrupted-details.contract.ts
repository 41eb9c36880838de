import { endAgentHolds } from '../../../core/agents/end-agent-holds.ts';
import { expect } from 'chai';
import { toLine } from '../../../core/audit/finding.ts';
import { changeTerms } from '../../../core/companies/change-terms.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { decideAdjustment } from '../../../core/ledger/adjust.ts';
import type { Payment } from '../../../core/payments/payment.ts';
import { undoSale } from '../../../core/refunds/undo-sale.ts';
import { aDay, markPublished } from '../../support/audited-day.ts';
import { aTrip, seat } from '../../support/catalogue.ts';
import { anAdjustment } from '../../support/corrections.ts';
import { aClerk, counterOn } from '../../support/counter.ts';
import { type Change, type Row, databaseBooks } from '../../support/corrupting.ts';
import { type Engine, onEveryEngine } from '../../support/engines.ts';
import { aRoad } from '../../support/roads.ts';
import { aBooking } from '../../support/bookings.ts';
import { anAdmin, anOperator } from '../../support/people.ts';
import { refundsOn, WALLET } from '../../support/refunds.ts';

const [MINUTE, DAY] = [60_000, 86_400_000];

/**
 * Adds bookings, payments, refunds, sales and sections, each of which agrees with another row: with an account, with
 * the activity log, with a trip, with the terms of a company.
 */
async function detailedBooks(engine: Engine) {
  const day = await aDay(engine);
  const { paying } = day;
  const { clock } = paying;
  const [{ id: admin }, { id: other }] = [await anAdmin(engine), await anAdmin(engine)];
  const refunds = refundsOn(engine, clock);
  const later = () => clock.advance(1);

  // Refunds that are due, sent or given, and payments that came twice, late or with another amount.
  const cancelled = await day.book('A1');
  await day.pay(cancelled);
  await day.cancel(cancelled);
  await engine.transact((stores) =>
    stores.refunds.nameAccount(cancelled.id, { ...WALLET, bank: null }, 'PASSENGER', clock()),
  );
  const sent = await day.book('A1');
  await day.pay(sent);
  await day.cancel(sent);
  const [due] = await engine.transact((stores) => stores.refunds.ofBooking(sent.id));
  await refunds.send(admin, due!.id, { method: 'BANK', reference: 'NIC-1' });
  later();
  const thanked = await day.book('A2');
  const { id: thankedFor } = await day.pay(thanked);
  later();
  await refunds.addGoodwill(admin, thankedFor, { amount: paisa(1_000), note: 'No air.' });
  const twice = await day.book('A3');
  const attempts: Payment[] = [await paying.checkout(twice), await paying.checkout(twice)];
  for (const attempt of attempts) {
    later();
    await paying.handleSuccess(paying.gateway.pay(attempt));
  }
  const over = await day.book('A4');
  const [tooLate, unclear, doubtful] = [
    await paying.checkout(over),
    await paying.checkout(over),
    await paying.checkout(over),
  ];
  await day.cancel(over);
  later();
  await paying.handleSuccess(paying.gateway.pay(tooLate));
  const doubt = { why: 'ANOTHER_AMOUNT', gatewayAmount: paisa(119_900) } as const;
  await engine.transact(({ payments }) => payments.leaveUnclear(unclear.id, doubt, clock()));
  await paying.settle(admin, unclear.id, undefined);
  await engine.transact(({ payments }) => payments.move(doubtful.id, 'doubt', clock()));
  await paying.resolve(admin, doubtful.id, { as: 'FAILED', note: 'It never came.' });
  const open = await paying.checkout(await day.book('B1'));

  // Sales of a company whose commission rate changes.
  const { id: userId, operatorId } = await anOperator(engine);
  const trip = await aTrip(engine, { seats: ['A1', 'A2', 'A3'], bus: { operatorId } });
  const clerk = await aClerk(engine, { operatorId });
  const counter = counterOn(engine, clock);
  const terms = changeTerms({ ...engine, clock, endAgentHolds });
  await terms(admin, operatorId, { commissionRate: basisPoints(800) });
  clock.advance(5);
  const shift = await counter.openShift(clerk, paisa(0));
  const before = await counter.sell(clerk, trip.id, { numbers: ['A1'], paidBy: 'CASH' });
  const online = await aBooking(engine, {
    userId: day.asha,
    tripId: trip.id,
    seats: [seat('A3')],
    bookedAt: clock(),
    commissionRate: basisPoints(800),
  });
  clock.advance(5);
  await terms(admin, operatorId, { commissionRate: basisPoints(900) });
  clock.advance(5);
  const undone = await counter.sell(clerk, trip.id, { numbers: ['A2'], paidBy: 'QR' });
  await undoSale({ ...engine, clock })(clerk, undone.id);
  clock.advance(5);
  await counter.closeShift(clerk, shift.id, { countedCash: before.total, note: null });

  // A booking of a section, and an adjustment that a second administrator confirmed.
  const road = await aRoad(engine, { between: ['Mugling'], seats: ['A1'] });
  const part = await aBooking(engine, {
    userId: day.asha,
    tripId: road.id,
    seats: [seat('A1')],
    section: { from: 0, to: 1 },
    bookedAt: clock(),
    total: paisa(10_000),
  });
  const adjustment = await anAdjustment(engine, {
    proposedBy: admin,
    debit: 'BANK',
    credit: 'COMMISSION',
    gateway: null,
  });
  await decideAdjustment({ ...engine, clock })(other, adjustment, 'CONFIRMED');
  await markPublished(engine);
  return {
    day,
    admin,
    owner: userId,
    cancelled,
    sent,
    thanked,
    twice,
    over,
    unclear,
    doubtful,
    open,
    shift,
    before,
    online,
    undone,
    road,
    part,
    adjustment,
  };
}

onEveryEngine('the audit of corrupted details', (engine, database) => {
  it('the audit finds nothing wrong with refunds, payments, sales and sections that agree with other rows', async () => {
    const { day } = await detailedBooks(engine());
    expect((await day.audit()).findings.map(toLine)).to.deep.equal([]);
  });

  it('the audit names each refund, payment, sale, section and booking that contradicts another row', async function () {
    this.timeout(300_000);
    const made = await detailedBooks(engine());
    const books = databaseBooks(database());
    const refunds = await books.rowsOf('refunds');
    const refund = (of: { readonly id: number }, set: Row, reason?: string): Change => {
      const found = refunds.find(
        (row) => row['booking_id'] === of.id && (reason === undefined || row['reason'] === reason),
      );
      return { table: 'refunds', where: { id: found?.['id'] ?? null }, set };
    };
    const row = (table: string, { id }: { readonly id: number }, set: Row, add?: Change['add']): Change => ({
      table,
      where: { id },
      set,
      ...(add && { add }),
    });
    const { cancelled, sent, thanked, twice, over, unclear, doubtful, open, before, part, road, shift } = made;
    const section = { table: 'trip_sections', where: { schedule_id: road.id, from_stop: 0, to_stop: 1 } };
    const rate = { commission_rate_bp: 900, commission_amount_paisa: 10_800, operator_earning_paisa: 109_200 };
    const cases: readonly (readonly [Change, RegExp])[] = [
      ...(
        [
          [{ account_kind: 'KHALTI' }, 'kind'],
          [{ account_number: '9800000000' }, 'number'],
          [{ account_holder: 'Ram Thapa' }, 'holder'],
          [{ account_version: 2 }, 'version'],
          [{ account_number: '9800000000', status: 'FAILED', failure: 'Closed.' }, 'number'],
        ] as const
      ).map(([set, field]) => [refund(cancelled, set), new RegExp(`^REFUND_DIFFERS: .*the ${field} differs`)] as const),
      [refund(cancelled, { account_kind: null }), /^REFUND_DIFFERS: .* has no account, and its booking one/],
      [refund(cancelled, { status: 'SENT' }), /^REFUND_DIFFERS: .* was neither sent by anybody nor asked/],
      [refund(sent, { sent_at: null }), /^REFUND_DIFFERS: .* was neither sent by anybody nor asked/],
      [refund(sent, { method: 'AUTOMATIC' }), /^REFUND_DIFFERS: .* was neither sent by anybody nor asked/],
      ...['CASH', 'QR', 'AGENT'].map(
        (method) =>
          [refund(sent, { method }), /^REFUND_DIFFERS: .* is under way by \w+, which is paid at once/] as const,
      ),
      [refund(thanked, { added_by: null }, 'GOODWILL'), /^REFUND_DIFFERS: .* is GOODWILL, and nobody added it/],
      [refund(cancelled, { added_by: made.admin }), /^REFUND_DIFFERS: .*, and user \d+ added it/],
      [refund(cancelled, { reason: 'OPERATOR_CANCELLATION' }), /^REFUND_DIFFERS: .*, and PASSENGER cancelled/],
      [refund(cancelled, { reason: 'CHANGE' }), /^REFUND_DIFFERS: .* the booking was not changed/],
      [refund(twice, { reason: 'LATE_PAYMENT' }), /^REFUND_DIFFERS: .* while the booking was paid/],
      [refund(twice, { reason: 'AMOUNT_DIFFERS' }), /^REFUND_DIFFERS: .* was never in doubt/],
      [refund(over, { reason: 'DUPLICATE_PAYMENT' }, 'LATE_PAYMENT'), /^REFUND_DIFFERS: .* nobody had paid/],
      [refund(over, { reason: 'LATE_PAYMENT' }, 'AMOUNT_DIFFERS'), /^REFUND_DIFFERS: .* was in doubt/],
      ...[unclear, doubtful].flatMap((payment) => [
        [row('payments', payment, { resolved_by: null }), /^PAYMENT_DIFFERS: .* by whom/] as const,
        [row('payments', payment, { resolved_as: null }), /^PAYMENT_DIFFERS: .* as what/] as const,
        [row('payments', payment, { resolved_as: null, resolved_by: null }), /^PAYMENT_DIFFERS: .* by whom/] as const,
        [
          row('payments', payment, { resolved_by: made.owner }),
          /^PAYMENT_DIFFERS: .* the activity log says user/,
        ] as const,
      ]),
      [row('payments', open, { next_enquiry_at: null }), /^PAYMENT_OPEN: .* nothing will ask about it/],
      [row('bookings', thanked, { earns_at: thanked.bookedAt + 60 * DAY }), /^SECTION_DIFFERS: .* after its arrival/],
      [row('bookings', part, { section_departs: thanked.bookedAt }), /^SECTION_DIFFERS: .* its time is/],
      [
        { table: 'bookings', where: { id: part.id }, add: { section_arrives: MINUTE } },
        /^SECTION_DIFFERS: .* its time is/,
      ],
      [row('bookings', part, { section_departs: null, section_arrives: null }), /^SECTION_DIFFERS: .* its time is/],
      [{ ...section, add: { fare_paisa: 1 } }, /^SECTION_DIFFERS: .* costs .* \(trip \d+\)$/],
      [{ ...section, add: { departure_time: MINUTE } }, /^SECTION_DIFFERS: .* by its trip from .* \(trip \d+\)$/],
      [{ ...section, add: { arrival_time: MINUTE } }, /^SECTION_DIFFERS: .* by its trip from .* \(trip \d+\)$/],
      [{ ...section, isGone: true }, /^SECTION_DIFFERS: .* is not for sale \(trip \d+\)$/],
      [
        row('bookings', cancelled, { cancelled_by: 'ADMIN' }),
        /^TRAIL_DIFFERS: .*ADMIN cancelled it, and the activity log says PASSENGER/,
      ],
      [
        row('bookings', made.undone, { cancelled_by: 'PASSENGER' }),
        /^TRAIL_DIFFERS: .* the activity log says OPERATOR/,
      ],
      [row('bookings', before, { user_id: made.admin }), /^TRAIL_DIFFERS: .* says that user \d+ made it/],
      [
        row('bookings', made.online, rate),
        /^TERMS_DIFFER: .*its commission is 9 %, and that of its company since .* 8 %/,
      ],
      [
        row('shifts', shift, { closed_at: before.bookedAt - 1 }),
        /^COUNTER_SALE_DIFFERS: .*before its last sale or refund .*\(shift \d+\)$/,
      ],
      [
        { table: 'adjustments', where: { id: made.adjustment }, set: { decided_by: made.admin } },
        /^LEDGER_DIFFERS: .* proposed and decided it \(adjustment \d+\)$/,
      ],
    ];
    const found = await books.linesAfter(
      made.day.paying.clock,
      cases.map(([change]) => change),
    );
    const silent = cases.filter(([, names], index) => !found[index]?.some((line) => names.test(line)));
    expect(
      silent.map(([change, names]) => [
        JSON.stringify(change),
        names.source,
        found[cases.findIndex(([one]) => one === change)],
      ]),
    ).to.deep.equal([]);
  });
});
