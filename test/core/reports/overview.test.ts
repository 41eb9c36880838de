import { expect } from 'chai';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, daysAfter, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { viewDays, viewOverview } from '../../../core/reports/view-overview.ts';
import { aBooking } from '../../support/bookings.ts';
import { aTrip, calendar } from '../../support/catalogue.ts';
import { handClock, START } from '../../support/clock.ts';
import { onSqlite } from '../../support/engines.ts';
import { aPassengerId } from '../../support/people.ts';

/** The midnights before and after START in Kathmandu. */
const [MIDNIGHT, NEXT] = [hoursAfter(START, -10), hoursAfter(START, 14)];

onSqlite('the overview', (empty) => {
  it('the administrators’ overview shows the figures of the local day, and the number of reviews to do', async () => {
    const engine = empty();
    const userId = await aPassengerId(engine);
    const { id: tripId } = await aTrip(engine, { departsAt: (NEXT - 1) as Instant, seats: 10 });
    await aTrip(engine, { departsAt: NEXT, seats: 20 });
    const { id: bookingId } = await aBooking(engine, { userId, tripId, status: 'CONFIRMED', bookedAt: MIDNIGHT });
    await aBooking(engine, { userId, tripId, status: 'CONFIRMED', bookedAt: (MIDNIGHT - 1) as Instant });
    await engine.transact(async ({ payments, refunds, events }) => {
      for (const [transactionUuid, minutes] of [
        ['in time', -4],
        ['late', -5],
      ] as const)
        await payments.add({
          gateway: 'ESEWA',
          bookingId,
          transactionUuid,
          amount: paisa(1),
          createdAt: minutesAfter(START, minutes),
          nextEnquiryAt: START,
        });
      for (const [uuid, dueAt] of [
        ['in time', daysAfter(START, 1)],
        ['late', daysAfter(START, -1)],
      ] as const) {
        const payment = await payments.find(uuid);
        await refunds.add(
          { paymentId: payment!.id, bookingId, reason: 'LATE_PAYMENT', amount: paisa(1), dueAt },
          START,
        );
      }
      await events.record({ type: 'seats changed', tripId, seats: [], status: 'AVAILABLE' }, START);
    });

    const clock = handClock();
    const view = viewOverview({ ...engine, clock, calendar });
    expect(await view()).to.deep.equal({
      date: '2026-11-20',
      bookings: 1,
      gross: 120_000,
      seatsSold: 2,
      seatsOffered: 10,
      paymentsOpen: 1,
      paymentsUnclear: 0,
      refundsDue: 2,
      refundsOverdue: 1,
      reviewsWaiting: 0,
      // Two events about manifests and one about seats wait to be published.
      outboxBacklog: 3,
      mailBacklog: 0,
      smsBacklog: 0,
      smsPartsSent: 0,
      webhookBacklog: 0,
      agentsOverCredit: 0,
    });
    const days = await viewDays({ ...engine, clock, calendar })();
    expect([days.length, days[0]!.date]).to.deep.equal([30, '2026-10-22']);
    expect(days.slice(-2)).to.deep.equal([
      { date: '2026-11-19', bookings: 1, gross: 120_000 },
      { date: '2026-11-20', bookings: 1, gross: 120_000 },
    ]);
    clock.set(NEXT);
    expect(await view()).to.deep.include({ date: '2026-11-21', bookings: 0, seatsSold: 0, seatsOffered: 20 });
  });
});
