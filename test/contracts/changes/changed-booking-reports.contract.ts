import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import { cancellingOn } from '../../support/cancelling.ts';
import { calendar, type TripForTests } from '../../support/catalogue.ts';
import { anotherTrip, aPaidBooking, changingOn, payFor } from '../../support/changing.ts';
import { START } from '../../support/clock.ts';
import { onEveryEngine } from '../../support/engines.ts';
import { earnDue } from '../../support/entries.ts';
import { type Paying, payingOn } from '../../support/paying.ts';
import { anAdmin, anOperator, aPassengerId } from '../../support/people.ts';
import { refundsOn } from '../../support/refunds.ts';
import { statingOn } from '../../support/stating.ts';

/** Each booking costs Rs 1,000 for two seats. The commission is 10 %. */
onEveryEngine('reports about changed bookings', (engine) => {
  let paying: Paying;
  let made: Awaited<ReturnType<typeof aPaidBooking>>;
  let operatorId: Awaited<ReturnType<typeof anOperator>>['operatorId'];

  beforeEach(async () => {
    paying = payingOn(engine());
    ({ operatorId } = await anOperator(engine(), { companyName: 'Blue Sky' }));
    made = await aPaidBooking(paying, { userId: await aPassengerId(engine()), operatorId });
    paying.clock.set(hoursAfter(made.trip.departsAt, -20));
  });

  const to = (fare: number) => anotherTrip(engine(), made.booking, fare);
  const change = (trip: TripForTests) => changingOn(paying).change(made.booking, trip, { numbers: ['A1', 'A2'] });
  async function salesOf({ id: tripId }: TripForTests) {
    const all = await engine().sales.trips(operatorId, { start: START, end: hoursAfter(START, 96) });
    const { sold, gross, refunds, fees, earning } = all.find(({ id }) => id === tripId)!;
    return { sold, gross, refunds, fees, earning };
  }

  it('the sales figures count the credit of a change to another trip as refunds of the old booking and sales of the new one', async () => {
    const dearer = await to(60_000);
    const changed = await change(dearer);
    // A change that is not paid yet counts as no sale.
    expect(await salesOf(made.trip)).to.include({ sold: 2, gross: 100_000, refunds: 0, fees: 0, earning: 90_000 });
    expect(await salesOf(dearer)).to.deep.equal({ sold: 0, gross: 0, refunds: 0, fees: 0, earning: 0 });
    await payFor(paying, changed);
    // The fee of the change is Rs 100. The platform gets Rs 10 of it as commission.
    expect(await salesOf(made.trip)).to.deep.equal({
      sold: 0,
      gross: 100_000,
      refunds: 90_000,
      fees: 10_000,
      earning: 9_000,
    });
    expect(await salesOf(dearer)).to.deep.equal({ sold: 2, gross: 120_000, refunds: 0, fees: 0, earning: 108_000 });
  });

  it('the sales figures count the money refunded after a change to a cheaper trip as refunds of the old booking alone', async () => {
    const cheaper = await to(35_000);
    await change(cheaper);
    expect(await salesOf(made.trip)).to.include({ gross: 100_000, refunds: 90_000, fees: 10_000, earning: 9_000 });
    expect(await salesOf(cheaper)).to.deep.equal({ sold: 2, gross: 70_000, refunds: 0, fees: 0, earning: 63_000 });
  });

  it('the sales figures count the credit of a change to another trip as refunds, but leave out an earlier goodwill refund', async () => {
    const admin = (await anAdmin(engine())).id;
    await refundsOn(engine(), paying.clock).addGoodwill(admin, made.payment.id, {
      amount: paisa(70_000),
      note: 'Late.',
    });
    const cheaper = await to(10_000);
    await change(cheaper);
    // Goodwill left Rs 300 of the payment. The change costs a fee of Rs 100, so its credit is Rs 200.
    expect(await salesOf(made.trip)).to.include({ gross: 100_000, refunds: 20_000, fees: 10_000, earning: 9_000 });
    expect(await salesOf(cheaper)).to.include({ gross: 20_000, refunds: 0, fees: 0 });
  });

  it('the sales figures count the fee for seats of a changed booking that are cancelled later', async () => {
    const cheaper = await to(35_000);
    const changed = await change(cheaper);
    // At the time of the change, a cancellation would have cost the whole price. So cancelling seats of the new booking
    // costs their whole price, too.
    await cancellingOn(paying).cancel(changed, '', { seats: ['A1'] });
    expect(await salesOf(cheaper)).to.deep.equal({
      sold: 1,
      gross: 70_000,
      refunds: 0,
      fees: 35_000,
      earning: 63_000,
    });
  });

  it('the sales figures count a booking that only a change’s credit paid, and that was cancelled later', async () => {
    const cheaper = await to(35_000);
    const changed = await change(cheaper);
    const office = { role: 'ADMIN', userId: (await anAdmin(engine())).id } as const;
    await cancellingOn(paying).cancelForOffice(office, changed);
    expect(await salesOf(cheaper)).to.deep.equal({ sold: 0, gross: 70_000, refunds: 70_000, fees: 0, earning: 0 });
  });

  it('a statement has a line CHANGE with the fee of a change to another trip, and one for the earned new booking', async () => {
    const cheaper = await to(35_000);
    const changed = await change(cheaper);
    paying.clock.set(hoursAfter(cheaper.departsAt, 1));
    await earnDue(engine(), paying.clock);
    paying.clock.set(hoursAfter(cheaper.departsAt, 48));
    const stating = statingOn(engine(), paying.clock);
    const until = calendar.date(paying.clock());
    const { lines } = await stating.make((await anAdmin(engine())).id, { operatorId, until });
    expect(
      lines.map(({ bookingCode, kind, gross, commission, net }) => [bookingCode, kind, gross, commission, net]),
    ).to.deep.equal([
      [made.booking.code, 'CHANGE', 10_000, 1_000, 9_000],
      [changed.code, 'EARNED', 70_000, 7_000, 63_000],
    ]);
  });
});
