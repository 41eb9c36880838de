import { expect } from 'chai';
import { runAudit } from '../../../core/audit/run-audit.ts';
import type { Booking } from '../../../core/bookings/booking.ts';
import { type Paisa, minus, NOTHING } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { payCash } from '../../../core/refunds/pay-cash.ts';
import { viewSales } from '../../../core/reports/view-sales.ts';
import { markPublished } from '../../support/audited-day.ts';
import { aBooking } from '../../support/bookings.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { type TripForTests, calendar, seat } from '../../support/catalogue.ts';
import { aNewShift, counterOn } from '../../support/counter.ts';
import { aCompanyWithTrip } from '../../support/disrupting.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { earnDue, giveGoodwill, ODD } from '../../support/entries.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, aPassengerId } from '../../support/people.ts';
import { balanceOf, statingOn } from '../../support/stating.ts';
import { KNOWN } from '../../support/known-gateways.ts';

onEveryEngine('the sums of a company', (engine) => {
  let paying: Paying;
  let owner: Awaited<ReturnType<typeof aCompanyWithTrip>>['owner'];
  let trip: TripForTests;
  let row: number;

  beforeEach(async () => {
    row = 0;
    paying = payingOn(engine());
    const seats = Array.from({ length: 20 }, (_none, index) => [`A${index + 1}`, `B${index + 1}`]).flat();
    ({ owner, trip } = await aCompanyWithTrip(engine(), { seats }));
  });

  const twoSeats = (): readonly [string, string] => {
    row += 1;
    return [`A${row}`, `B${row}`];
  };
  const pay = async (booking: Booking) => {
    const payment = await paying.checkout(booking);
    await paying.handleSuccess(paying.gateway.pay(payment));
    return payment;
  };
  const book = async () =>
    aBooking(engine(), {
      userId: await aPassengerId(engine()),
      tripId: trip.id,
      seats: twoSeats().map(seat),
      ...ODD,
    });
  const paid = async () => {
    const booking = await book();
    return { booking, payment: await pay(booking) };
  };
  const sell = (paidBy: 'CASH' | 'QR') =>
    counterOn(engine(), paying.clock).sell(owner, trip.id, { numbers: twoSeats(), paidBy });
  const cancelForOffice = (booking: Pick<Booking, 'id'>) =>
    cancellingOn(paying).cancelForOffice({ role: 'OPERATOR', ...owner }, booking, { fee: 'none' });
  const payBack = async (booking: Pick<Booking, 'id'>) => {
    const [refund] = await engine().transact(({ refunds }) => refunds.ofBooking(booking.id));
    const needs = { ...engine(), clock: paying.clock };
    await payCash(needs)(owner, refund!.id);
  };
  const state = async () => {
    const { id: admin } = await anAdmin(engine());
    const { make, pay: settle } = statingOn(engine(), paying.clock);
    const until = calendar.date(paying.clock());
    const made = await make(admin, { operatorId: owner.operatorId, until });
    return settle(admin, made.id, 'NIC');
  };
  const sum = (amounts: readonly number[]): number => amounts.reduce((whole, amount) => whole + amount, 0);

  it('a company’s totals are the same in the sales report, on statements and in the ledger', async () => {
    await aNewShift(engine(), owner, 1_000_000 as Paisa);
    const [late, generous] = [await paid(), await paid()];
    await pay(await book());
    const [feeDue, feeAndGoodwill] = [await paid(), await paid()];
    await giveGoodwill(engine(), feeAndGoodwill.booking, feeAndGoodwill.payment, 50_001);
    await giveGoodwill(engine(), generous.booking, generous.payment, 30_003);
    const twice = await book();
    const [first, second] = [await paying.checkout(twice), await paying.checkout(twice)];
    for (const payment of [first, second]) await paying.handleSuccess(paying.gateway.pay(payment));
    const [, byQr, atNight] = [await sell('CASH'), await sell('QR'), await sell('CASH')];

    paying.clock.set(hoursAfter(trip.departsAt, -30));
    for (const { booking } of [feeDue, feeAndGoodwill]) await cancellingOn(paying).cancel(booking);
    await cancelForOffice(byQr);
    await payBack(byQr);
    paying.clock.set(trip.departsAt);
    await earnDue(engine(), paying.clock);
    const statements = [await state()];
    for (const { booking } of [late, generous]) await cancelForOffice(booking);
    await cancelForOffice(atNight);
    await payBack(atNight);
    statements.push(await state());

    const day = calendar.date(trip.departsAt);
    const { total: report } = await viewSales({ ...engine(), clock: paying.clock, calendar, sales: engine().sales })(
      owner.operatorId,
      { from: day, to: day, by: 'trip' },
    );
    const lines = statements.flatMap((statement) => statement.lines);
    const columns = (['gross', 'commission', 'net'] as const).map((name) => sum(lines.map((line) => line[name])));
    expect(columns).to.deep.equal([report.gross - report.refunds, report.commission, report.earning]);
    const { gateways: _gateways, ...balances } = await engine().ledgerViews.balances();
    // The platform pays goodwill that comes after a cancellation. Goodwill before a cancellation made the refund of the
    // cancellation smaller.
    expect(balances).to.include({ UNEARNED: 0, CASH: 0, COMMISSION: 50_001 - report.commission });
    expect(sum(Object.values(balances))).to.equal(0);
    // The second statement is negative, so the next one includes its total.
    const [one, other] = statements as [(typeof statements)[0], (typeof statements)[0]];
    expect([one.total, other.total].map(Math.sign)).to.deep.equal([1, -1]);
    expect(balances.BANK).to.equal(minus(NOTHING, one.total));
    expect(await balanceOf(engine(), owner.operatorId, 'OPERATOR')).to.equal(minus(NOTHING, other.total));

    await paying.expire();
    await markPublished(engine());
    const { findings } = await runAudit({
      gateways: KNOWN,
      clock: paying.clock,
      calendar,
      auditReader: engine().auditReader,
    })();
    expect(findings).to.deep.equal([]);
  });
});
